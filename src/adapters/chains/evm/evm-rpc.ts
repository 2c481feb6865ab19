import { type Address, type Hex, encodeFunctionData, numberToHex } from 'viem'
import { AppError } from '../../../domain/errors.ts'
import type { Secret } from '../../../lib/secret.ts'
import type { ChainIdentity } from '../node-proof.ts'
import { createRpcPool, type RpcPool, type RpcPoolOptions } from '../rpc-pool.ts'
import { RpcRefusal } from '../rpc-endpoint.ts'
import {
  type EvmBlock,
  type EvmHead,
  type EvmLog,
  type EvmReceipt,
  hex,
  multicallAbi,
  quantity,
  readAggregate,
  readBlock,
  readHead,
  readLog,
  readReceipt,
  small,
} from './evm-shape.ts'
import { array, integer, object, text } from '../rpc-shape.ts'
import { type BoundedCall, boundedCalls, gasOfBounded } from './bounded-calls.ts'

export interface EvmRpcOptions {
  /** In order of preference. */
  readonly urls: readonly Secret<string>[]
  /** The chain that every node must prove to be of. */
  readonly chainId: number
  /** Most milliseconds one answer may take. */
  readonly timeoutMs?: number
  readonly noteCall?: RpcPoolOptions['noteCall']
  readonly noteNode?: RpcPoolOptions['noteNode']
}

/** A call that is made, asked for or put into a transaction. */
export interface EvmCall {
  readonly to: Address
  readonly data: Hex
}

/** What is bid for each gas. */
export interface EvmBid {
  readonly maxWei: bigint
  readonly tipWei: bigint
}

/** What the chain refused to do when it was asked: `data` is what it reverted with. */
export class EvmRevert extends Error {
  override readonly name = 'EvmRevert'
  readonly data: Hex

  constructor(data: Hex) {
    super('reverted')
    this.data = data
  }
}

/** An EVM chain through one or more nodes. Every call may throw AppError upstream_unavailable. */
export interface EvmRpc {
  readonly chainId: number
  readonly pool: RpcPool
  head(): Promise<EvmHead>
  /** What block producers like to get on top, in wei for each gas. */
  tipWei(): Promise<bigint>
  balanceWei(address: Address): Promise<bigint>
  /** How many transactions of the address are in blocks up to there, or wait as well. */
  nonce(address: Address, at: 'latest' | 'pending' | number): Promise<number>
  code(address: Address): Promise<Hex>
  /** True when any node has code there, each asked by itself. @throws AppError upstream_unavailable when none tells */
  hasCode(address: Address): Promise<boolean>
  /** @throws EvmRevert */
  estimateGas(call: EvmCall & { from: Address }): Promise<bigint>
  /** True when the address takes a plain payment with so much gas to do it, in simulations without a gas price and with this one. */
  takesPayment(address: Address, gas: bigint, fees: EvmBid): Promise<boolean>
  /** One answer a call, in order, all from one block; null for one that reverts. */
  readMany(calls: readonly EvmCall[]): Promise<(Hex | null)[]>
  /** Whether each call would do what it should with its own gas, one after the other, at the gas price that is to be bid. */
  tryBounded(calls: readonly BoundedCall[], from: Address, fees: EvmBid): Promise<boolean[]>
  /** Hands the bytes to every node at once. True when one took them. */
  send(bytes: Hex): Promise<boolean>
  receipt(hash: Hex): Promise<EvmReceipt | null>
  /** The receipt as its whole block has it: for nodes that do not find it by its hash, yet or any more. Null where they have none either. */
  receiptInBlock(hash: Hex, number: number): Promise<EvmReceipt | null>
  block(number: number): Promise<EvmBlock>
  logs(filter: { address: Address; topic: Hex; fromBlock: number; toBlock: number }): Promise<EvmLog[]>
}

/** @see https://github.com/mds1/multicall3, on Base and nearly every other chain at this address */
export const MULTICALL: Address = '0xcA11bde05977b3631167028862bE2a173976CA11'

const TIMEOUT_MS = 5_000
const NAME = 'the Base RPC'
/** What every transaction takes before its first instruction. */
const TRANSACTION_GAS = 21_000n
// Any address will do, since the call's state is made up; nobody holds this one.
const PAYER: Address = '0x000000000000000000000000000000000000dEaD'

/** A client of the chain behind the given nodes. */
export function createEvmRpc({ urls, chainId, timeoutMs = TIMEOUT_MS, noteCall, noteNode }: EvmRpcOptions): EvmRpc {
  const pool = createRpcPool({
    urls,
    name: NAME,
    timeoutMs,
    identity: evmIdentity(chainId),
    upstream: 'base',
    ...(noteCall ? { noteCall } : {}),
    ...(noteNode ? { noteNode } : {}),
  })
  const { ask } = pool

  const callMany = async (calls: readonly EvmCall[]) => {
    if (calls.length === 0) return []
    const args = calls.map(({ to, data }) => ({ target: to, allowFailure: true, callData: data }))
    const data = encodeFunctionData({ abi: multicallAbi, functionName: 'aggregate3', args: [args] })
    const read = (result: unknown) => (result === '0x' ? null : readAggregate(result, calls.length))
    const answer = await ask('eth_call', [{ to: MULTICALL, data }, 'latest'], read).catch(asRevert)
    if (answer === null) throw new AppError('upstream_unavailable', { upstream: `${NAME} (its chain has no Multicall3)` })
    return answer
  }

  return {
    chainId,
    pool,
    head: () => ask('eth_getBlockByNumber', ['latest', false], readHead),
    tipWei: () => ask('eth_maxPriorityFeePerGas', [], quantity),
    balanceWei: (address) => ask('eth_getBalance', [address, 'latest'], quantity),
    nonce: (address, at) => ask('eth_getTransactionCount', [address, typeof at === 'number' ? numberToHex(at) : at], small),
    code: (address) => ask('eth_getCode', [address, 'latest'], hex),
    async hasCode(address) {
      const told = await pool.onEach((each) => each('eth_getCode', [address, 'latest'], hex), { witness: true })
      const heard = told.filter((code) => code !== null)
      if (heard.length === 0) throw new AppError('upstream_unavailable', { upstream: NAME })
      return heard.some((code) => code !== '0x')
    },
    estimateGas: ({ from, to, data }) => ask('eth_estimateGas', [{ from, to, data }], quantity).catch(asRevert),
    async takesPayment(address, gas, fees) {
      const request = { from: PAYER, to: address, value: '0x1', gas: numberToHex(TRANSACTION_GAS + gas) }
      const takes = (bid: object) =>
        ask('eth_call', [{ ...request, ...bid }, 'latest', richly(PAYER)], hex).then(
          () => true,
          (error: unknown) => {
            if (error instanceof RpcRefusal && error.ofExecution) return false
            throw error instanceof RpcRefusal ? new AppError('upstream_unavailable', { upstream: NAME }, { cause: error }) : error
          },
        )
      // Nodes run a call without a price as if gas were free, and no transaction is: code can tell the two apart.
      const both = await Promise.all([takes({}), takes(bidOf(fees))])
      return both.every((taken) => taken)
    },
    readMany: async (calls) =>
      (await callMany(calls)).map(({ success, returnData }) => (success && returnData !== '0x' ? returnData : null)),
    tryBounded: (calls, from, fees) => {
      const request = { from, data: boundedCalls(calls, { tells: true }), gas: numberToHex(gasOfBounded(calls)), ...bidOf(fees) }
      const read = (result: unknown) => {
        const told = hex(result)
        if (told.length !== 2 + 2 * calls.length) throw new Error('not one answer a call')
        return calls.map((_call, place) => told.slice(2 + 2 * place, 4 + 2 * place) === '01')
      }
      return ask('eth_call', [request, 'latest', richly(from)], read).catch(asRevert)
    },
    send: async (bytes) => (await pool.onAny((each) => each('eth_sendRawTransaction', [bytes], text))) !== null,
    receipt: (hash) => ask('eth_getTransactionReceipt', [hash], (result) => (result === null ? null : readReceipt(result))),
    receiptInBlock: (hash, number) =>
      ask('eth_getBlockReceipts', [numberToHex(number)], (result) => {
        const found = result === null ? undefined : array(result).find((each) => object(each).transactionHash === hash)
        return found ? readReceipt(found) : null
      }).catch(() => null),
    block: (number) => ask('eth_getBlockByNumber', [numberToHex(number), true], readBlock),
    logs: ({ address, topic, fromBlock, toBlock }) =>
      ask('eth_getLogs', [{ address, topics: [topic], fromBlock: numberToHex(fromBlock), toBlock: numberToHex(toBlock) }], (result) =>
        array(result).map(readLog),
      ),
  }
}

const bidOf = ({ maxWei, tipWei }: EvmBid) => ({ maxFeePerGas: numberToHex(maxWei), maxPriorityFeePerGas: numberToHex(tipWei) })

/** State of a simulation in which the address can pay for any gas. */
const richly = (address: Address) => ({ [address]: { balance: numberToHex(10n ** 24n) } })

/** How an EVM node proves its chain: by the id that its transactions are signed for. */
export const evmIdentity = (chainId: number): ChainIdentity => ({
  method: 'eth_chainId',
  expected: String(chainId),
  // Shown where it is the wrong one: what no chain id can be is none.
  read: (result) => String(integer(Number(quantity(result)))),
})

/** A refusal is a revert where the node says so; any other is the node's own trouble. */
function asRevert(error: unknown): never {
  if (!(error instanceof RpcRefusal)) throw error
  if (!error.ofExecution) throw new AppError('upstream_unavailable', { upstream: NAME }, { cause: error })
  throw new EvmRevert(typeof error.data === 'string' && error.data.startsWith('0x') ? (error.data as Hex) : '0x')
}
