import type { Wallet } from '../../domain/brands.ts'
import type { SignedTransaction } from '../../domain/operation.ts'
import type { Secret } from '../../lib/secret.ts'

/** Money's source in a custodial call: parsed from a header, held for one request, never stored. */
export interface Launcher {
  readonly wallet: Wallet
  readonly secret: Secret<Uint8Array>
}

/** Signed and ready: nothing was sent. */
export interface Prepared {
  readonly transactions: readonly SignedTransaction[]
}
