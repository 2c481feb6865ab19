/** Of a service whose payers need name none. */
export const NO_WALLETS: FacilitatorWallets = { solanaFeePayers: [], upto: [] }

/** Wallets that a payment has to name, the offered one first; empty where it takes none of the kind. */
export interface FacilitatorWallets {
  /** One pays the fee of a payment on Solana. */
  readonly solanaFeePayers: readonly string[]
  /** One settles a payment of scheme `upto` on Base; who has one takes exact payments by Permit2 too. */
  readonly upto: readonly string[]
}
