import {
  type Address,
  BaseError,
  encodeFunctionData,
  formatLog,
  formatTransactionReceipt,
  type Hex,
  type LogTopic,
  numberToHex,
  pad,
  type RpcTransactionReceipt,
  TransactionReceiptNotFoundError,
} from 'viem'
import { type Wei, wei } from '../../../domain/brands.ts'
import { AppError } from '../../../domain/errors.ts'
import type { RpcPool } from '../rpc-pool.ts'
import { RpcRefusal } from '../rpc-endpoint.ts'
import { text } from '../rpc-shape.ts'
import { type BoundedCall, boundedCalls, gasOfBounded } from './programs/bounded-calls.ts'
import { connectEvm, EVM_UPSTREAM, type EvmNodes } from './evm-client.ts'
import {
  askedLogs,
  blockOf,
  type EvmBlock,
  type EvmHead,
  type EvmLog,
  type EvmLogFilter,
  type EvmReceipt,
  headOf,
  hex,
  multicallAbi,
  readAggregate,
  receiptOf,
} from './evm-shape.ts'

/** `EvmNodes` with an optional time limit. */
export type EvmRpcOptions = Omit<EvmNodes, 'timeoutMs' | 'upstream'> & Partial<Pick<EvmNodes, 'timeoutMs' | 'upstream'>>

/** A call to simulate, estimate or send. */
export interface EvmCall {
  readonly to: Address
  readonly data: Hex
}

/** The gas price to bid, and the tip in it. */
export interface EvmBid {
  readonly gasPriceWeiMax: Wei
  readonly tipWei: Wei
}

/** A revert: `data` is what it reverted with. */
export class EvmRevert extends Error {
  override readonly name = 'EvmRevert'
  readonly data: Hex

  constructor(data: Hex) {
    super('reverted')
    this.data = data
  }
}

/** An EVM chain behind one or more nodes. Every call may throw AppError upstream_unavailable. */
export interface EvmRpc {
  readonly chainId: number
  readonly pool: RpcPool
  head(): Promise<EvmHead>
  /** The suggested priority fee, per gas. */
  tipWei(): Promise<Wei>
  balanceWei(address: Address): Promise<Wei>
  /** The address's transaction count in blocks up to there, or with pending ones. */
  nonce(address: Address, at: 'latest' | 'pending' | number): Promise<number>
  code(address: Address): Promise<Hex>
  /** True when any node has code there; each is asked by itself. @throws AppError upstream_unavailable when none answers */
  hasCode(address: Address): Promise<boolean>
  /** Gas units that the call takes now, without a margin. @throws EvmRevert when the contract refuses it */
  estimateGas(call: EvmCall & { from: Address }): Promise<bigint>
  /** True when the address accepts a plain payment with this much gas, in simulations without a gas price and with this one. */
  takesPayment(address: Address, gas: bigint, fees: EvmBid): Promise<boolean>
  /** One answer per call, in order, all from one block; null for one that reverts. */
  readMany(calls: readonly EvmCall[]): Promise<(Hex | null)[]>
  /** What this init code reverts with when `from` runs it; null where it does not. */
  creationRevert(initCode: Hex, from: Address): Promise<EvmRevert | null>
  /** Whether each call succeeds with its own gas, one after the other, at the gas price that will be bid. */
  tryBounded(calls: readonly BoundedCall[], from: Address, fees: EvmBid): Promise<boolean[]>
  /** Sends the bytes to every node at once. True when one accepted them. */
  send(bytes: Hex): Promise<boolean>
  receipt(hash: Hex): Promise<EvmReceipt | null>
  /**
   * The receipt computed from its whole block, for nodes that do not find it by its hash, yet or any more. Null where they do not have
   * that either.
   */
  receiptInBlock(hash: Hex, number: number): Promise<EvmReceipt | null>
  block(number: number): Promise<EvmBlock>
  /** Event logs of these blocks, oldest first, each once; those that were not asked for are left out. */
  logs(filter: EvmLogFilter): Promise<EvmLog[]>
}

/** @see https://github.com/mds1/multicall3, on Base and nearly every other chain at this address */
export const MULTICALL: Address = '0xcA11bde05977b3631167028862bE2a173976CA11'

const TIMEOUT_MS = 5_000
/** The intrinsic gas of a transaction. */
const TRANSACTION_GAS = 21_000n
/** Has no owner: what it administers stays as it is, and calls of it are simulated with the state that they need. */
export const NOBODY: Address = '0x000000000000000000000000000000000000dEaD'

/** A client of the chain behind the given nodes. */
export function createEvmRpc({ timeoutMs = TIMEOUT_MS, upstream = 'base', ...nodes }: EvmRpcOptions): EvmRpc {
  const { chainId } = nodes
  const { pool, client } = connectEvm({ ...nodes, timeoutMs, upstream })
  const { ask } = pool

  const callMany = async (calls: readonly EvmCall[]) => {
    if (calls.length === 0) return []
    const args = calls.map(({ to, data }) => ({ target: to, allowFailure: true, callData: data }))
    const data = encodeFunctionData({ abi: multicallAbi, functionName: 'aggregate3', args: [args] })
    const read = (result: unknown) => (result === '0x' ? null : readAggregate(result, calls.length))
    const answer = await ask('eth_call', [{ to: MULTICALL, data }, 'latest'], read).catch(asRevert)
    if (answer === null) throw new AppError('upstream_unavailable', { upstream: `${EVM_UPSTREAM} (its chain has no Multicall3)` })
    return answer
  }

  return {
    chainId,
    pool,
    head: () => client.getBlock().then(headOf).catch(asOurs),
    tipWei: () => client.request({ method: 'eth_maxPriorityFeePerGas' }).then(wei).catch(asOurs),
    balanceWei: (address) => client.getBalance({ address }).then(wei).catch(asOurs),
    nonce: (address, at) =>
      client.getTransactionCount({ address, ...(typeof at === 'number' ? { blockNumber: BigInt(at) } : { blockTag: at }) }).catch(asOurs),
    code: (address) =>
      client
        .getCode({ address })
        .then((code) => code ?? '0x')
        .catch(asOurs),
    async hasCode(address) {
      const answers = await pool.onEach((each) => each('eth_getCode', [address, 'latest'], hex), { verified: true })
      const answered = answers.filter((code) => code !== null)
      if (answered.length === 0) throw new AppError('upstream_unavailable', { upstream: EVM_UPSTREAM })
      return answered.some((code) => code !== '0x')
    },
    estimateGas: ({ from, to, data }) => client.estimateGas({ account: from, to, data, prepare: false }).catch(asOurs),
    async takesPayment(address, gas, fees) {
      const request = { from: NOBODY, to: address, value: '0x1', gas: numberToHex(TRANSACTION_GAS + gas) }
      const takes = (bid: object) =>
        ask('eth_call', [{ ...request, ...bid }, 'latest', richly(NOBODY)], hex).then(
          () => true,
          (error: unknown) => {
            if (error instanceof RpcRefusal && error.ofExecution) return false
            throw error instanceof RpcRefusal ? new AppError('upstream_unavailable', { upstream: EVM_UPSTREAM }, { cause: error }) : error
          },
        )
      // Nodes simulate a call without a gas price as if gas were free, which code can detect.
      const both = await Promise.all([takes({}), takes(bidOf(fees))])
      return both.every((taken) => taken)
    },
    readMany: async (calls) =>
      (await callMany(calls)).map(({ success, returnData }) => (success && returnData !== '0x' ? returnData : null)),
    creationRevert: (initCode, from) =>
      ask('eth_call', [{ from, data: initCode }, 'latest'], hex)
        .catch(asRevert)
        .then(
          () => null,
          (error: unknown) => {
            if (error instanceof EvmRevert) return error
            throw error
          },
        ),
    tryBounded: (calls, from, fees) => {
      const request = { from, data: boundedCalls(calls, { tells: true }), gas: numberToHex(gasOfBounded(calls)), ...bidOf(fees) }
      const read = (result: unknown) => {
        const reported = hex(result)
        if (reported.length !== 2 + 2 * calls.length) throw new Error('not one answer a call')
        return calls.map((_call, index) => reported.slice(2 + 2 * index, 4 + 2 * index) === '01')
      }
      return ask('eth_call', [request, 'latest', richly(from)], read).catch(asRevert)
    },
    send: async (bytes) => (await pool.onAny((each) => each('eth_sendRawTransaction', [bytes], text))) !== null,
    receipt: (hash) =>
      client
        .getTransactionReceipt({ hash })
        .then(receiptOf)
        .catch((error: unknown) => (error instanceof TransactionReceiptNotFoundError ? null : asOurs(error))),
    async receiptInBlock(hash, number) {
      const request = { method: 'eth_getBlockReceipts', params: [numberToHex(number)] } as never
      const receipts = await (client.request(request) as Promise<RpcTransactionReceipt[] | null>).catch(() => null)
      const found = receipts?.find(({ transactionHash }) => transactionHash === hash)
      return found ? receiptOf(formatTransactionReceipt(found)) : null
    },
    block: (number) =>
      client
        .getBlock({ blockNumber: BigInt(number), includeTransactions: true })
        .then(blockOf)
        .catch(asOurs),
    async logs({ address, topic, about, fromBlock, toBlock }) {
      const range = { fromBlock: numberToHex(fromBlock), toBlock: numberToHex(toBlock) }
      const topics = [topic, ...(about ? [about.map((each) => pad(each))] : [])] as LogTopic[]
      const found = await client
        .request({ method: 'eth_getLogs', params: [{ address: address as Address | Address[], topics, ...range }] })
        .catch(asOurs)
      return askedLogs(
        { address, topic, about, fromBlock, toBlock },
        found.map((log) => formatLog(log)),
      )
    },
  }
}

const bidOf = ({ gasPriceWeiMax, tipWei }: EvmBid) => ({
  maxFeePerGas: numberToHex(gasPriceWeiMax),
  maxPriorityFeePerGas: numberToHex(tipWei),
})

/** A state override in which the address can pay for any gas. */
const richly = (address: Address) => ({ [address]: { balance: numberToHex(10n ** 24n) } })

/** The original error behind viem's wrapping; a parse error counts as no answer. */
function asOurs(error: unknown): never {
  const ours = error instanceof BaseError ? error.walk((cause) => cause instanceof AppError || cause instanceof RpcRefusal) : error
  if (ours instanceof AppError || ours instanceof RpcRefusal) asRevert(ours)
  throw new AppError('upstream_unavailable', { upstream: EVM_UPSTREAM }, { cause: error })
}

/** Where the node reports a revert, it is one; any other error is the node's own. */
function asRevert(error: unknown): never {
  if (!(error instanceof RpcRefusal)) throw error
  if (!error.ofExecution) throw new AppError('upstream_unavailable', { upstream: EVM_UPSTREAM }, { cause: error })
  throw new EvmRevert(typeof error.data === 'string' && error.data.startsWith('0x') ? (error.data as Hex) : '0x')
}
