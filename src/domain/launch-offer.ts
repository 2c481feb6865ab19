import type { UnixMs } from './brands.ts'
import { LIMITS } from './limits.ts'
import { type LaunchOperation, type LockOperation, NEVER_EXPIRES, type UnsignedTransaction } from './operation.ts'

/** Work handed out to be signed by the client. It becomes an operation with the same id when its transactions come back signed. */
interface Offer<Op extends LaunchOperation | LockOperation> {
  /** The operation it becomes, without signatures. */
  readonly operation: Omit<Op, 'transactions'>
  readonly unsigned: readonly UnsignedTransaction[]
  /** Not accepted from then on: its blockhash is about to expire, or its quote is old. */
  readonly expiresAtMs: UnixMs
}

/** How long transactions may be handed back, in ms: where nothing but another transaction ends them, as long as signing may take. */
export const offerMs = (unsigned: readonly UnsignedTransaction[]): number =>
  unsigned.every(({ lastValidBlockHeight }) => lastValidBlockHeight === NEVER_EXPIRES) ? LIMITS.launchOfferLastingMs : LIMITS.launchOfferMs

/**
 * A launch handed out to be signed by the client. Nothing of it is sent, reserved or counted before it comes back. The row stays
 * afterwards, as proof that the client holds the mint's key.
 */
export type LaunchOffer = Offer<LaunchOperation>

/** A lock of an existing coin's fees, handed out in the same way. */
export type LockOffer = Offer<LockOperation>
