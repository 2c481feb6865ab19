import type { Person } from '../support/test-app.ts'
import type { Draft } from './draft.ts'
import type { Maker } from './fields.ts'
import type { Memory } from './memory.ts'

/** Whose secret that is, in either form; null for nobody whom the actor can be. */
export const launcherOf = ({ people }: Pick<Memory, 'people'>, secret: string): Person | null =>
  people.find((person) => secret.includes(person.secret) || secret.includes(String([...person.pair.secretKey.reveal()]))) ?? null

/** Remembers what a later request can be made from. `value` is the JSON of a good answer. */
export function learn({ memory, chance }: Maker, draft: Draft, value: any, headers: ReadonlyMap<string, string>): void {
  const etag = headers.get('etag')
  if (etag !== undefined) {
    if (memory.etags.size > 200) memory.etags.clear()
    memory.etags.set(draft.path, etag)
  }
  if (value === undefined || value === null) return
  const key = draft.headers['x-svc-api-key'] ?? null
  if (typeof value.nextCursor === 'string') memory.cursors.set(draft.route.path, value.nextCursor)
  const body = (draft.body ?? {}) as Record<string, any>
  const launcher = memory.people.find(({ wallet }) => wallet === body.launcherPubkey) ?? null
  switch (draft.route.name) {
    case 'POST /api/agent/keys/claim':
    case 'POST /api/agent/keys':
    case 'POST /api/agent/keys/{id}/rotate':
      return memory.keys.add({ text: value.key, id: value.id })
    case 'POST /api/agent/launch/dry-run':
      if (key !== null) memory.dryRuns.add({ id: value.dryRunId, key, body, launcher })
      return
    case 'POST /api/agent/launch': {
      const { 'x-launcher-key': secret = '' } = draft.headers
      const coin = { mint: value.mint, key, launcher: launcherOf(memory, secret) ?? launcher, ticker: String(body.ticker) }
      memory.coins.add(coin)
      if (!value.feeShareLocked) memory.unlocked.add(coin)
      const { 'x-idempotency-key': again } = draft.headers
      if (key !== null && again !== undefined) {
        memory.sent.add({ key, headers: { 'x-idempotency-key': again, 'x-launcher-key': secret }, body: draft.body })
      }
      return
    }
    case 'POST /api/agent/launch/unsigned': {
      const mint = memory.mints.pick()
      if (key !== null && launcher && mint && mint.wallet === body.mintPubkey) {
        memory.offers.add({ id: value.launchId, key, transactions: value.transactions, signers: [launcher, mint] })
      }
      return
    }
    case 'POST /api/agent/wire-fees/unsigned':
    case 'POST /api/agent/lock-holder-kol/unsigned':
      if (key !== null && launcher) {
        memory.lockOffers.add({ id: value.lockId, key, transactions: value.transactions, signers: [launcher] })
      }
      return
    case 'POST /api/agent/wire-fees':
    case 'POST /api/agent/lock-holder-kol':
    case 'POST /api/agent/wire-fees/submit':
      // Some are asked for again all the same.
      return chance.happens(0.8) ? memory.unlocked.drop(({ mint }) => mint === value.mint) : undefined
    case 'POST /api/approvals/open':
      return memory.approvalTokens.add(value.token)
    case 'GET /api/operator/payments':
      for (const { id, state } of value.payments) if (state === 'refund_due') memory.refundsDue.add(id)
      return
    case 'POST /api/agent/launch/submit':
      return memory.coins.add({ mint: value.mint, key, launcher: null, ticker: '' })
    case 'POST /api/webhooks':
      return key === null ? undefined : memory.hooks.add({ text: key, id: value.webhook.id })
    case 'GET /api/webhooks/{id}/deliveries': {
      const [first] = value.deliveries
      if (first && key !== null) memory.deliveries.add({ hook: { text: key, id: draft.path.split('/')[3]! }, id: first.id })
      return
    }
    case 'POST /api/jobs/coin':
      return key === null ? undefined : memory.jobs.add({ id: value.job.id, key, parts: value.job.parts?.length ?? 1, worker: null })
    case 'GET /api/coins/{mint}': {
      const id = /\/m\/([^/]+)$/.exec(value.coin?.metadataUrl ?? '')?.[1]
      return id === undefined ? undefined : memory.metadata.add(id)
    }
    case 'GET /api/coins/graduated-unfeatured':
      for (const { mint } of value.coins.slice(0, 3)) memory.graduated.add(mint)
      return
    case 'GET /api/coins':
      for (const { mint } of value.coins.slice(0, 2)) {
        if (chance.happens(0.2)) memory.coins.add({ mint, key: null, launcher: null, ticker: '' })
      }
      return
    case 'POST /api/simulated/clock':
      memory.clock.aheadMs = Math.max(memory.clock.aheadMs, Date.parse(value.now) - Date.now())
  }
}
