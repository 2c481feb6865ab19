import { expect, test } from 'bun:test'
import { createTestApp } from '../support/test-app.ts'

/** Every route by the name that clients are generated with. Lines are added; none is ever changed. */
const NAMES = {
  'GET /': 'root',
  'GET /api/agent': 'discover',
  'GET /llms.txt': 'readGuide',
  'GET /llms-full.txt': 'readFullGuide',
  'GET /llms/{topic}': 'readTopic',
  'GET /openapi.json': 'readOpenApi',
  'GET /.well-known/agent.json': 'agentManifest',
  'GET /.well-known/ai-plugin.json': 'pluginManifest',
  'GET /.well-known/agent-card.json': 'agentCard',
  'GET /.well-known/jwks.json': 'cardKeys',
  'GET /.well-known/ai-catalog.json': 'aiCatalog',
  'GET /.well-known/agent-registration.json': 'agentRegistration',
  'GET /SKILL.md': 'readSkill',
  'GET /api/platforms': 'listPlatforms',
  'GET /errors': 'listErrors',
  'GET /errors/{code}': 'explainError',
  'GET /healthz': 'checkAlive',
  'GET /readyz': 'checkReady',
  'GET /metrics': 'metrics',
  'POST /api/agent/keys/claim': 'claimKey',
  'GET /api/agent/keys': 'listKeys',
  'POST /api/agent/keys': 'mintKey',
  'DELETE /api/agent/keys/{id}': 'revokeKey',
  'PATCH /api/agent/keys/{id}': 'changeKey',
  'POST /api/agent/launch/dry-run': 'dryRun',
  'GET /api/agent/launch/dry-run/{id}': 'getDryRun',
  'GET /api/agent/launch/dry-run/{id}/image': 'getDryRunImage',
  'POST /api/agent/launch/dry-run/{id}/approve': 'approveDryRun',
  'POST /api/agent/launch/dry-run/{id}/reject': 'rejectDryRun',
  'POST /api/agent/launch': 'launch',
  'POST /api/agent/launch/unsigned': 'prepareLaunch',
  'POST /api/agent/launch/submit': 'submitLaunch',
  'GET /api/agent/launches': 'listLaunches',
  'GET /api/agent/status/{mint}': 'launchStatus',
  'POST /api/agent/wire-fees': 'wireFees',
  'POST /api/agent/wire-fees/unsigned': 'prepareWireFees',
  'POST /api/agent/wire-fees/submit': 'submitLock',
  'POST /api/agent/lock-holder-kol/unsigned': 'prepareLockHolderKol',
  'POST /api/agent/lock-holder-kol': 'lockHolderKol',
  'POST /api/agent/crank': 'crank',
  'GET /api/coins': 'listCoins',
  'GET /api/coins/live': 'listLiveCoins',
  'GET /api/coins/graduated-unfeatured': 'listUnfeaturedCoins',
  'GET /api/coins/{mint}': 'getCoin',
  'GET /api/coins/{mint}/logo': 'getCoinLogo',
  'POST /api/coins/{mint}/featured': 'featureCoin',
  'GET /m/{id}': 'getMetadata',
  'GET /m/{id}/image': 'getMetadataImage',
  'GET /api/coins/{mint}/fees': 'getCoinFeeHistory',
  'GET /api/coins/{mint}/kit': 'getKit',
  'GET /api/coins/{mint}/market': 'getCoinMarket',
  'GET /api/markets': 'listMarkets',
  'GET /feed.xml': 'getFeed',
  'GET /api/jobs/templates': 'listJobTemplates',
  'GET /api/jobs': 'listJobs',
  'GET /api/jobs/{id}': 'getJob',
  'POST /api/jobs/coin': 'createJob',
  'POST /api/jobs/{id}/verify': 'verifyJob',
  'POST /api/jobs/{id}/cancel': 'cancelJob',
  'POST /api/jobs/{id}/claim': 'claimJob',
  'POST /api/jobs/{id}/submit': 'submitJob',
  'GET /api/board': 'getBoard',
  'GET /api/board/fees': 'getFeeHistory',
  'GET /api/proof': 'listProof',
  'GET /api/remits': 'listRemits',
  'GET /api/buybacks': 'listBuybacks',
  'GET /api/kols': 'searchKols',
  'GET /api/kols/wallet/{wallet}': 'getKol',
  'GET /api/kols/{handle}': 'getKolByHandle',
  'GET /api/wallets/{wallet}': 'getWallet',
  'GET /api/wallets/{wallet}/coins': 'listWalletCoins',
  'GET /api/wallets/{wallet}/days': 'getWalletDays',
  'GET /api/wallets/{wallet}/remits.csv': 'downloadWalletRemits',
  'GET /api/leaderboard': 'listLeaders',
  'POST /api/agent/autohire': 'autohire',
  'GET /api/kol/referrals': 'getReferrals',
  'GET /api/webhooks': 'listWebhooks',
  'POST /api/webhooks': 'registerWebhook',
  'GET /api/webhooks/{id}/deliveries': 'listDeliveries',
  'DELETE /api/webhooks/{id}': 'deleteWebhook',
  'POST /api/webhooks/{id}/rotate': 'rotateWebhookSecret',
  'POST /api/webhooks/{id}/test': 'testWebhook',
  'POST /api/webhooks/{id}/deliveries/{deliveryId}/redeliver': 'redeliver',
  'POST /api/simulated/clock': 'advanceClock',
  'GET /api/simulated/wallets/{wallet}': 'getSimulatedWallet',
  'POST /api/simulated/wallets/{wallet}/airdrop': 'airdrop',
  'POST /api/simulated/{mint}/trades': 'trade',
  'POST /api/simulated/{mint}/graduate': 'graduateCoin',
  'GET /api/simulated/{mint}': 'getSimulatedCoin',
} as const

test('operations are named as a person would name them, each once, and keep their names', async () => {
  const app = await createTestApp()
  const { paths, webhooks } = (await app.call('GET', '/openapi.json')).body
  const named = Object.entries(paths as Record<string, Record<string, { operationId: string }>>).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { operationId }]) => [`${method.toUpperCase()} ${path}`, operationId] as const),
  )
  expect(Object.fromEntries(named)).toEqual(NAMES)
  const messages = Object.values(webhooks as Record<string, { post: { operationId: string } }>).map(({ post }) => post.operationId)
  const ids = [...named.map(([, id]) => id), ...messages]
  expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([])
  for (const id of ids) expect(id).toMatch(/^[a-z]+(?:[A-Z][a-z]+)*$/)
  const { endpoints } = (await app.call('GET', '/api/agent')).body as {
    endpoints: { method: string; path: string; operationId: string }[]
  }
  expect(Object.fromEntries(endpoints.map(({ method, path, operationId }) => [`${method} ${path}`, operationId]))).toEqual(NAMES)
  await app.close()
})
