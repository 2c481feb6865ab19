import type { Address, Hex } from 'viem'
import { type Wallet, type Wei, wei } from '../../../../domain/brands.ts'
import { divideUp } from '../../../../domain/money/divide-up.ts'
import type { CoinPlan } from '../../../../ports/launchpad/coin.ts'
import type { ProgramCall, ProgramWord } from '../programs/all-or-none.ts'
import type { BoundedCall } from '../programs/bounded-calls.ts'
import type { EvmCall, EvmRpc } from '../evm-rpc.ts'
import type { EvmLog } from '../evm-shape.ts'
import type { SPLIT_IDS } from './split-ids.ts'

/** The wallets of a split, each with its basis points. */
export type Shares = CoinPlan['shareholders']

/** A payment that a split's log reports: to one wallet, or in total. */
export interface SplitPayment {
  readonly wallet: Wallet
  readonly wei: Wei
}

/**
 * A contract that pays its balance to fixed shares, and that nobody owns. Its address is derived from coin and shares, in their order, so
 * that anyone who knows both can verify that a coin pays them.
 */
export interface SplitKind {
  readonly id: (typeof SPLIT_IDS)[number]
  addressOf(rpc: EvmRpc, coin: Address, shares: Shares): Promise<Address>
  /** Deploys the split; anyone may call it. */
  createCall(coin: Address, shares: Shares): EvmCall
  /** The same for a coin that is known when the program runs; returns the split's address. */
  createStep(coin: ProgramWord, shares: Shares): ProgramCall
  /** The distributable part of a balance. */
  payableWei(balanceWei: Wei): Wei
  /**
   * Calls that pay out all ETH, and the coin too where `coinsToo`; anyone may make them. A call that fails pays nobody. Shareholders in
   * `contracts` get gas for their own code.
   */
  distributeCalls(
    split: Address,
    shares: Shares,
    coin: { readonly address: Address; readonly too: boolean },
    contracts: ReadonlySet<Wallet>,
  ): BoundedCall[]
  /**
   * Calls that hand the split's coins out to all; anyone may make them. Each reverts where the coin is not at this address, or the split
   * holds none of it.
   */
  handOutSteps(split: ProgramWord, shares: Shares, coin: ProgramWord): ProgramCall[]
  /** It credits in the warehouse of 0xSplits what a payee does not take. */
  readonly credits: boolean
  /** The topic of the log that reports a payment in ETH. */
  readonly paymentTopic: Hex
  /** The payment of such a log; null for payments in anything but ETH. */
  paymentsIn(log: EvmLog, shares: Shares): SplitPayment[]
}

/** The least amount that gives each of these shares a wei. */
export const leastWei = (shares: Shares): Wei =>
  wei(divideUp(10_000n, BigInt(shares.reduce((least, { bps }) => Math.min(least, bps), 10_000))))
