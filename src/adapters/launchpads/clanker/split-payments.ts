import { type Address, type Hex, isAddressEqual } from 'viem'
import type { Wallet, Wei } from '../../../domain/brands.ts'
import { receiptsOfLogs } from '../../chains/evm/logs/known-receipts.ts'
import type { EvmLog } from '../../chains/evm/evm-shape.ts'
import { distributedIn, pushSplit } from '../../chains/evm/split/push-split.ts'
import type { ClankerCoinState } from './coin-state.ts'
import type { ClankerContext } from './context.ts'
import type { SplitRow } from './split-row.ts'

/** A payment to one wallet, by a transaction in a block. */
export interface WethPayment {
  readonly transactionHash: Hex
  readonly blockNumber: number
  readonly wallet: Wallet
  readonly wei: Wei
}

/** A coin of which more wallets share than there are rows. */
export type SplitCoin = ClankerCoinState & { readonly split: SplitRow }

/** Narrows to a coin whose one row is a split. */
export const hasSplit = (state: ClankerCoinState): state is SplitCoin => state.split !== null

const addressOf = ({ rows }: SplitCoin): Address => rows[0]!.wallet as string as Address

/** What the split behind the row paid in WETH, by its own logs, oldest first. */
export const splitPaymentsIn = ({ contracts }: ClankerContext, state: SplitCoin, logs: readonly EvmLog[]): WethPayment[] =>
  logs
    .filter(({ address, topics }) => isAddressEqual(address, addressOf(state)) && topics[0] === pushSplit.paymentTopic)
    .flatMap((log) =>
      distributedIn(log, state.split.shares, contracts.weth)
        .filter((payment) => payment.wei > 0n)
        .map((payment) => ({ ...payment, transactionHash: log.transactionHash, blockNumber: log.blockNumber })),
    )

/** The same of a range of blocks that providers answer in one query. */
export async function splitPaymentsOf(
  context: ClankerContext,
  state: SplitCoin,
  range: { readonly fromBlock: number; readonly toBlock: number },
): Promise<WethPayment[]> {
  const receipts = await receiptsOfLogs(context.rpc, { address: addressOf(state), topic: pushSplit.paymentTopic, ...range })
  return receipts.flatMap(({ logs }) => splitPaymentsIn(context, state, logs))
}
