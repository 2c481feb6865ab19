import { type AtomicUnits, atomicUnits, type TokenMicros, type UnixMs, type Wallet } from '../brands.ts'
import type { CoinPrice } from '../money/coin-price.ts'

/** Tokens that were bought for an amount, fees included. */
interface Bought {
  readonly spentAtomic: AtomicUnits
  readonly tokenMicros: TokenMicros
}

/**
 * What a launch came to when it was run and not sent, and what a minute of trading brings after it: a sniper buys at once, others
 * follow, and the sniper sells all that it bought.
 */
export interface Rehearsal {
  /** What ran it, as a clause that names whose word it is. */
  readonly ranBy: string
  /** Of the chain, when its accounts were read. */
  readonly height: number
  readonly payer: Wallet
  /** Why another wallet than the launcher's paid; null where the launcher's did. */
  readonly standsIn: 'unnamed' | 'balance-too-low' | null
  readonly transactions: number
  /** What the payer had less afterwards: rent, fees, first buy. */
  readonly costAtomic: AtomicUnits
  /** Null where the launch buys nothing. */
  readonly firstBuy: Bought | null
  readonly supplyTokenMicros: TokenMicros
  /** What the coin costs when the launch is done, and after the minute. */
  readonly priceAfterLaunch: Pick<CoinPrice, 'quoteAtomic' | 'tokenMicros'>
  readonly priceAfterMinute: Pick<CoinPrice, 'quoteAtomic' | 'tokenMicros'>
  readonly sniper: Bought & { readonly soldForAtomic: AtomicUnits }
  readonly others: { readonly buys: number; readonly eachAtomic: AtomicUnits }
  /** Creator fees of the first buy and of the minute. */
  readonly feesAtomic: AtomicUnits
  /** What of them is paid to each shareholder of the plan, in its order; empty where nothing is locked. */
  readonly sharesAtomic: readonly AtomicUnits[]
}

/** Why a launch could not be rehearsed, in a sentence. */
export interface NoRehearsal {
  readonly reason: string
}

/** A rehearsal, or why there is none, as it was known at the time. */
export type KeptRehearsal = (Rehearsal | NoRehearsal) & { readonly atMs: UnixMs }

/** Each share of what is paid out, rounded down as the programs do. */
export const partsOf = (shareholders: readonly { readonly bps: number }[], feesAtomic: AtomicUnits): AtomicUnits[] =>
  shareholders.map(({ bps }) => atomicUnits((feesAtomic * BigInt(bps)) / 10_000n))
