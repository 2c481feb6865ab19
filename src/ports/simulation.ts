import type { Lamports, Mint, UnixMs, Wallet } from '../domain/brands.ts'
import type { CoinStage } from '../domain/coin.ts'
import type { Refusals } from './refusals.ts'

/** A coin of the simulated chain, for people who integrate. */
export interface SimulatedCoin {
  readonly mint: Mint
  readonly name: string
  readonly ticker: string
  readonly metadataUri: string
  readonly creator: Wallet
  readonly stage: CoinStage
  /** The present one, which is the block height too. */
  readonly slot: number
  readonly createSlot: number
  readonly lockSlot: number | null
  /** Its rent included. */
  readonly vaultLamports: Lamports
  /** What the vault lacks before a distribution pays; null when no fee share is locked. */
  readonly missingLamports: Lamports | null
  /** SOL in the curve, or in the pool. */
  readonly reserveLamports: Lamports
  readonly tradeCount: number
  readonly holderCount: number
  /** The largest, at most 20; tokens in millionths. */
  readonly holders: readonly { readonly wallet: Wallet; readonly tokens: bigint }[]
}

/** A wallet of the simulated chain. */
export interface SimulatedWallet {
  readonly wallet: Wallet
  readonly lamports: Lamports
  /** At most 100 coins. */
  readonly holdings: readonly { readonly mint: Mint; readonly tokens: bigint }[]
}

/** A trade that was made: what the wallet paid or got, and what of it went to the creator's side. */
export interface SimulatedTrade {
  readonly slot: number
  readonly lamports: bigint
  readonly tokens: bigint
  readonly creatorFeeLamports: bigint
}

/** What a simulated trader does. */
export const TRADE_SIDES = ['buy', 'sell'] as const

/** One of TRADE_SIDES. */
export type TradeSide = (typeof TRADE_SIDES)[number]

/** What anyone may do to the simulated chain, with no key and no signature. @see rules 11 */
export interface Simulation {
  /**
   * Buys for so many lamports, fees included, or sells what they are worth: all, when all is worth less or none are named.
   * @throws AppError mint_unknown | wallet_invalid | validation_invalid | chain_refused
   */
  trade(request: { mint: Mint; wallet: Wallet; side: TradeSide; lamports?: Lamports }): Promise<SimulatedTrade>
  /**
   * Completes the curve as if it had been bought out, with SOL from the faucet and with no fee; unsold tokens are burned.
   * The pool exists two slots later. A second time changes nothing. @throws AppError mint_unknown
   */
  graduate(mint: Mint): Promise<SimulatedCoin>
  /** @throws AppError coin_not_found */
  inspect(mint: Mint): Promise<SimulatedCoin>
  /** @throws AppError wallet_invalid */
  wallet(wallet: string): Promise<SimulatedWallet>
  /** Gives the wallet lamports out of nothing. @throws AppError wallet_invalid | validation_invalid */
  airdrop(wallet: string, amount: Lamports): Promise<SimulatedWallet>
  /** Moves the service's clock forward for good, and returns the new time. @throws AppError validation_invalid */
  advanceClock(ms: number): UnixMs
}

/** What each of these may throw. */
export const SIMULATION_REFUSALS = {
  trade: ['mint_unknown', 'wallet_invalid', 'validation_invalid', 'chain_refused'],
  graduate: ['mint_unknown'],
  inspect: ['coin_not_found'],
  wallet: ['wallet_invalid'],
  airdrop: ['wallet_invalid', 'validation_invalid'],
  advanceClock: ['validation_invalid'],
} as const satisfies Refusals<Simulation>
