import { usdMicros } from '../../src/domain/brands.ts'
import { claimMessage } from '../../src/features/jobs/claim-job.ts'
import { releaseMessage } from '../../src/features/jobs/release-job.ts'
import { submitMessage } from '../../src/features/jobs/submit-job.ts'
import { approvalMessage } from '../../src/features/dry-run/approve-dry-run.ts'
import { recordCredits } from './record-credits.ts'
import { recordConsents } from './record-consents.ts'
import { recordPolicies } from './record-policies.ts'
import { openingMessage } from '../../src/features/approvals/open-approvals.ts'
import { rejectionMessage } from '../../src/features/dry-run/reject-dry-run.ts'
import { referralsMessage } from '../../src/features/referrals/read-referral-stats.ts'
import { keepLedger } from '../../src/features/ledger/keep-ledger.ts'
import { watchGraduations } from '../../src/features/coins/watch-graduations.ts'
import type { RecordedCalls } from '../../src/features/discovery/read-recorded-calls.ts'
import type { JobRun } from '../../src/ports/scheduled-job.ts'
import { toBase58 } from '../../src/lib/bytes.ts'
import { createCallRecorder } from './call-recorder.ts'
import { createRecordingScene } from './recording-scene.ts'
import { newKeyPair } from './new-key-pair.ts'
import { owedRefund } from './owed-refund.ts'
import { signOffer } from './sign-offer.ts'
import { CREW_WALLETS, newPerson } from './test-app.ts'

/**
 * Makes one good call of every route, in an order in which each finds what it needs, and returns what was sent and answered.
 * @throws Error for a call that is refused
 */
export async function recordCalls(): Promise<RecordedCalls> {
  const { app, kolPerson, workerPerson, coin } = await createRecordingScene()
  const { recorded, as, call, open } = createCallRecorder(app)

  const claimed = await open('POST /api/agent/keys/claim', {}, { body: { label: 'my agent', referralCode: 'FROG' } })
  as(claimed.key)
  await call('GET /api/agent/keys')
  const minted = await call('POST /api/agent/keys', {}, { body: { label: 'partner', launchesPerHour: 20 }, as: 'operator' })
  await call('PATCH /api/agent/keys/{id}', { id: minted.id }, { body: { requireApproval: true }, as: 'operator' })
  await call('POST /api/agent/keys/{id}/rotate', { id: minted.id }, { body: { overlapMinutes: 60 }, as: 'operator' })
  await call('DELETE /api/agent/keys/{id}', { id: minted.id }, { as: 'operator' })

  const { webhook } = await call(
    'POST /api/webhooks',
    {},
    { body: { url: 'https://example.com/hook', events: ['launch.created', 'feeShare.locked'] } },
  )

  // Dry-run, approval, launch.
  await call('POST /api/agent/autohire', {}, { body: { name: 'Night Market Frog', ticker: 'NMFROG', description: 'A frog.', seats: 2 } })
  const dryRun = await call('POST /api/agent/launch/dry-run', {}, { body: coin() })
  const ofDryRun = { id: dryRun.dryRunId as string }
  await open('GET /api/agent/launch/dry-run/{id}/image', ofDryRun)
  await open('POST /api/agent/launch/dry-run/{id}/approve', ofDryRun, {
    headers: app.signed(app.approver, (at) => approvalMessage(ofDryRun.id, at)),
  })
  await open('GET /api/agent/launch/dry-run/{id}', ofDryRun)
  const opened = await open(
    'POST /api/approvals/open',
    {},
    { headers: app.signed(app.approver, (at) => openingMessage(new URL(app.deps.policy.baseUrl).host, app.approver.wallet, at)) },
  )
  const unwantedPlan = await call('POST /api/agent/launch/dry-run', {}, { body: coin({ ticker: 'NOFROG' }) })
  await open('GET /api/approvals?of=all', {}, { headers: { 'x-svc-approvals-token': opened.token } })
  await call('GET /api/agent/approvals?of=all', {}, { as: 'operator' })
  await recordPolicies(app, { open, call }, opened.token)
  await open(
    'POST /api/agent/launch/dry-run/{id}/reject',
    { id: unwantedPlan.dryRunId },
    {
      headers: app.signed(app.approver, (at) => rejectionMessage(unwantedPlan.dryRunId, at)),
      body: { reason: 'The crew is not ours.' },
    },
  )
  const launched = await call(
    'POST /api/agent/launch',
    {},
    {
      body: { ...coin({ imageBase64: undefined }), dryRunId: ofDryRun.id },
      headers: { 'x-idempotency-key': 'frog-launch-1' },
      secret: true,
    },
  )
  const ofCoin = { mint: launched.mint as string }
  await call('GET /api/agent/launches?limit=10')
  await call('GET /api/agent/status/{mint}', ofCoin)

  // The simulated chain: people trade, so there are fees to distribute.
  await open('GET /api/simulated/wallets/{wallet}', { wallet: workerPerson.wallet })
  await open('POST /api/simulated/wallets/{wallet}/airdrop', { wallet: workerPerson.wallet }, { body: { sol: 5 } })
  await open('POST /api/simulated/{mint}/trades', ofCoin, { body: { wallet: workerPerson.wallet, side: 'buy', sol: 12 } })
  await open('GET /api/simulated/{mint}', ofCoin)
  await call('POST /api/agent/crank', {}, { body: ofCoin, secret: true })

  // A launch that the client signs, and one of which the lock fails.
  let halfLaunched: unknown = null
  for (const changes of [{ ticker: 'NOODLE', name: 'Noodle' }, { ticker: 'XLOCKFAIL' }]) {
    const mintPair = newKeyPair()
    const offer = await call(
      'POST /api/agent/launch/unsigned',
      {},
      { body: coin({ ...changes, mintPubkey: toBase58(mintPair.publicKey) }) },
    )
    const transactions = signOffer(offer, [app.launcher.pair, mintPair])
    halfLaunched = (await call('POST /api/agent/launch/submit', {}, { body: { launchId: offer.launchId, transactions } })).mint
  }

  // Repairs: a lock that failed, and a coin whose fees go to the KOLs who hold it.
  const unlocked = await call('POST /api/agent/launch', {}, { body: coin({ ticker: 'XLOCKFAIL' }), secret: true })
  await call('POST /api/agent/wire-fees', {}, { body: { mint: unlocked.mint }, secret: true })
  const held = await call('POST /api/agent/launch', {}, { body: coin({ ticker: 'HELD', crew: undefined, holderKol: true }), secret: true })
  await open('POST /api/simulated/{mint}/trades', { mint: held.mint }, { body: { wallet: workerPerson.wallet, side: 'buy', sol: 1 } })
  const launcherPubkey = app.launcher.wallet
  await call('POST /api/agent/lock-holder-kol/unsigned', {}, { body: { mint: held.mint, launcherPubkey } })
  await call('POST /api/agent/lock-holder-kol', {}, { body: { mint: held.mint }, secret: true })
  const lock = await call('POST /api/agent/wire-fees/unsigned', {}, { body: { mint: halfLaunched, launcherPubkey } })
  const lockTransactions = signOffer(lock, [app.launcher.pair])
  await call('POST /api/agent/wire-fees/submit', {}, { body: { lockId: lock.lockId, transactions: lockTransactions } })

  // Public reads, and what follows a graduation.
  await open('POST /api/simulated/{mint}/graduate', ofCoin)
  await open('POST /api/simulated/clock', {}, { body: { advanceMs: 60_000 } })
  const oneRun = (): JobRun => ({
    dueAtMs: app.clock.nowMs(),
    position: null,
    keepPosition: async () => {},
    mayContinue: async () => true,
  })
  await watchGraduations(app.deps, oneRun())
  await open('GET /api/coins/graduated-unfeatured')
  await call('POST /api/coins/{mint}/featured', ofCoin, { body: { statusUrl: 'https://x.com/frog/status/1234567890' }, as: 'operator' })
  await open('GET /api/coins?q=frog&limit=1')
  await open('GET /api/coins/live?limit=1')
  await open('GET /api/coins/{mint}', ofCoin)
  await open('GET /api/coins/{mint}/logo', ofCoin)
  const { metadataUrl } = (await open('GET /api/coins/{mint}', ofCoin)).coin
  const ofMetadata = { id: (metadataUrl as string).split('/m/')[1]! }
  await open('GET /m/{id}', ofMetadata)
  await open('GET /m/{id}/image', ofMetadata)
  await open('GET /api/coins/{mint}/fees?days=1', ofCoin)
  await open('GET /api/coins/{mint}/market', ofCoin)
  await open('GET /api/coins/{mint}/receipt', ofCoin)
  await open('GET /api/coins/{mint}/trades?limit=2', ofCoin)
  await open('GET /api/markets?mints={mint}', ofCoin)
  await open('GET /feed.xml?sort=graduated')
  await open('GET /api/board')
  await open('GET /api/board/fees?days=1')
  await open('GET /api/proof?limit=2')
  await open('GET /api/remits?limit=2&mint={mint}', ofCoin)
  await open('GET /api/buybacks')
  const ofWallet = { wallet: CREW_WALLETS[0]! }
  for (const path of ['', '/coins?limit=1', '/days?days=7', '/remits.csv']) await open(`GET /api/wallets/{wallet}${path}`, ofWallet)
  for (const path of ['', '/coins?limit=1']) await open(`GET /api/agents/{agent}${path}`, { agent: app.launcher.wallet })
  await open('GET /api/leaderboard?limit=2')
  await open('GET /api/kols/{handle}', { handle: 'frogwhisperer' })
  await open('GET /api/kols?q=frog&limit=1')
  await open('GET /api/kols/wallet/{wallet}', { wallet: kolPerson.wallet })
  await open(
    'GET /api/kol/referrals',
    {},
    { headers: app.signed(kolPerson, (at) => referralsMessage(new URL(app.deps.policy.baseUrl).host, kolPerson.wallet, at)) },
  )

  await recordConsents(app, open, kolPerson)

  // What the treasury's share pays for.
  for (const sol of [9, 9, 9, 9])
    await open('POST /api/simulated/{mint}/trades', { mint: unlocked.mint }, { body: { wallet: newPerson().wallet, side: 'buy', sol } })
  await open('GET /api/coins/{mint}/kit', { mint: unlocked.mint })
  await open('GET /api/jobs/templates')
  const order = { mint: unlocked.mint, template: 'x-upkeep', chainId: 'sim', asset: 'SOL', budget: 1.5 }
  const ofJob = { id: (await call('POST /api/jobs/coin', {}, { body: order })).job.id as string }
  await open('GET /api/jobs?state=open')
  await open('POST /api/jobs/{id}/claim', ofJob, { headers: app.signed(workerPerson, (at) => claimMessage(ofJob.id, at)) })
  await open('GET /api/jobs?worker={worker}', { worker: workerPerson.wallet })
  await open('POST /api/jobs/{id}/release', ofJob, { headers: app.signed(workerPerson, (at) => releaseMessage(ofJob.id, at)) })
  await app.clock.advance(1)
  await open('POST /api/jobs/{id}/claim', ofJob, { headers: app.signed(workerPerson, (at) => claimMessage(ofJob.id, at)) })
  await open('POST /api/jobs/{id}/submit', ofJob, {
    headers: app.signed(workerPerson, (at) => submitMessage(ofJob.id, at)),
    body: { urls: ['https://example.com/memes'] },
  })
  await call('POST /api/jobs/{id}/verify', ofJob, { body: { approve: true, reason: 'Ten of ten.' } })
  await open('GET /api/jobs/{id}', ofJob)
  const unwanted = await call('POST /api/jobs/coin', {}, { body: { ...order, postsPerWeek: 5 } })
  await call('POST /api/jobs/{id}/cancel', { id: unwanted.job.id }, { body: { reason: 'We have someone now.' } })

  // Webhooks: what was told, again, and the end.
  const ofWebhook = { id: webhook.id as string }
  await call('GET /api/webhooks')
  const { deliveries } = await call('GET /api/webhooks/{id}/deliveries?limit=1', ofWebhook)
  await call('POST /api/webhooks/{id}/deliveries/{deliveryId}/redeliver', { ...ofWebhook, deliveryId: deliveries[0].id })
  await call('POST /api/webhooks/{id}/test', ofWebhook)
  await call('POST /api/webhooks/{id}/rotate', ofWebhook)
  await call('DELETE /api/webhooks/{id}', ofWebhook)

  // What an operator looks at.
  const operator = (route: string, values: Record<string, string> = {}) => call(route, values, { as: 'operator' })
  await operator('GET /api/operator/findings')
  await operator('GET /api/operator/operations?kind=launch&limit=1')
  await operator('GET /api/operator/budgets')
  const owed = await owedRefund(app.deps, {
    payer: newPerson().wallet,
    amountUsdMicros: usdMicros(500_000n),
    route: 'POST /api/agent/launch',
  })
  await operator('GET /api/operator/payments?state=refund_due')
  await operator('POST /api/operator/payments/{id}/refunded', { id: owed })
  await call(
    'POST /api/operator/directory',
    {},
    { body: { file: `rank,handle,wallet\n3,nighttoad,${newPerson().wallet}\n`, preview: true }, as: 'operator' },
  )
  await operator('GET /api/audit?limit=3')
  await keepLedger(app.deps, oneRun())
  await operator('GET /api/ledger?limit=2')
  await operator('GET /api/ledger/days')
  await operator('GET /api/ledger/wallets')

  // Where a client begins.
  for (const route of [
    '/',
    '/openapi.json',
    '/api/agent',
    '/llms.txt',
    '/llms-full.txt',
    '/.well-known/agent.json',
    '/.well-known/ai-plugin.json',
    '/.well-known/agent-card.json',
    '/.well-known/jwks.json',
    '/.well-known/ai-catalog.json',
    '/.well-known/agent-registration.json',
    '/.well-known/x402',
    '/SKILL.md',
    '/api/platforms',
    '/healthz',
    '/readyz',
  ])
    await open(`GET ${route}`)
  await open('GET /api/platforms/{id}', { id: 'simulated' })
  await open('GET /errors')
  await open('GET /llms/{topic}', { topic: 'webhooks.txt' })
  await open('GET /errors/{code}', { code: 'plan_mismatch' })
  await app.call('GET', '/', undefined, { headers: { accept: 'text/html' } })
  await call('GET /metrics', {}, { as: 'operator' })
  await app.close()
  return { ...recorded, ...(await recordCredits()) }
}
