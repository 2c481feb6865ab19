import { FIRST_PICTURE } from '../../src/features/topics/first-steps.ts'
import { usdMicros } from '../../src/domain/brands.ts'
import type { KolImport } from '../../src/domain/kols/kol.ts'
import { claimMessage } from '../../src/features/jobs/claim-job.ts'
import { submitMessage } from '../../src/features/jobs/submit-job.ts'
import type { Web } from '../../src/ports/outbound/web.ts'
import { approvalMessage } from '../../src/features/dry-run/approve-dry-run.ts'
import { openingMessage } from '../../src/features/approvals/open-approvals.ts'
import { rejectionMessage } from '../../src/features/dry-run/reject-dry-run.ts'
import { referralsMessage } from '../../src/features/referrals/read-referral-stats.ts'
import { watchGraduations } from '../../src/features/coins/watch-graduations.ts'
import type { RecordedCall, RecordedCalls } from '../../src/features/discovery/read-recorded-calls.ts'
import { toBase58 } from '../../src/lib/bytes.ts'
import { makeKol } from './make-kol.ts'
import { newKeyPair } from './new-key-pair.ts'
import { owedRefund } from './owed-refund.ts'
import { signOffer } from './sign-offer.ts'
import { CREW_WALLETS, createTestApp, newPerson, OPERATOR_KEY } from './test-app.ts'

/** Documents whose answer would be a document in a document; they are shown from where they are made. */
const WITHOUT_ANSWER =
  /^GET \/(openapi\.json|api\/agent|llms(-full)?\.txt|llms\/.*|\.well-known\/(agent|ai-plugin)\.json|docs|errors|errors\/.*)$/

/** Pictures are no text. */
const PICTURES = /\/(image|logo)$/

/**
 * Makes one good call of every route, in an order in which each finds what it needs, and returns what was sent and answered.
 * @throws Error for a call that is refused
 */
export async function recordCalls(): Promise<RecordedCalls> {
  const [kolPerson, workerPerson] = [newPerson(), newPerson()]
  const kols: KolImport[] = [
    makeKol({
      handle: 'frogwhisperer',
      displayName: 'Frog Whisperer',
      rank: 1,
      wallet: kolPerson.wallet,
      narratives: ['animals'],
      roles: ['kol', 'caller'],
      verified: true,
    }),
    makeKol({
      handle: 'nightmarkets',
      displayName: 'Night Markets',
      rank: 2,
      wallet: workerPerson.wallet,
      narratives: ['food', 'animals'],
      roles: ['raid'],
    }),
  ].map((kol) => ({ ...kol, optedOut: false }))
  const page = new TextEncoder().encode('<p>The best memes of $NMFROG</p>')
  const web: Web = {
    get: async () => ({ status: 200, contentType: 'text/html', bytes: page }),
    post: async () => ({ status: 200, bodyStart: 'ok', durationMs: 41 }),
  }
  const app = await createTestApp({
    kols,
    web,
    policy: { rateLimits: false },
    env: { JOBS_ENABLED: '1' },
  })
  await app.deps.storage.kols.setReferralCode('frogwhisperer', 'FROG')
  const recorded: Record<string, RecordedCall> = {}
  let key = ''

  interface Options {
    readonly body?: unknown
    readonly headers?: Record<string, string>
    readonly as?: 'nobody' | 'operator'
    readonly secret?: boolean
  }
  const call = async (route: string, values: Record<string, string> = {}, options: Options = {}) => {
    const { body, headers = {}, as, secret = false } = options
    const [method, pattern] = route.split(' ') as [string, string]
    const path = pattern.split('?')[0]!
    const filled = pattern.replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name]!)
    const open = as === 'nobody'
    const shown = {
      ...headers,
      ...('x-svc-approvals-token' in headers ? { 'x-svc-approvals-token': '$APPROVALS_TOKEN' } : {}),
      ...(open ? {} : { 'x-svc-api-key': as === 'operator' ? '$OPERATOR_KEY' : '$KEY' }),
      ...(secret ? { 'x-launcher-key': '$LAUNCHER_KEY' } : {}),
    }
    const answer = await app.call(method, filled, body, {
      ...(open ? {} : { key: as === 'operator' ? OPERATOR_KEY : key }),
      headers: { ...headers, ...(secret ? { 'x-launcher-key': app.launcher.secret } : {}) },
    })
    if (answer.status >= 400) throw new Error(`${route} answered ${answer.status}: ${answer.body.detail}`)
    // Whoever has an answer already is told so.
    const etag = answer.headers.get('etag')
    if (etag && method === 'GET') await app.call(method, filled, undefined, { headers: { 'if-none-match': etag } })
    // One second for each call: what is listed by its time has an order.
    await app.clock.advance(1_000)
    const plain = `${method} ${path}`
    // A second status of a route stands beside the first.
    const name = recorded[plain] && recorded[plain].status !== answer.status ? `${plain} ${answer.status}` : plain
    if (!recorded[name]) {
      const silent = WITHOUT_ANSWER.test(plain) || PICTURES.test(plain)
      recorded[name] = {
        path: filled,
        ...(Object.keys(shown).length > 0 ? { headers: shown } : {}),
        ...(body === undefined ? {} : { body }),
        status: answer.status,
        ...(silent ? {} : { answer: shownOf(answer.body) }),
      }
    }
    return answer.body
  }
  const open = (route: string, values: Record<string, string> = {}, options: Options = {}) =>
    call(route, values, { ...options, as: 'nobody' })

  const coin = (changes: Record<string, unknown> = {}) => ({
    name: 'Night Market Frog',
    ticker: 'NMFROG',
    description: 'A frog that trades noodles at night.',
    imageBase64: FIRST_PICTURE,
    crew: [
      { handle: '@one', wallet: CREW_WALLETS[0], share: 60, hireRole: 'raid' },
      { handle: '@two', wallet: CREW_WALLETS[1], share: 40 },
    ],
    launcherPubkey: app.launcher.wallet,
    ...changes,
  })

  // A key, by claim and by the operator.
  const claimed = await open('POST /api/agent/keys/claim', {}, { body: { label: 'my agent', referralCode: 'FROG' } })
  key = claimed.key
  await call('GET /api/agent/keys')
  const minted = await call('POST /api/agent/keys', {}, { body: { label: 'partner', launchesPerHour: 20 }, as: 'operator' })
  await call('PATCH /api/agent/keys/{id}', { id: minted.id }, { body: { requireApproval: true }, as: 'operator' })
  await call('POST /api/agent/keys/{id}/rotate', { id: minted.id }, { body: { overlapMinutes: 60 }, as: 'operator' })
  await call('DELETE /api/agent/keys/{id}', { id: minted.id }, { as: 'operator' })

  // Webhooks come first, so that the launch has someone to tell.
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
    { headers: app.signed(app.approver, (at) => openingMessage(app.approver.wallet, at)) },
  )
  const unwantedPlan = await call('POST /api/agent/launch/dry-run', {}, { body: coin({ ticker: 'NOFROG' }) })
  await open('GET /api/approvals?of=all', {}, { headers: { 'x-svc-approvals-token': opened.token } })
  await call('GET /api/agent/approvals?of=all', {}, { as: 'operator' })
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
  await watchGraduations(app.deps, {
    dueAtMs: app.clock.nowMs(),
    position: null,
    keepPosition: async () => {},
    mayContinue: async () => true,
  })
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
  await open('GET /api/markets?mints={mint}', ofCoin)
  await open('GET /feed.xml?sort=graduated')
  await open('GET /api/board')
  await open('GET /api/board/fees?days=1')
  await open('GET /api/proof?limit=2')
  await open('GET /api/remits?limit=2&mint={mint}', ofCoin)
  await open('GET /api/buybacks')
  const ofWallet = { wallet: CREW_WALLETS[0]! }
  await open('GET /api/wallets/{wallet}', ofWallet)
  await open('GET /api/wallets/{wallet}/coins?limit=1', ofWallet)
  await open('GET /api/wallets/{wallet}/days?days=7', ofWallet)
  await open('GET /api/wallets/{wallet}/remits.csv', ofWallet)
  await open('GET /api/leaderboard?limit=2')
  await open('GET /api/kols/{handle}', { handle: 'frogwhisperer' })
  await open('GET /api/kols?q=frog&limit=1')
  await open('GET /api/kols/wallet/{wallet}', { wallet: kolPerson.wallet })
  await open('GET /api/kol/referrals', {}, { headers: app.signed(kolPerson, (at) => referralsMessage(kolPerson.wallet, at)) })

  // What the treasury's share pays for.
  for (const sol of [9, 9, 9, 9])
    await open('POST /api/simulated/{mint}/trades', { mint: unlocked.mint }, { body: { wallet: newPerson().wallet, side: 'buy', sol } })
  await open('GET /api/coins/{mint}/kit', { mint: unlocked.mint })
  await open('GET /api/jobs/templates')
  const order = { mint: unlocked.mint, template: 'meme-pack', chainId: 'sim', asset: 'SOL', budget: 1.5 }
  const ofJob = { id: (await call('POST /api/jobs/coin', {}, { body: order })).job.id as string }
  await open('GET /api/jobs?state=open')
  await open('POST /api/jobs/{id}/claim', ofJob, { headers: app.signed(workerPerson, (at) => claimMessage(ofJob.id, at)) })
  await open('POST /api/jobs/{id}/submit', ofJob, {
    headers: app.signed(workerPerson, (at) => submitMessage(ofJob.id, at)),
    body: { urls: ['https://example.com/memes'] },
  })
  await call('POST /api/jobs/{id}/verify', ofJob, { body: { approve: true, reason: 'Ten of ten.' } })
  await open('GET /api/jobs/{id}', ofJob)
  const unwanted = await call('POST /api/jobs/coin', {}, { body: { ...order, template: 'x-upkeep', postsPerWeek: 5 } })
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
  await operator('GET /api/operator/log?limit=3')

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
    '/SKILL.md',
    '/api/platforms',
    '/healthz',
    '/readyz',
  ])
    await open(`GET ${route}`)
  await open('GET /errors')
  await open('GET /llms/{topic}', { topic: 'webhooks.txt' })
  await open('GET /errors/{code}', { code: 'plan_mismatch' })
  await app.call('GET', '/', undefined, { headers: { accept: 'text/html' } })
  await call('GET /metrics', {}, { as: 'operator' })
  await app.close()
  return recorded
}

/** Of a long text the first lines; of a signed card the first skills, and no signature, which is another each time. */
function shownOf(answer: unknown): unknown {
  if (typeof answer === 'string') return answer.split('\n').slice(0, 2).join('\n')
  const { signatures, skills } = answer as { readonly signatures?: readonly object[]; readonly skills: readonly unknown[] }
  if (!signatures) return answer
  const unsigned = signatures.map((one) => ({ ...one, signature: 'base64url of 64 bytes' }))
  return { ...(answer as object), skills: skills.slice(0, 4), signatures: unsigned }
}

const HEX = /^[0-9a-f]+$/
const DRAWN = /[A-Za-z0-9+/=]{200,}|[0-9A-Za-z]{32,90}/g

/** The new recording with what was drawn by chance replaced by what the old one has in the same place: only what changed differs. */
export function keepDrawn<Recorded extends object>(fresh: Recorded, old: object): Recorded {
  const known = new Map<string, string>()
  const pair = (now: unknown, before: unknown, name: string): void => {
    if (typeof now === 'string' && typeof before === 'string') {
      const drawn = (text: string) => (name === 'nextCursor' || name === 'token' ? [text] : (text.match(DRAWN) ?? []))
      drawn(now).forEach((token, index) => {
        const kept = drawn(before)[index]
        // A hash or id that became longer or shorter is another kind of thing, and no example of it is kept.
        const isKind = kept?.length === token.length || !HEX.test(token)
        if (kept?.length && isKind && !known.has(token)) known.set(token, kept)
      })
    }
    if (typeof now !== 'object' || now === null || typeof before !== 'object' || before === null) return
    for (const [member, value] of Object.entries(now)) pair(value, (before as Record<string, unknown>)[member], member)
  }
  pair(fresh, old, '')
  const text = JSON.stringify(fresh)
  // Two names for one thing, or one for two, would make the examples lie: then everything is new.
  if (new Set(known.values()).size !== known.size) return fresh
  return JSON.parse([...known].reduce((written, [token, kept]) => written.replaceAll(token, kept), text)) as Recorded
}

/** The same text for two recordings that differ only in what is drawn by chance: keys, wallets, signatures, hashes. */
export function withoutChance(recorded: object): string {
  const seen = new Map<string, string>()
  return JSON.stringify(recorded, null, 1).replaceAll(
    /(?<=(?:nextCursor|token)": ")[^"]+|[A-Za-z0-9+/=]{200,}|[0-9A-Za-z]{32,90}/g,
    (drawn) => {
      if (!seen.has(drawn)) seen.set(drawn, `chance-${seen.size}`)
      return seen.get(drawn)!
    },
  )
}
