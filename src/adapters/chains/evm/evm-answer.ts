import { type Static, type TSchema, Type } from '@sinclair/typebox'
import { TypeCompiler } from '@sinclair/typebox/compiler'
import type { ResultReader } from '../rpc-pool.ts'

// viem parses answers without validating them: `"0x2"` would be no status, and `{}` a crash. So each answer is validated before viem gets
// it, while an invalid one can still count as no answer and the next node be asked.

const matching = (pattern: string) => Type.Unsafe<`0x${string}`>(Type.String({ pattern }))

const Bytes = matching('^0x([0-9a-fA-F]{2})*$')
const Address = matching('^0x[0-9a-fA-F]{40}$')
const Hash = matching('^0x[0-9a-fA-F]{64}$')
/** A number of the EVM: 32 bytes at most. */
const Quantity = matching('^0x[0-9a-fA-F]{1,64}$')
/** A height or nonce: an integer that a JSON number holds exactly. */
const Small = matching('^0x(?=[0-9a-fA-F])0*1?[0-9a-fA-F]{0,13}$')
/** Unix time in seconds, before the year 4147. */
const Seconds = matching('^0x(?=[0-9a-fA-F])0*[0-9a-fA-F]{0,9}$')
const orNull = <T extends TSchema>(shape: T) => Type.Union([shape, Type.Null()])

const Log = Type.Object({
  address: Address,
  topics: Type.Array(Hash),
  data: Bytes,
  transactionHash: Hash,
  blockNumber: Small,
  logIndex: Small,
})
const Receipt = Type.Object({ transactionHash: Hash, blockNumber: Small, status: matching('^0x[01]$'), logs: Type.Array(Log) })
const Transaction = Type.Object({
  hash: Hash,
  from: Address,
  to: orNull(Address),
  nonce: Small,
  input: Bytes,
  value: Quantity,
})
const head = { number: Small, timestamp: Seconds, baseFeePerGas: Type.Optional(Quantity) }
const Block = Type.Object({ ...head, transactions: Type.Array(Type.Unknown()) })
const WholeBlock = Type.Object({ ...head, transactions: Type.Array(Transaction) })

const compiled = <T extends TSchema>(shape: T) => TypeCompiler.Compile(shape)
const BLOCK = compiled(Block)
const WHOLE_BLOCK = compiled(WholeBlock)

/** The schema of the answer to each method on which decisions depend. */
const SHAPES: Readonly<Record<string, { Check(value: unknown): boolean }>> = {
  eth_getTransactionReceipt: compiled(orNull(Receipt)),
  eth_getBlockReceipts: compiled(orNull(Type.Array(Receipt))),
  eth_getLogs: compiled(Type.Array(Log)),
  eth_getBalance: compiled(Quantity),
  eth_estimateGas: compiled(Quantity),
  eth_maxPriorityFeePerGas: compiled(Quantity),
  eth_getTransactionCount: compiled(Small),
  eth_getCode: compiled(Bytes),
  eth_call: compiled(Bytes),
}

const isBlockOf = (method: string) => method === 'eth_getBlockByNumber' || method === 'eth_getBlockByHash'

/** True where the receipt and all of its logs are of this transaction, in one block: of another one it would tell another's payments. */
const isReceiptOf = (hash: unknown, { transactionHash, blockNumber, logs }: Static<typeof Receipt>): boolean =>
  [transactionHash, ...logs.map((log) => log.transactionHash)].every((each) => each.toLowerCase() === String(hash).toLowerCase()) &&
  logs.every((log) => Number(log.blockNumber) === Number(blockNumber))

/**
 * Returns the answer unchanged once it matches its method's schema; any other counts as no answer.
 *
 * @throws Error when the answer has not the shape of its method’s, or is of another transaction
 */
export const evmAnswer = (method: string, params: readonly unknown[]): ResultReader<unknown> => {
  const shape = isBlockOf(method) ? (params[1] === true ? WHOLE_BLOCK : BLOCK) : SHAPES[method]
  return (result, recordHeight) => {
    if (shape && !shape.Check(result)) throw new Error(`not an answer to ${method}`)
    if (method === 'eth_getTransactionReceipt' && result !== null && !isReceiptOf(params[0], result as Static<typeof Receipt>))
      throw new Error('the receipt of another transaction')
    if (params[0] === 'latest' && isBlockOf(method)) recordHeight(Number((result as Static<typeof Block>).number))
    return result
  }
}
