import { type Address, decodeFunctionResult, encodeFunctionData, type Hex, isAddressEqual, parseAbi } from 'viem'
import { type Wei, wei } from '../../../domain/brands.ts'
import type { CoinRecord } from '../../../ports/launchpad/coin.ts'
import { decoded } from '../../chains/evm/decoded.ts'
import type { EvmCall } from '../../chains/evm/evm-rpc.ts'
import { pushSplit } from '../../chains/evm/split/push-split.ts'
import type { Shares } from '../../chains/evm/split/split-kind.ts'
import type { ClankerContext } from './context.ts'

/** Most rows that the locker takes; more wallets share behind one row. */
export const ROWS_MAX = 7

/** The split contract that a coin's one row pays, with the recorded shares. */
export interface SplitRow {
  readonly shares: Shares
  /** What it holds and pays out, in WETH; one wei stays. */
  readonly payableWei: Wei
}

const abi = parseAbi(['function balanceOf(address account) view returns (uint256)', 'function splitHash() view returns (bytes32)'])

const balanceCall = ({ contracts }: ClankerContext, account: Address): EvmCall => ({
  to: contracts.weth,
  data: encodeFunctionData({ abi, functionName: 'balanceOf', args: [account] }),
})

const payableOf = (answer: Hex | null | undefined): Wei =>
  pushSplit.payableWei(wei(answer ? decoded(() => decodeFunctionResult({ abi, functionName: 'balanceOf', data: answer })) : 0n))

/** The split behind the row, where its address is that of the recorded shares and it exists; null where the wallets are rows themselves. */
export async function readSplitRow(
  context: ClankerContext,
  coin: Address,
  recipients: readonly Address[],
  record?: Pick<CoinRecord, 'shareholders'>,
): Promise<SplitRow | null> {
  const [recipient] = recipients
  if (!record || recipients.length !== 1 || record.shareholders.length <= ROWS_MAX) return null
  const { rpc } = context
  const [planned, code, [balance]] = await Promise.all([
    pushSplit.addressOf(rpc, coin, record.shareholders),
    rpc.code(recipient!),
    rpc.readMany([balanceCall(context, recipient!)]),
  ])
  if (code === '0x' || !isAddressEqual(planned, recipient!)) return null
  return { shares: record.shareholders, payableWei: payableOf(balance) }
}

/** Asks what a recipient holds to pay out, and whether it is a split at all. */
export const heldCalls = (context: ClankerContext, recipient: Address): EvmCall[] => [
  { to: recipient, data: encodeFunctionData({ abi, functionName: 'splitHash' }) },
  balanceCall(context, recipient),
]

/** What a split pays out beside what waits for it; nothing for any other wallet, whose WETH is its own. */
export const heldIn = ([hash, balance]: readonly (Hex | null)[]): Wei => (hash ? payableOf(balance) : wei(0))
