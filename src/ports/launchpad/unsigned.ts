import type { Mint } from '../../domain/brands.ts'
import type { UnsignedTransaction } from '../../domain/operation.ts'
import type { LockPath } from '../../domain/lock-path.ts'

/** A launch for other hands to sign, decided to the last byte. */
export interface UnsignedLaunch {
  readonly mint: Mint
  readonly lockPath: LockPath
  readonly transactions: readonly UnsignedTransaction[]
}
