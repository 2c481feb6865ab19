import type { Lamports, Mint, UnixMs, Wallet } from '../domain/brands.ts'

/** A coin of the simulated chain, for people who integrate. */
export interface SimulatedCoin {
  readonly mint: Mint
  readonly name: string
  readonly ticker: string
  readonly metadataUri: string
  readonly creator: Wallet
  readonly stage: 'curve' | 'graduating' | 'graduated'
  readonly slot: number
  readonly createSlot: number
  readonly lockSlot: number | null
  readonly vaultLamports: Lamports
  readonly missingLamports: Lamports | null
  readonly reserveLamports: Lamports
  readonly tradeCount: number
  readonly holderCount: number
  readonly holders: readonly { readonly wallet: Wallet; readonly tokens: bigint }[]
}

/** A wallet of the simulated chain. */
export interface SimulatedWallet {
  readonly wallet: Wallet
  readonly lamports: Lamports
  readonly holdings: readonly { readonly mint: Mint; readonly tokens: bigint }[]
}

/** A trade that was made: what the wallet paid or got, and what of it went to the creator's side. */
export interface SimulatedTrade {
  readonly slot: number
  readonly lamports: bigint
  readonly tokens: bigint
  readonly creatorFeeLamports: bigint
}

/** What anyone may do to the simulated chain, with no key and no signature. @see DESIGN 4 Simulated mode */
export interface Simulation {
  trade(request: { mint: Mint; wallet: Wallet; side: 'buy' | 'sell'; lamports?: Lamports }): Promise<SimulatedTrade>
  graduate(mint: Mint): Promise<SimulatedCoin>
  inspect(mint: Mint): Promise<SimulatedCoin>
  wallet(wallet: string): Promise<SimulatedWallet>
  airdrop(wallet: string, amount: Lamports): Promise<SimulatedWallet>
  /** Moves the service's clock forward for good, and returns the new time. */
  advanceClock(ms: number): UnixMs
}
