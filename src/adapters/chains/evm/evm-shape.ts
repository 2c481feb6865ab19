import { type Address, decodeFunctionResult, type Hex, parseAbi } from 'viem'
import { array, object, text, unixSeconds } from '../rpc-shape.ts'

/** The newest block, as fees and depth are counted from it. */
export interface EvmHead {
  readonly number: number
  readonly baseFeeWei: bigint
}

export interface EvmLog {
  readonly address: Address
  readonly topics: readonly Hex[]
  readonly data: Hex
  readonly transactionHash: Hex
  readonly blockNumber: number
}

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

function sized(value: unknown, bytes: number): Hex {
  const found = hex(value)
  if (found.length !== 2 + 2 * bytes) throw new Error('not of the right length')
  return found
}

/** A number of the EVM: 32 bytes at most. @throws Error on anything else */
export function quantity(value: unknown): bigint {
  const found = text(value)
  if (!/^0x[0-9a-f]{1,64}$/i.test(found)) throw new Error('not a quantity')
  return BigInt(found)
}

/** A height, a nonce: what a JSON number holds exactly. @throws Error on anything else */
export function small(value: unknown): number {
  const found = Number(quantity(value))
  if (!Number.isSafeInteger(found)) throw new Error('not a small quantity')
  return found
}

/** @throws Error unless 20 bytes in hex */
export const address = (value: unknown): Address => sized(value, 20)

/** @throws Error unless 32 bytes in hex */
export const hash = (value: unknown): Hex => sized(value, 32)

/** Of eth_getBlockByNumber. @throws Error on any other shape */
export function readHead(result: unknown, noteSlot: (slot: number) => void): EvmHead {
  const { number, baseFeePerGas } = object(result)
  noteSlot(small(number))
  return { number: small(number), baseFeeWei: quantity(baseFeePerGas ?? '0x0') }
}

/** Of eth_getBlockByNumber with transactions. @throws Error on any other shape */
export function readBlock(result: unknown): EvmBlock {
  const { timestamp, transactions } = object(result)
  return {
    atMs: unixSeconds(small(timestamp)) * 1_000,
    transactions: array(transactions).map((value) => {
      const { hash: own, from, to, nonce, input, value: sent } = object(value)
      return {
        hash: hash(own),
        from: address(from).toLowerCase(),
        to: to === null ? null : address(to).toLowerCase(),
        nonce: small(nonce),
        input: hex(input).toLowerCase(),
        valueWei: quantity(sent),
      }
    }),
  }
}

/** Of eth_getTransactionReceipt. @throws Error on any other shape */
export function readReceipt(value: unknown): EvmReceipt {
  const { blockNumber, status, logs } = object(value)
  return { blockNumber: small(blockNumber), succeeded: quantity(status) === 1n, logs: array(logs).map(readLog) }
}

/** Of eth_getLogs, one. @throws Error on any other shape */
export function readLog(value: unknown): EvmLog {
  const { address: from, topics, data, transactionHash, blockNumber } = object(value)
  return {
    address: address(from),
    topics: array(topics).map(hash),
    data: hex(data),
    transactionHash: hash(transactionHash),
    blockNumber: small(blockNumber),
  }
}

/** What Multicall3 answered to so many calls, in order. @throws Error on any other shape */
export function readAggregate(result: unknown, calls: number): readonly { readonly success: boolean; readonly returnData: Hex }[] {
  const results = decodeFunctionResult({ abi: multicallAbi, functionName: 'aggregate3', data: hex(result) })
  if (results.length !== calls) throw new Error('not one result a call')
  return results
}
