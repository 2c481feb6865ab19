import type { Person } from '../support/test-app.ts'
import { crewOf, type Maker, pictureText, valueOf } from './fields.ts'
import { personOf } from './people.ts'
import { idempotencyKey, type Recipe, secretText, signedOffer } from './recipe.ts'

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

/** A launch, with its own secret or as a repeat. */
export const launch: Recipe = (maker, draft) => {
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

/** A dry-run of a coin, or of a repair. */
export const dryRun: Recipe = (maker, draft) => {
  const { chance, memory } = maker
  const coin = chance.happens(0.15) ? (memory.unlocked.pick() ?? memory.coins.pick()) : null
  if (coin?.launcher && coin.key) {
    draft.headers['x-svc-api-key'] = coin.key
    draft.body = { intent: 'wire-fees', mint: coin.mint, launcherPubkey: coin.launcher.wallet, crew: crewOf(maker) }
    return
  }
  draft.body = coinOf(maker).body
}

/** An offer of a launch that is signed elsewhere. */
export const unsigned: Recipe = (maker, draft) => {
  const { body, launcher } = coinOf(maker)
  const { crew, autoHire, holderKol, ...rest } = body
  const source = crew ? { crew } : autoHire ? { autoHire } : { holderKol }
  const mint = personOf(`mint ${maker.chance.below(1e9)}`)
  maker.memory.mints.add(mint)
  draft.body = { ...rest, ...source, launcherPubkey: launcher.wallet, mintPubkey: mint.wallet }
}

/** What was offered, signed. */
export const submit: Recipe = ({ chance, memory }, draft) => {
  const offer = memory.offers.pick()
  if (!offer) return false
  memory.offers.remove(offer)
  draft.headers['x-svc-api-key'] = offer.key
  draft.body = { launchId: offer.id, transactions: signedOffer(chance, offer) }
  return true
}
