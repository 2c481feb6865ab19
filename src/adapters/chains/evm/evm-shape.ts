import { type Address, type Block, decodeFunctionResult, type Hex, type Log, parseAbi, type TransactionReceipt } from 'viem'
import { text } from '../rpc-shape.ts'

/** The newest block, as fees and depth are counted from it. */
export interface EvmHead {
  readonly number: number
  readonly baseFeeWei: bigint
}

/** An event that a contract wrote in a transaction. */
export interface EvmLog {
  readonly address: Address
  readonly topics: readonly Hex[]
  readonly data: Hex
  readonly transactionHash: Hex
  readonly blockNumber: number
}

/** What became of a transaction that is in a block; `succeeded` is false where it was reverted. */
export interface EvmReceipt {
  readonly blockNumber: number
  readonly succeeded: boolean
  readonly logs: readonly EvmLog[]
}

/** A transaction as a block has it. */
export interface EvmTransaction {
  readonly hash: Hex
  readonly from: string
  readonly to: string | null
  readonly nonce: number
  readonly input: string
  readonly valueWei: bigint
}

/** A block with its transactions. */
export interface EvmBlock {
  readonly atMs: number
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

/** A number of the EVM: 32 bytes at most. @throws Error on anything else */
export function quantity(value: unknown): bigint {
  const found = text(value)
  if (!/^0x[0-9a-f]{1,64}$/i.test(found)) throw new Error('not a quantity')
  return BigInt(found)
}

/** Of a block whose answer had its shape. */
export const headOf = ({ number, baseFeePerGas }: Block): EvmHead => ({ number: Number(number), baseFeeWei: baseFeePerGas ?? 0n })

/** Of a block with its transactions, whose answer had its shape. */
export const blockOf = ({ timestamp, transactions }: Block<bigint, true>): EvmBlock => ({
  atMs: Number(timestamp) * 1_000,
  transactions: transactions.map(({ hash, from, to, nonce, input, value }) => ({
    hash,
    from: from.toLowerCase(),
    to: to && to.toLowerCase(),
    nonce,
    input: input.toLowerCase(),
    valueWei: value,
  })),
})

/** Of a receipt whose answer had its shape. */
export const receiptOf = ({ blockNumber, status, logs }: TransactionReceipt): EvmReceipt => ({
  blockNumber: Number(blockNumber),
  succeeded: status === 'success',
  logs: logs.map(logOf),
})

/** Of a log whose answer had its shape. */
export const logOf = ({ address, topics, data, transactionHash, blockNumber }: Log): EvmLog => ({
  address,
  topics,
  data,
  transactionHash: transactionHash!,
  blockNumber: Number(blockNumber),
})

/** What Multicall3 answered to so many calls, in order. @throws Error on any other shape */
export function readAggregate(result: unknown, calls: number): readonly { readonly success: boolean; readonly returnData: Hex }[] {
  const results = decodeFunctionResult({ abi: multicallAbi, functionName: 'aggregate3', data: hex(result) })
  if (results.length !== calls) throw new Error('not one result a call')
  return results
}
