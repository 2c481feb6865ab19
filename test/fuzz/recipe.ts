import { toBase58 } from '../../src/lib/bytes.ts'
import { signDetached } from '../../src/lib/ed25519.ts'
import type { Person } from '../support/test-app.ts'
import { signOffer } from '../support/sign-offer.ts'
import type { Chance } from './chance.ts'
import type { Draft } from './draft.ts'
import type { Maker } from './fields.ts'
import type { KnownOffer } from './memory.ts'
import { FUZZ_OPERATOR_KEY } from './people.ts'

/** Makes a draft of a route a good one, from what is remembered; false when it cannot be one yet. */
export type Recipe = (maker: Maker, draft: Draft) => boolean | void

/** Puts values into the holes of the path. */
export const fill = (draft: Draft, values: Readonly<Record<string, string>>) => {
  draft.path = draft.route.path.replaceAll(/\{(\w+)\}/g, (hole, name: string) => encodeURIComponent(values[name] ?? hole))
}

/** Calls with the operator’s key. */
export const asOperator = (draft: Draft) => (draft.headers['x-svc-api-key'] = FUZZ_OPERATOR_KEY)

/** A secret in either form in which wallets write it. */
export const secretText = ({ chance }: Maker, person: Person): string =>
  chance.happens(0.8) ? person.secret : JSON.stringify([...person.pair.secretKey.reveal()])

/** The transactions of an offer, signed; now and then in another order. */
export function signedOffer(chance: Chance, offer: KnownOffer): string[] {
  const transactions = signOffer(
    offer,
    offer.signers.map(({ pair }) => pair),
  )
  return chance.happens(0.1) ? transactions.reverse() : transactions
}

/** A new idempotency key. */
export const idempotencyKey = ({ chance }: Maker): string => `fuzz-${chance.below(1e9).toString(36).padStart(6, '0')}`

/** The wallet headers for a message, by the service's clock. */
export function signAs({ memory, chance }: Maker, draft: Draft, person: Person, message: (timestamp: string) => string): void {
  // Of two signatures in one millisecond the second would be the same one.
  const timestamp = String(Date.now() + memory.clock.aheadMs + chance.between(-60_000, 60_000))
  Object.assign(draft.headers, {
    'x-svc-wallet': person.wallet,
    'x-svc-timestamp': timestamp,
    'x-svc-signature': toBase58(signDetached(new TextEncoder().encode(message(timestamp)), person.pair)),
  })
  delete draft.headers['x-svc-api-key']
}
