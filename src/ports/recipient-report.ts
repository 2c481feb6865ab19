import type { AtomicUnits, Wallet } from '../domain/brands.ts'

/**
 * Whether a wallet can be paid. `unused` can, though no transaction has touched it: it may delay the first payment until the
 * vault covers its rent, and may still become a program. `executable` is a program, `reserved` an address that the chain
 * keeps for itself, `refusing` one to which a simulated payment failed, `invalid` no address.
 */
export interface RecipientReport {
  readonly wallet: Wallet
  readonly status: 'ok' | 'unused' | 'executable' | 'reserved' | 'refusing' | 'invalid'
  /** What an `unused` wallet must hold before it exists, and a vault keeps for itself; 0 for all others. */
  readonly opening: AtomicUnits
}
