import type { KeyId, Wallet } from '../../domain/brands.ts'
import type { AmountsByCurrency } from '../../domain/money/currency.ts'

/** Who launched coins: a key, or a wallet. */
export type LaunchedBy = { readonly keyId: KeyId } | { readonly launcher: Wallet }

/** What an agent did, counted from the record. */
export interface AgentFacts {
  /** Of its newest coins, OWN_LIMITS.agentCoinsMax at most: how many there are, are locked to their split, and were taken from it. */
  readonly launched: number
  readonly locked: number
  readonly redirected: number
  /** Creator fees that its coins paid to wallets other than their launchers, in how many payments. */
  readonly paidToOthers: AmountsByCurrency
  readonly payments: number
  /** Jobs for its coins that were done and paid, and jobs that it did itself, which wallets do; as many at most. */
  readonly jobs: { readonly paid: number; readonly done: number }
}

/** What agents did. */
export interface AgentRepo {
  /** The key that is called so in public; revoked ones too. */
  findKey(name: string): Promise<KeyId | null>
  /** Zeros for one that launched nothing. */
  facts(by: LaunchedBy): Promise<AgentFacts>
}
