import type { AtomicUnits, Wallet } from '../domain/brands.ts'

/**
 * Whether a wallet can be paid. `unused` can, though it has never been used on chain: it may delay the first payment until the vault
 * covers its rent, and may still become a program. `executable` is a program, `reserved` an address that the chain reserves, `refusing`
 * one to which a simulated payment failed, `invalid` not an address.
 */
export interface RecipientReport {
  readonly wallet: Wallet
  readonly status: 'ok' | 'unused' | 'executable' | 'reserved' | 'refusing' | 'invalid'
  /** The balance that an `unused` wallet needs to exist, and that a vault keeps for itself; 0 for all others. */
  readonly openingAtomic: AtomicUnits
}
