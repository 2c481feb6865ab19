import { toBase58 } from '../../src/lib/bytes.ts'
import { signDetached } from '../../src/lib/ed25519.ts'
import { signOffer } from '../support/sign-offer.ts'
import type { Person } from '../support/test-app.ts'
import type { Draft } from './draft.ts'
import { crewOf, type Maker, mintOf, pictureText, valueOf } from './fields.ts'
import { APPROVERS, KOLS } from './fuzz-server.ts'
import { FUZZ_OPERATOR_KEY, FUZZ_OPS_KEY, personOf } from './people.ts'

/** Makes a draft of a route a good one, from what is remembered; false when it cannot be one yet. */
export type Recipe = (maker: Maker, draft: Draft) => boolean | void

const fill = (draft: Draft, values: Readonly<Record<string, string>>) => {
  draft.path = draft.route.path.replaceAll(/\{(\w+)\}/g, (hole, name: string) => encodeURIComponent(values[name] ?? hole))
}

const asOperator = (draft: Draft) => (draft.headers['x-svc-api-key'] = FUZZ_OPERATOR_KEY)

const secretText = ({ chance }: Maker, person: Person): string =>
  chance.happens(0.8) ? person.secret : JSON.stringify([...person.pair.secretKey.reveal()])

const idempotencyKey = ({ chance }: Maker): string => `fuzz-${chance.below(1e9).toString(36).padStart(6, '0')}`

/** The wallet headers for a message, by the service's clock. */
function signAs({ memory, chance }: Maker, draft: Draft, person: Person, message: (timestamp: string) => string): void {
  // Of two signatures in one millisecond the second would be the same one.
  const timestamp = String(Date.now() + memory.clock.aheadMs + chance.between(-60_000, 60_000))
  Object.assign(draft.headers, {
    'x-svc-wallet': person.wallet,
    'x-svc-timestamp': timestamp,
    'x-svc-signature': toBase58(signDetached(new TextEncoder().encode(message(timestamp)), person.pair)),
  })
  delete draft.headers['x-svc-api-key']
}

/** A coin to launch: its body, and who launches it. */
function coinOf(maker: Maker): { body: Record<string, unknown>; launcher: Person } {
  const { chance, memory, document } = maker
  const launcher = chance.pick(memory.people)
  const named = valueOf(maker, document.components.schemas.LaunchRequest) as Record<string, unknown>
  const { name, ticker, description, mode, twitter, website, agent } = named
  const source = chance.below(10)
  const body: Record<string, unknown> = {
    name,
    ticker,
    ...(description === undefined ? {} : { description }),
    ...(mode === undefined ? {} : { mode }),
    ...(twitter === undefined ? {} : { twitter }),
    ...(website === undefined ? {} : { website }),
    ...(agent === undefined ? {} : { agent }),
    ...(chance.happens(0.97) ? { imageBase64: pictureText(maker) } : { imageUrl: valueOf(maker, { type: 'string' }, 'imageUrl') }),
    ...(source < 8 ? { crew: crewOf(maker) } : source === 8 ? { autoHire: { seats: chance.between(1, 8) } } : { holderKol: true }),
    ...(chance.happens(0.2) ? { initialBuySol: chance.pick([0.01, 0.1, 0.000000001]) } : {}),
    ...(chance.happens(0.7) ? { launcherPubkey: launcher.wallet } : {}),
    ...(chance.happens(0.05) ? { atomicRequired: true } : {}),
    ...(chance.happens(0.1) ? { platform: 'simulated' } : {}),
    ...(chance.happens(0.001) ? { ticker: 'XSLOW' } : {}),
  }
  return { body, launcher }
}

const launch: Recipe = (maker, draft) => {
  const { chance, memory } = maker
  const again = chance.happens(0.06) ? memory.sent.pick() : null
  if (again) {
    Object.assign(draft.headers, again.headers)
    draft.headers['x-svc-api-key'] = again.key
    draft.body = chance.happens(0.8) ? again.body : { ...(again.body as object), ticker: 'OTHER' }
    return
  }
  const planned = chance.happens(0.5) ? memory.dryRuns.pick() : null
  const { body, launcher } = coinOf(maker)
  const person = planned?.launcher ?? launcher
  draft.headers['x-launcher-key'] = secretText(maker, person)
  if (chance.happens(0.5)) draft.headers['x-idempotency-key'] = idempotencyKey(maker)
  if (!planned || planned.body.intent === 'wire-fees') {
    draft.body = body
    return
  }
  draft.headers['x-svc-api-key'] = planned.key
  const { imageBase64, ...rest } = planned.body
  draft.body = { ...rest, ...(chance.happens(0.5) && imageBase64 !== undefined ? { imageBase64 } : {}), dryRunId: planned.id }
  if (chance.happens(0.9)) memory.dryRuns.remove(planned)
}

const dryRun: Recipe = (maker, draft) => {
  const { chance, memory } = maker
  const coin = chance.happens(0.15) ? (memory.unlocked.pick() ?? memory.coins.pick()) : null
  if (coin?.launcher && coin.key) {
    draft.headers['x-svc-api-key'] = coin.key
    draft.body = { intent: 'wire-fees', mint: coin.mint, launcherPubkey: coin.launcher.wallet, crew: crewOf(maker) }
    return
  }
  draft.body = coinOf(maker).body
}

const unsigned: Recipe = (maker, draft) => {
  const { body, launcher } = coinOf(maker)
  const { crew, autoHire, holderKol, ...rest } = body
  const source = crew ? { crew } : autoHire ? { autoHire } : { holderKol }
  const mint = personOf(`mint ${maker.chance.below(1e9)}`)
  maker.memory.mints.add(mint)
  draft.body = { ...rest, ...source, launcherPubkey: launcher.wallet, mintPubkey: mint.wallet }
}

const submit: Recipe = ({ chance, memory }, draft) => {
  const offer = memory.offers.pick()
  if (!offer) return false
  memory.offers.remove(offer)
  draft.headers['x-svc-api-key'] = offer.key
  const transactions = signOffer(
    offer,
    offer.signers.map(({ pair }) => pair),
  )
  if (chance.happens(0.1)) transactions.reverse()
  draft.body = { launchId: offer.launchId, transactions }
  return true
}

/** Calls about a coin by whoever launched it. */
const ofCoin =
  (more: (maker: Maker) => object = () => ({}), { secret = true, unlocked = false } = {}): Recipe =>
  (maker, draft) => {
    const { chance, memory } = maker
    const coin = (unlocked && chance.happens(0.6) ? memory.unlocked.pick() : null) ?? memory.coins.pick()
    draft.body = { mint: coin?.mint ?? mintOf(maker), ...more(maker) }
    if (coin?.key) draft.headers['x-svc-api-key'] = coin.key
    if (secret || chance.happens(0.4)) draft.headers['x-launcher-key'] = secretText(maker, coin?.launcher ?? chance.pick(memory.people))
  }

const approve: Recipe = (maker, draft) => {
  const { chance, memory } = maker
  const plan = memory.dryRuns.pick()
  if (!plan) return false
  fill(draft, { id: plan.id })
  signAs(
    maker,
    draft,
    chance.happens(0.95) ? chance.pick(APPROVERS) : chance.pick(memory.people),
    (at) => `svc-approve-dry-run:${plan.id}:${at}`,
  )
  if (chance.happens(0.3)) draft.headers['x-svc-dry-run-id'] = plan.id
  draft.body = undefined
  return true
}

const ofHook: Recipe = ({ memory }, draft) => {
  const hook = memory.hooks.pick()
  if (!hook) return false
  draft.headers['x-svc-api-key'] = hook.text
  fill(draft, { id: hook.id })
  if (draft.method === 'DELETE') memory.hooks.remove(hook)
  return true
}

const ofJob =
  (asWorker: boolean): Recipe =>
  (maker, draft) => {
    const { chance, memory } = maker
    const job = memory.jobs.pick()
    if (!job) return false
    fill(draft, { id: job.id })
    if (!asWorker) {
      draft.headers['x-svc-api-key'] = job.key
      return true
    }
    const verb = draft.path.endsWith('/claim') ? 'claim' : 'submit'
    const worker = (verb === 'submit' ? job.worker : null) ?? personOf(`worker ${chance.below(5)}`)
    signAs(maker, draft, worker, (at) => `svc-${verb}-job:${job.id}:${at}`)
    if (verb === 'claim') {
      job.worker = worker
      draft.body = undefined
    }
    return true
  }

/** Of routes whose good requests need more than their schema. */
export const RECIPES: Readonly<Record<string, Recipe>> = {
  'POST /api/agent/keys': (_maker, draft) => void asOperator(draft),
  'PATCH /api/agent/keys/{id}': ({ memory }, draft) => {
    const key = memory.keys.pick()
    if (!key) return false
    asOperator(draft)
    fill(draft, { id: key.id })
    return true
  },
  'POST /api/agent/keys/{id}/rotate': ({ chance, memory }, draft) => {
    const key = memory.keys.pick()
    if (!key) return false
    draft.headers['x-svc-api-key'] = chance.happens(0.7) ? key.text : FUZZ_OPERATOR_KEY
    fill(draft, { id: key.id })
    return true
  },
  'DELETE /api/agent/keys/{id}': ({ chance, memory }, draft) => {
    const key = memory.keys.pick()
    if (!key || chance.happens(0.8)) return false
    memory.keys.remove(key)
    draft.headers['x-svc-api-key'] = chance.happens(0.5) ? key.text : FUZZ_OPERATOR_KEY
    fill(draft, { id: key.id })
    return true
  },
  'POST /api/agent/launch/dry-run': dryRun,
  'POST /api/agent/launch/dry-run/{id}/approve': approve,
  'POST /api/agent/launch': launch,
  'POST /api/agent/launch/unsigned': unsigned,
  'POST /api/agent/launch/submit': submit,
  'POST /api/agent/autohire': ({ document, ...maker }, draft) => {
    draft.body = { name: valueOf({ document, ...maker }, { type: 'string' }, 'name'), ...(draft.body as object) }
  },
  'POST /api/agent/wire-fees': ofCoin((maker) => (maker.chance.happens(0.5) ? {} : { crew: crewOf(maker), mode: 'agent' }), {
    unlocked: true,
  }),
  'POST /api/agent/lock-holder-kol': ofCoin(undefined, { unlocked: true }),
  'POST /api/agent/crank': ofCoin(undefined, { secret: false }),
  'POST /api/coins/{mint}/featured': ({ chance, memory }, draft) => {
    draft.headers['x-svc-api-key'] = chance.pick([FUZZ_OPERATOR_KEY, FUZZ_OPS_KEY])
    const mint = memory.graduated.pick()
    if (mint !== null && chance.happens(0.8)) fill(draft, { mint })
  },
  'POST /api/jobs/coin': (maker, draft) => {
    const coin = maker.memory.coins.pick()
    if (!coin?.key) return false
    const body = draft.body as Record<string, unknown>
    if (body.template !== 'x-upkeep') delete body.postsPerWeek
    draft.body = { ...body, mint: coin.mint }
    draft.headers['x-svc-api-key'] = coin.key
    if (maker.chance.happens(0.3)) draft.headers['x-idempotency-key'] = idempotencyKey(maker)
    return true
  },
  'POST /api/jobs/{id}/verify': ofJob(false),
  'POST /api/jobs/{id}/cancel': ofJob(false),
  'POST /api/jobs/{id}/claim': ofJob(true),
  'POST /api/jobs/{id}/submit': ofJob(true),
  'GET /api/kol/referrals': (maker, draft) => {
    const { person } = maker.chance.pick(KOLS)
    signAs(maker, draft, person, (at) => `svc-kol-referrals:${person.wallet}:${at}`)
  },
  'GET /api/webhooks/{id}/deliveries': ofHook,
  'DELETE /api/webhooks/{id}': ofHook,
  'POST /api/webhooks/{id}/rotate': ofHook,
  'POST /api/webhooks/{id}/test': ofHook,
  'POST /api/webhooks/{id}/deliveries/{deliveryId}/redeliver': ({ memory }, draft) => {
    const delivery = memory.deliveries.pick()
    if (!delivery) return false
    draft.headers['x-svc-api-key'] = delivery.hook.text
    fill(draft, { id: delivery.hook.id, deliveryId: delivery.id })
    return true
  },
  'GET /metrics': (_maker, draft) => void asOperator(draft),
  'GET /api/kols/wallet/{wallet}': ({ chance }, draft) => fill(draft, { wallet: chance.pick(KOLS).person.wallet }),
  'POST /api/simulated/{mint}/graduate': ({ chance }) => chance.happens(0.1),
}
