import {
  type Address,
  type Block,
  decodeFunctionResult,
  type Hex,
  isAddressEqual,
  type Log,
  pad,
  parseAbi,
  type TransactionReceipt,
} from 'viem'
import { type UnixMs, unixMs, type Wei, wei } from '../../../domain/brands.ts'
import { text } from '../rpc-shape.ts'

/** The newest block, as fees and confirmations need it. */
export interface EvmHead {
  readonly number: number
  readonly baseFeeWei: Wei
}

/** An event log of a transaction in a block. */
export type EvmLog = Readonly<
  Pick<Log<number, number, false>, 'address' | 'topics' | 'data' | 'transactionHash' | 'blockNumber' | 'logIndex'>
>

/** The receipt of a transaction in a block; `succeeded` is false where it was reverted. */
export interface EvmReceipt {
  readonly transactionHash: Hex
  readonly blockNumber: number
  readonly succeeded: boolean
  readonly logs: readonly EvmLog[]
}

/** A transaction as its block has it. */
export interface EvmTransaction {
  readonly hash: Hex
  readonly from: string
  readonly to: string | null
  readonly nonce: number
  readonly input: string
  readonly valueWei: Wei
}

/** A block with its transactions. */
export interface EvmBlock {
  readonly atMs: UnixMs
  readonly transactions: readonly EvmTransaction[]
}

/** @see https://github.com/mds1/multicall3 */
export const multicallAbi = parseAbi([
  'struct Call3 { address target; bool allowFailure; bytes callData; }',
  'struct Result { bool success; bytes returnData; }',
  'function aggregate3(Call3[] calls) payable returns (Result[] returnData)',
  'function getEthBalance(address addr) view returns (uint256 balance)',
])

/** Whole bytes in hex. @throws Error on anything else */
export function hex(value: unknown): Hex {
  const found = text(value)
  if (found.length % 2 === 1 || !/^0x[0-9a-f]*$/i.test(found)) throw new Error('not hex')
  return found as Hex
}

/** A number of the EVM: at most 32 bytes. @throws Error on anything else */
export function quantity(value: unknown): bigint {
  const found = text(value)
  if (!/^0x[0-9a-f]{1,64}$/i.test(found)) throw new Error('not a quantity')
  return BigInt(found)
}

/** From a validated block. */
export const headOf = ({ number, baseFeePerGas }: Block): EvmHead => ({ number: Number(number), baseFeeWei: wei(baseFeePerGas ?? 0n) })

/** From a validated block with its transactions. */
export const blockOf = ({ timestamp, transactions }: Block<bigint, true>): EvmBlock => ({
  atMs: unixMs(Number(timestamp) * 1_000),
  transactions: transactions.map(({ hash, from, to, nonce, input, value }) => ({
    hash,
    from: from.toLowerCase(),
    to: to && to.toLowerCase(),
    nonce,
    input: input.toLowerCase(),
    valueWei: wei(value),
  })),
})

/** From a validated receipt. */
export const receiptOf = ({ transactionHash, blockNumber, status, logs }: TransactionReceipt): EvmReceipt => ({
  transactionHash,
  blockNumber: Number(blockNumber),
  succeeded: status === 'success',
  logs: logs.map(logOf),
})

/** From a validated log. */
export const logOf = ({ address, topics, data, transactionHash, blockNumber, logIndex }: Log): EvmLog => ({
  address,
  topics,
  data,
  transactionHash: transactionHash!,
  blockNumber: Number(blockNumber),
  logIndex: Number(logIndex),
})

/** Event logs of any of the addresses with any of the topics; with `about`, those alone whose first indexed value is one of these. */
export interface EvmLogFilter {
  readonly address: Address | readonly Address[]
  readonly topic: Hex | readonly Hex[]
  readonly about?: readonly Address[] | undefined
  readonly fromBlock: number
  readonly toBlock: number
}

/** Of what a node answers the logs that were asked for: of blocks that were not undone, oldest first, each once. */
export function askedLogs({ address, topic, about, fromBlock, toBlock }: EvmLogFilter, answered: readonly Log[]): EvmLog[] {
  const [addresses, topics] = [[address].flat(), [topic].flat()]
  const values = about?.map((each) => pad(each).toLowerCase())
  const asked = answered
    .filter(({ removed }) => !removed)
    .map(logOf)
    .filter(
      (log) =>
        addresses.some((each) => isAddressEqual(each, log.address)) &&
        topics.some((each) => each === log.topics[0]) &&
        (values === undefined || values.includes((log.topics[1] ?? '').toLowerCase())) &&
        log.blockNumber >= fromBlock &&
        log.blockNumber <= toBlock,
    )
  const once = new Map(asked.map((log) => [`${log.blockNumber} ${log.logIndex}`, log]))
  return [...once.values()].toSorted(byPlace)
}

type Placed = Pick<EvmLog, 'blockNumber' | 'logIndex'>

/** The order of logs on their chain. */
export const byPlace = (one: Placed, other: Placed): number => one.blockNumber - other.blockNumber || one.logIndex - other.logIndex

/** The results of a Multicall3 call, in order. @throws Error on any other shape */
export function readAggregate(result: unknown, calls: number): readonly { readonly success: boolean; readonly returnData: Hex }[] {
  const results = decodeFunctionResult({ abi: multicallAbi, functionName: 'aggregate3', data: hex(result) })
  if (results.length !== calls) throw new Error('not one result a call')
  return results
}
