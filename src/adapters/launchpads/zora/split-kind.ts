import type { Address, Hex } from 'viem'
import type { Wallet } from '../../../domain/brands.ts'
import type { CoinPlan } from '../../../ports/launchpad/coin.ts'
import type { BoundedCall } from '../../chains/evm/bounded-calls.ts'
import type { EvmCall, EvmRpc } from '../../chains/evm/evm-rpc.ts'
import type { EvmLog } from '../../chains/evm/evm-shape.ts'

/** The wallets of a split, each with its basis points. */
export type Shares = CoinPlan['shareholders']

/** What a log says that a split paid: to one wallet, or in all. */
export interface SplitPayment {
  readonly wallet: Wallet
  readonly wei: bigint
}

/**
 * A contract that pays what it holds to fixed shares, and that nobody owns. Its address follows from coin and shares
 * alone, in their order: who knows both can prove that a coin pays them, and nobody has to be believed.
 */
export interface SplitKind {
  readonly id: 'push-split' | 'payment-splitter'
  addressOf(rpc: EvmRpc, coin: Address, shares: Shares): Promise<Address>
  /** Makes the split; anyone may. */
  createCall(coin: Address, shares: Shares): EvmCall
  /** Of what it holds, what a distribution can pay out. */
  payableWei(balanceWei: bigint): bigint
  /**
   * Calls that pay out everything in ETH, and in the coin where `coinsToo`; anyone may make them. One that
   * fails pays nobody. Those of the shareholders that are `contracts` get gas to take their part with.
   */
  distributeCalls(
    split: Address,
    shares: Shares,
    coin: { readonly address: Address; readonly too: boolean },
    contracts: ReadonlySet<Wallet>,
  ): BoundedCall[]
  /** The topic of the log in which it tells of a payment in ETH. */
  readonly paymentTopic: Hex
  /** What such a log says; nothing for payments in anything but ETH. */
  paymentsIn(log: EvmLog, shares: Shares): SplitPayment[]
}
