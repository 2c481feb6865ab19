import { crewOf } from './fields.ts'
import { type Recipe, signedOffer } from './recipe.ts'

/** An offer of a lock that is signed elsewhere, of a coin that was launched without one. */
export const unsignedLock =
  ({ holders }: { readonly holders: boolean }): Recipe =>
  (maker, draft) => {
    const coin = maker.memory.unlocked.pick()
    if (!coin?.key || !coin.launcher) return false
    draft.headers['x-svc-api-key'] = coin.key
    const crew = holders || maker.chance.happens(0.3) ? {} : { crew: crewOf(maker), mode: 'agent' }
    draft.body = { mint: coin.mint, launcherPubkey: coin.launcher.wallet, ...crew }
    return true
  }

/** What was offered of a lock, signed. */
export const submitLock: Recipe = ({ chance, memory }, draft) => {
  const offer = memory.lockOffers.pick()
  if (!offer) return false
  memory.lockOffers.remove(offer)
  draft.headers['x-svc-api-key'] = offer.key
  draft.body = { lockId: offer.id, transactions: signedOffer(chance, offer) }
  return true
}
