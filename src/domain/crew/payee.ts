/** A person as requests and the directory name them: a wallet of Solana, and maybe one of EVM chains. */
export interface Payee {
  readonly wallet: string
  readonly evmWallet?: string | null | undefined
}

/** The one of a person's wallets in which they are paid on a launchpad; null where they have none there. Says nothing of its form. */
export type WalletOf = (payee: Payee) => string | null

/** The same text for one address: those of EVM chains differ in case by their checksum alone. */
export const addressKey = (address: string): string => (address.startsWith('0x') ? address.toLowerCase() : address)

/** True for one address: those of EVM chains differ in case by their checksum alone, a Solana address in another case is another one. */
export const sameWallet = (one: string, other: string): boolean => addressKey(one) === addressKey(other)
