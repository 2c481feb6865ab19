import { TOPIC_NAMES } from '../../src/features/topics/topic.ts'
import { PARTS_MAX } from '../../src/domain/kit/kit-items.ts'
import type { Draft } from './draft.ts'
import type { KnownJob } from './memory.ts'
import { crewOf, type Maker, mintOf, valueOf } from './fields.ts'
import { approve, openList, readList, reject } from './approval-recipes.ts'
import { KOLS } from './fuzz-server.ts'
import { submitLock, unsignedLock } from './lock-recipes.ts'
import { FUZZ_OPERATOR_KEY, FUZZ_OPS_KEY, personOf } from './people.ts'
import { asOperator, fill, idempotencyKey, type Recipe, secretText, signAs } from './recipe.ts'
import { dryRun, launch, submit, unsigned } from './launch-recipes.ts'

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

const ofHook: Recipe = ({ memory }, draft) => {
  const hook = memory.hooks.pick()
  if (!hook) return false
  draft.headers['x-svc-api-key'] = hook.text
  fill(draft, { id: hook.id })
  if (draft.method === 'DELETE') memory.hooks.remove(hook)
  return true
}

/** The part that a job has by its order, or any; a job that has none often names none. */
function namePart({ chance }: Maker, draft: Draft, { parts }: KnownJob): void {
  const { part: _drawn, ...body } = (draft.body ?? {}) as Record<string, unknown>
  draft.body = chance.happens(parts > 1 ? 0.9 : 0.2) ? { ...body, part: 1 + chance.below(chance.happens(0.6) ? 1 : PARTS_MAX) } : body
}

const ofJob =
  (asWorker: boolean): Recipe =>
  (maker, draft) => {
    const { chance, memory } = maker
    const job = memory.jobs.pick()
    if (!job) return false
    fill(draft, { id: job.id })
    if (/\/(submit|verify)$/.test(draft.path)) namePart(maker, draft, job)
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
  'POST /api/agent/launch/dry-run/{id}/reject': reject,
  'POST /api/approvals/open': openList,
  'GET /api/approvals': readList,
  'POST /api/agent/launch': launch,
  'POST /api/agent/launch/unsigned': unsigned,
  'POST /api/agent/launch/submit': submit,
  'POST /api/agent/autohire': ({ document, ...maker }, draft) => {
    draft.body = { name: valueOf({ document, ...maker }, { type: 'string' }, 'name'), ...(draft.body as object) }
  },
  'POST /api/agent/wire-fees': ofCoin((maker) => (maker.chance.happens(0.5) ? {} : { crew: crewOf(maker), mode: 'agent' }), {
    unlocked: true,
  }),
  'POST /api/agent/wire-fees/unsigned': unsignedLock({ holders: false }),
  'POST /api/agent/lock-holder-kol/unsigned': unsignedLock({ holders: true }),
  'POST /api/agent/wire-fees/submit': submitLock,
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
    // The only template that takes what a few trades pay for.
    if (maker.chance.happens(0.5)) body.template = 'x-upkeep'
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
  // Whoever is out is found by no later call: strangers alone, whom the directory does not have.
  'POST /api/kol/opt-out': (maker, draft) => {
    const person = personOf(`nobody ${maker.chance.below(5)}`)
    signAs(maker, draft, person, (at) => `svc-kol-opt-out:${new URL(maker.document.servers[0].url).host}:${person.wallet}:${at}`)
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
  'GET /api/operator/payments': ({ chance }, draft) => {
    // Those to pay back are few among many.
    if (chance.happens(0.5)) draft.query = [['state', 'refund_due']]
  },
  'POST /api/operator/payments/{id}/refunded': ({ memory }, draft) => {
    const id = memory.refundsDue.pick()
    if (id === null) return false
    asOperator(draft)
    fill(draft, { id })
    return true
  },
  'GET /api/kols/{handle}': ({ chance }, draft) => fill(draft, { handle: chance.pick(KOLS).handle }),
  'GET /llms/{topic}': ({ chance }, draft) => fill(draft, { topic: `${chance.pick(TOPIC_NAMES)}.txt` }),
  'GET /api/kols/wallet/{wallet}': ({ chance }, draft) => fill(draft, { wallet: chance.pick(KOLS).person.wallet }),
  'POST /api/simulated/{mint}/graduate': ({ chance }) => chance.happens(0.1),
}
