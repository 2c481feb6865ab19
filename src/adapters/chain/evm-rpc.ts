import { type Address, type Hex, decodeFunctionResult, encodeFunctionData, numberToHex, parseAbi } from 'viem'
import { AppError } from '../../domain/errors.ts'
import type { Secret } from '../../lib/secret.ts'
import type { ChainIdentity } from './node-proof.ts'
import { createRpcPool, type RpcPool, type RpcPoolOptions } from './rpc-pool.ts'
import { RpcRefusal } from './rpc-endpoint.ts'
import { array, object, text } from './rpc-shape.ts'

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
  /** @throws EvmRevert */
  estimateGas(call: EvmCall & { from: Address }): Promise<bigint>
  /** True when the address takes a plain payment with so much gas to do it, in a simulation. */
  takesPayment(address: Address, gas: bigint): Promise<boolean>
  /** One answer a call, in order, all from one block; null for one that reverts. */
  readMany(calls: readonly EvmCall[]): Promise<(Hex | null)[]>
  /** Whether each call would do what it should, one after the other. */
  tryMany(calls: readonly EvmCall[]): Promise<boolean[]>
  /** Hands the bytes to every node at once. True when one took them. */
  send(bytes: Hex): Promise<boolean>
  receipt(hash: Hex, ask?: RpcPool['ask']): Promise<EvmReceipt | null>
  block(number: number): Promise<{ readonly atMs: number; readonly transactions: readonly EvmTransaction[] }>
  logs(filter: { address: Address; topic: Hex; fromBlock: number; toBlock: number }): Promise<EvmLog[]>
}

/** @see https://github.com/mds1/multicall3, on Base and nearly every other chain at this address */
export const MULTICALL: Address = '0xcA11bde05977b3631167028862bE2a173976CA11'

export const multicallAbi = parseAbi([
  'struct Call3 { address target; bool allowFailure; bytes callData; }',
  'struct Result { bool success; bytes returnData; }',
  'function aggregate3(Call3[] calls) payable returns (Result[] returnData)',
  'function getEthBalance(address addr) view returns (uint256 balance)',
])

const TIMEOUT_MS = 5_000
const NAME = 'the Base RPC'
/** How nodes tell that a contract did not get to its end, in the words of geth, reth, erigon and anvil. */
const EXECUTION_FAILED = /revert|out ?of ?gas|invalid ?(opcode|jump|fe ?opcode)|bad ?jump|stack ?(under|over)flow|gas uint64 overflow/i
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
  const call = (params: readonly unknown[]) => ask('eth_call', params, hex).catch(asRevert)

  const callMany = async (calls: readonly EvmCall[]) => {
    if (calls.length === 0) return []
    const args = calls.map(({ to, data }) => ({ target: to, allowFailure: true, callData: data }))
    const data = encodeFunctionData({ abi: multicallAbi, functionName: 'aggregate3', args: [args] })
    const answer = await call([{ to: MULTICALL, data }, 'latest'])
    if (answer === '0x') throw new AppError('upstream_unavailable', { upstream: `${NAME} (its chain has no Multicall3)` })
    return decodeFunctionResult({ abi: multicallAbi, functionName: 'aggregate3', data: answer })
  }

  return {
    chainId,
    pool,
    head: () => ask('eth_getBlockByNumber', ['latest', false], readHead),
    tipWei: () => ask('eth_maxPriorityFeePerGas', [], quantity),
    balanceWei: (address) => ask('eth_getBalance', [address, 'latest'], quantity),
    nonce: async (address, at) =>
      Number(await ask('eth_getTransactionCount', [address, typeof at === 'number' ? numberToHex(at) : at], quantity)),
    code: (address) => ask('eth_getCode', [address, 'latest'], hex),
    estimateGas: ({ from, to, data }) => ask('eth_estimateGas', [{ from, to, data }], quantity).catch(asRevert),
    takesPayment: async (address, gas) => {
      const request = { from: PAYER, to: address, value: '0x1', gas: numberToHex(TRANSACTION_GAS + gas) }
      const state = { [PAYER]: { balance: '0xde0b6b3a7640000' } }
      return ask('eth_call', [request, 'latest', state], hex).then(
        () => true,
        (error: unknown) => {
          if (error instanceof RpcRefusal && (error.code === 3 || EXECUTION_FAILED.test(error.message))) return false
          throw error instanceof RpcRefusal ? new AppError('upstream_unavailable', { upstream: NAME }, { cause: error }) : error
        },
      )
    },
    readMany: async (calls) =>
      (await callMany(calls)).map(({ success, returnData }) => (success && returnData !== '0x' ? returnData : null)),
    tryMany: async (calls) => (await callMany(calls)).map(({ success }) => success),
    send: async (bytes) => (await pool.onAny((each) => each('eth_sendRawTransaction', [bytes], text))) !== null,
    receipt: (hash, one = ask) => one('eth_getTransactionReceipt', [hash], (result) => (result === null ? null : readReceipt(result))),
    block: (number) => ask('eth_getBlockByNumber', [numberToHex(number), true], readBlock),
    logs: ({ address, topic, fromBlock, toBlock }) =>
      ask('eth_getLogs', [{ address, topics: [topic], fromBlock: numberToHex(fromBlock), toBlock: numberToHex(toBlock) }], (result) =>
        array(result).map(readLog),
      ),
  }
}

/** How an EVM node proves its chain: by the id that its transactions are signed for. */
export const evmIdentity = (chainId: number): ChainIdentity => ({
  method: 'eth_chainId',
  expected: String(chainId),
  read: (result) => String(quantity(result)),
})

/** A refusal is a revert where the node says so; any other is the node's own trouble. */
function asRevert(error: unknown): never {
  if (!(error instanceof RpcRefusal)) throw error
  if (error.code !== 3 && !/revert/i.test(error.message)) throw new AppError('upstream_unavailable', { upstream: NAME }, { cause: error })
  throw new EvmRevert(typeof error.data === 'string' && error.data.startsWith('0x') ? (error.data as Hex) : '0x')
}

function hex(value: unknown): Hex {
  const found = text(value)
  if (!/^0x[0-9a-f]*$/i.test(found)) throw new Error('not hex')
  return found as Hex
}

const quantity = (value: unknown): bigint => BigInt(hex(value))
const small = (value: unknown): number => Number(quantity(value))

function readHead(result: unknown, noteSlot: (slot: number) => void): EvmHead {
  const { number, baseFeePerGas } = object(result)
  noteSlot(small(number))
  return { number: small(number), baseFeeWei: quantity(baseFeePerGas ?? '0x0') }
}

function readBlock(result: unknown) {
  const { timestamp, transactions } = object(result)
  return {
    atMs: small(timestamp) * 1_000,
    transactions: array(transactions).map((value) => {
      const { hash, from, to, nonce, input, value: sent } = object(value)
      return {
        hash: hex(hash),
        from: text(from).toLowerCase(),
        to: to === null ? null : text(to).toLowerCase(),
        nonce: small(nonce),
        input: text(input).toLowerCase(),
        valueWei: quantity(sent),
      }
    }),
  }
}

function readReceipt(value: unknown): EvmReceipt {
  const { blockNumber, status, logs } = object(value)
  return { blockNumber: small(blockNumber), succeeded: quantity(status) === 1n, logs: array(logs).map(readLog) }
}

function readLog(value: unknown): EvmLog {
  const { address, topics, data, transactionHash, blockNumber } = object(value)
  return {
    address: text(address) as Address,
    topics: array(topics).map(hex),
    data: hex(data),
    transactionHash: hex(transactionHash),
    blockNumber: small(blockNumber),
  }
}
