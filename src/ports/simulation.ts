import type { Lamports, Mint, TokenMicros, UnixMs, Wallet } from '../domain/brands.ts'
import type { CoinStage } from '../domain/coin.ts'
import type { Refusals } from './refusals.ts'

/** A coin of the simulated chain, for integrators. */
export interface SimulatedCoin {
  readonly mint: Mint
  readonly name: string
  readonly ticker: string
  readonly metadataUri: string
  readonly creator: Wallet
  readonly stage: CoinStage
  /** The current slot, which is also the block height. */
  readonly slot: number
  readonly createSlot: number
  readonly lockSlot: number | null
  /** Rent included. */
  readonly vaultLamports: Lamports
  /** The amount that the vault lacks for a distribution; null when no fee share is locked. */
  readonly missingLamports: Lamports | null
  /** SOL in the curve, or in the pool. */
  readonly reserveLamports: Lamports
  readonly tradeCount: number
  readonly holderCount: number
  /** The largest balances, at most 20. */
  readonly holders: readonly { readonly wallet: Wallet; readonly tokenMicros: TokenMicros }[]
}

/** A wallet of the simulated chain. */
export interface SimulatedWallet {
  readonly wallet: Wallet
  readonly lamports: Lamports
  /** At most 100 coins. */
  readonly holdings: readonly { readonly mint: Mint; readonly tokenMicros: TokenMicros }[]
}

/** An executed trade: what the wallet paid or received, and the part that accrued to the creator. */
export interface SimulatedTrade {
  readonly slot: number
  readonly lamports: Lamports
  readonly tokenMicros: TokenMicros
  readonly creatorFeeLamports: Lamports
}

/** The sides of a simulated trade. */
export const TRADE_SIDES = ['buy', 'sell'] as const

/** One of TRADE_SIDES. */
export type TradeSide = (typeof TRADE_SIDES)[number]

/** Controls of the simulated chain, open to anyone without key or signature. @see rules 11 */
export interface Simulation {
  /**
   * Buys for this many lamports, fees included, or sells tokens worth as much: all of them when they are worth less or no amount is
   * given.
   */
  trade(request: { mint: Mint; wallet: Wallet; side: TradeSide; lamports?: Lamports }): Promise<SimulatedTrade>
  /**
   * Completes the curve as if it were bought out, with SOL from the faucet and without a fee; unsold tokens are burned. The pool exists
   * two slots later. A second call changes nothing.
   */
  graduate(mint: Mint): Promise<SimulatedCoin>
  /** A coin as the simulated chain has it. */
  inspect(mint: Mint): Promise<SimulatedCoin>
  /** A wallet as the simulated chain has it. */
  wallet(wallet: string): Promise<SimulatedWallet>
  /** Credits the wallet with new lamports. */
  airdrop(wallet: string, amountLamports: Lamports): Promise<SimulatedWallet>
  /** Grows with each change to the chain that these controls make. */
  changes(): number
  /** Advances the service's clock permanently, and returns the new time. */
  advanceClock(ms: number): UnixMs
}

/** Errors of each method. */
export const SIMULATION_REFUSALS = {
  trade: ['mint_unknown', 'wallet_invalid', 'validation_invalid', 'chain_refused'],
  graduate: ['mint_unknown'],
  inspect: ['coin_not_found'],
  wallet: ['wallet_invalid'],
  airdrop: ['wallet_invalid', 'validation_invalid'],
  changes: [],
  advanceClock: ['validation_invalid'],
} as const satisfies Refusals<Simulation>
