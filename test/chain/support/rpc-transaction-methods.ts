import bs58 from 'bs58'
import { toTransactionJson } from './ledger-json.ts'
import { RpcError, invalidParams } from './rpc-error.ts'
import { type RpcMethods, optionsOf, withContext } from './rpc-method.ts'
import { simulateOnChain } from './simulate-transaction.ts'
import type { TestChain } from './test-chain.ts'
import { describeTransactionError } from './transaction-error.ts'
import { type WireTransaction, decodeWireTransaction, signaturesAreValid, transactionBytesMax } from './wire-transaction.ts'

/** Confirmed at once, finalized 32 slots later, as `confirmations: null` says. */
const FINALITY_SLOTS = 32n

/** Reads a transaction parameter and holds it to the size its version may have. @throws RpcError -32602 */
export function readWireTransaction(encoded: unknown, encoding: unknown = 'base58'): WireTransaction {
  if (typeof encoded !== 'string') throw invalidParams('invalid transaction: not a string')
  let wire: WireTransaction
  try {
    wire = decodeWireTransaction(encoding === 'base64' ? Buffer.from(encoded, 'base64') : bs58.decode(encoded))
  } catch (error) {
    throw invalidParams(`failed to deserialize solana_transaction::versioned::VersionedTransaction: ${String(error)}`)
  }
  const bytesMax = transactionBytesMax(wire.version)
  if (wire.bytes.length > bytesMax)
    throw invalidParams(`${String(encoding)} encoded transaction too large: ${wire.bytes.length} bytes (max: encoded/raw ${bytesMax})`)
  return wire
}

function assertSigned(wire: WireTransaction): void {
  if (!signaturesAreValid(wire)) throw new RpcError(-32003, 'Transaction signature verification failure')
}

function preflight(chain: TestChain, wire: WireTransaction): void {
  const rejected = chain.rejection(wire)
  const { err, logs, unitsConsumed, returnData, innerInstructions } =
    rejected === null
      ? simulateOnChain(chain, wire)
      : { err: rejected, logs: [], unitsConsumed: 0, returnData: null, innerInstructions: null }
  if (err === null) return
  const data = { accounts: null, err, logs, unitsConsumed, returnData, innerInstructions, replacementBlockhash: null }
  throw new RpcError(-32002, `Transaction simulation failed: ${describeTransactionError(err)}`, data)
}

function statusOf(chain: TestChain, slot: bigint) {
  const age = chain.slot() - slot
  return age >= FINALITY_SLOTS
    ? { confirmations: null, confirmationStatus: 'finalized' }
    : { confirmations: Number(age), confirmationStatus: 'confirmed' }
}

/** Sending, simulating and finding transactions. */
export const transactionMethods: RpcMethods = {
  sendTransaction: (chain, params) => {
    const { encoding, skipPreflight } = optionsOf(params, 1)
    const wire = readWireTransaction(params[0], encoding)
    assertSigned(wire)
    // A node answers for a transaction it has already seen land as it does for a new one, unless preflight looks.
    if (!skipPreflight) preflight(chain, wire)
    chain.submit([wire])
    return wire.signature
  },
  simulateTransaction: (chain, params) => {
    const options = optionsOf(params, 1)
    const wire = readWireTransaction(params[0], options.encoding)
    if (options.sigVerify) assertSigned(wire)
    const { blockhash, lastValidBlockHeight } = chain.latestBlockhash()
    const rejected = options.replaceRecentBlockhash ? null : chain.rejection(wire)
    const simulation = simulateOnChain(chain, wire, options)
    const replacementBlockhash = options.replaceRecentBlockhash ? { blockhash, lastValidBlockHeight: Number(lastValidBlockHeight) } : null
    return withContext(
      chain,
      rejected === null
        ? { ...simulation, replacementBlockhash }
        : { ...simulation, err: rejected, logs: [], unitsConsumed: 0, accounts: null, returnData: null },
    )
  },
  getSignatureStatuses: (chain, [signatures]) => {
    chain.poll()
    const statuses = (signatures as string[]).map((signature) => {
      const landed = chain.ledger.get(signature)
      if (!landed) return null
      const status = landed.err === null ? { Ok: null } : { Err: landed.err }
      return { slot: Number(landed.slot), err: landed.err, status, ...statusOf(chain, landed.slot) }
    })
    return withContext(chain, statuses)
  },
  getTransaction: (chain, params) => {
    const options = typeof params[1] === 'string' ? { encoding: params[1] } : optionsOf(params, 1)
    const landed = chain.ledger.get(params[0] as string)
    return landed ? toTransactionJson(landed, options) : null
  },
  getSignaturesForAddress: (chain, params) => {
    const { before, until, limit = 1000 } = optionsOf(params, 1)
    const newestFirst = [...chain.ledger.values()].reverse().filter(({ keys }) => keys.all.includes(params[0] as string))
    const signatures = newestFirst.map(({ wire }) => wire.signature)
    const start = typeof before === 'string' ? signatures.indexOf(before) + 1 : 0
    const end = typeof until === 'string' && signatures.includes(until) ? signatures.indexOf(until) : newestFirst.length
    return newestFirst.slice(start, Math.min(end, start + (limit as number))).map(({ wire, slot, err, blockTimeSec }) => ({
      signature: wire.signature,
      slot: Number(slot),
      err,
      memo: null,
      blockTime: blockTimeSec,
      confirmationStatus: statusOf(chain, slot).confirmationStatus,
    }))
  },
}

const SLOTS_REMEMBERED = 300n
const noHistory = (): never => {
  throw new RpcError(-32011, 'Transaction history is not available from this node')
}

/** What a node without transaction history answers in the place of the same methods. */
export const forgetfulMethods: RpcMethods = {
  getSignatureStatuses: (chain, params) => {
    const { context, value } = transactionMethods.getSignatureStatuses!(chain, params) as {
      context: unknown
      value: ({ slot: number } | null)[]
    }
    return { context, value: value.map((status) => (status && BigInt(status.slot) + SLOTS_REMEMBERED < chain.slot() ? null : status)) }
  },
  getTransaction: noHistory,
  getSignaturesForAddress: noHistory,
  getBlock: noHistory,
}
