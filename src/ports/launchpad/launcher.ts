import type { SignedTransaction } from '../../domain/operation.ts'
import type { Secret } from '../../lib/secret.ts'
import type { Signer } from '../signer.ts'

/** The wallet that pays in a custodial call: parsed from a header, kept in memory for one request, never stored. */
export interface Launcher extends Signer {
  readonly secret: Secret<Uint8Array>
}

/** Signed transactions; nothing was sent. */
export interface Prepared {
  readonly transactions: readonly SignedTransaction[]
}
