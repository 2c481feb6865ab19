/** A person as requests and the directory name them: a Solana wallet, and perhaps an EVM wallet. */
export interface Payee {
  readonly wallet: string
  readonly evmWallet?: string | null | undefined
}

/** Picks the wallet in which a person is paid on a launchpad; null where they have none for it. The format is not checked. */
export type WalletOf = (payee: Payee) => string | null

/** A canonical form of an address for comparison: EVM addresses are compared without case, since case is only their checksum. */
export const addressKey = (address: string): string => (address.startsWith('0x') ? address.toLowerCase() : address)

/**
 * True for equal addresses. EVM addresses are equal regardless of case (which is only their checksum); Solana addresses are
 * case-sensitive.
 */
export const sameWallet = (one: string, other: string): boolean => addressKey(one) === addressKey(other)
