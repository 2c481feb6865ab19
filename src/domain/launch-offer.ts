import type { UnixMs } from './brands.ts'
import type { LaunchOperation, UnsignedTransaction } from './operation.ts'

/**
 * A launch that was handed out to be signed elsewhere. Nothing of it is sent, held or counted: it becomes an operation, of
 * the same id, when its transactions come back signed. It stays afterwards, as the sign that the client holds the mint's key.
 */
export interface LaunchOffer {
  /** The operation to be, all but its signatures. */
  readonly operation: Omit<LaunchOperation, 'transactions'>
  readonly unsigned: readonly UnsignedTransaction[]
  /** From then on it is not accepted: its blockhash has hardly any time left. */
  readonly expiresAtMs: UnixMs
}
