import type { SignedTransaction } from '../../domain/operation.ts'
import type { Refusals } from '../refusals.ts'

/** A node says by itself that a transaction was confirmed, so that nobody has to wait for the next time it is asked. */
export interface Confirmations {
  /**
   * Calls `seen` when a node says of one of the transactions that it was confirmed, or failed: at most once for each. It is a reason to ask
   * now and proves nothing: the node may be wrong, late or silent. Ends with `signal`, and holds one connection until then at most.
   */
  watch(transactions: readonly SignedTransaction[], seen: () => void, signal: AbortSignal): void
}

/** Errors of each method. */
export const CONFIRMATIONS_REFUSALS = { watch: [] } as const satisfies Refusals<Confirmations>
