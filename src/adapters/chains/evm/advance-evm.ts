import { bytesToHex, type Hex } from 'viem'
import type { Signature } from '../../../domain/brands.ts'
import type { SignedTransaction, TransactionState } from '../../../domain/operation.ts'
import { fromBase64 } from '../../../lib/bytes.ts'
import type { EvmRpc } from './evm-rpc.ts'
import type { EvmHead, EvmReceipt } from './evm-shape.ts'
import { type EvmIntent, readIntent } from './evm-draft.ts'
import { findUse } from './find-use.ts'

/** Confirmations before a transaction counts as final, so that a reorganisation of the head does not revoke a reported state. */
export const DEPTH_BLOCKS = 2

const PENDING: TransactionState = { status: 'pending', height: null, error: null }
const EXPIRED: TransactionState = { status: 'expired', height: null, error: null }

/**
 * Sends the transactions that may be sent, and returns their states. A transaction is sent once the one before it is in a block, and
 * re-sent at every call until it is in a block itself: mempools drop transactions, and forks undo them. Its re-bid is sent instead while
 * the base fee is above what it can pay; either is its outcome, and only one can land. It is dead only when a block contains another
 * transaction of its sender with its nonce, with other content.
 *
 * `suits` says whether the next may follow what the one before it came to.
 *
 * @throws AppError upstream_unavailable when no node tells the states
 * @see Launchpad.advance
 */
export async function advanceEvm(
  rpc: EvmRpc,
  transactions: readonly SignedTransaction[],
  suits: (done: EvmReceipt, next: EvmIntent) => boolean = () => true,
): Promise<TransactionState[]> {
  const head = await rpc.head()
  const states: TransactionState[] = []
  let mayFollow = true
  let done: EvmReceipt | null = null
  for (const transaction of transactions) {
    const dead = states.some(({ status }) => status === 'failed' || status === 'expired')
    const { state, included, intent, receipt } = await look(rpc, head, transaction)
    const unseen = state.status === 'pending' && !included
    // A transaction that was signed for another outcome of the one before it is never sent, and dead once that outcome is final.
    const kept = unseen && done !== null && !suits(done, intent)
    if (kept) {
      states.push(states.at(-1)!.status === 'landed' ? { ...EXPIRED, error: 'signed for another address' } : PENDING)
      mayFollow = false
      continue
    }
    // Behind a dead transaction nothing of ours was sent, so that a transaction with the same content was meant for something else.
    // Unless a fork undid its predecessor, or its signer sent it too: while a node has it pending it may still land.
    const byOther = state.replacedBy !== undefined && state.replacedBy !== transaction.rebid?.signature
    const withoutEffect = dead && (byOther || (unseen && !(await waits(rpc, transaction))))
    states.push(withoutEffect ? EXPIRED : state)
    if (unseen && mayFollow && !dead) await rpc.send(bytesToSend(transaction, intent, head))
    mayFollow &&= included
    done = receipt
  }
  return states
}

/** The bytes of the bid that the chain's base fee asks for: the first, unless it could not pay its whole tip any more. */
const bytesToSend = ({ rebid }: SignedTransaction, { bytes, baseFeeWeiMax }: EvmIntent, { baseFeeWei }: EvmHead): Hex =>
  rebid && baseFeeWei > baseFeeWeiMax ? bytesToHex(fromBase64(rebid.bytesBase64)!) : bytes

/** Its hash, and that of its re-bid. */
const hashesOf = ({ signature, rebid }: SignedTransaction): Hex[] =>
  [signature, ...(rebid ? [rebid.signature] : [])].map((hash) => hash as string as Hex)

/** True unless every node that answers says that it knows neither the transaction nor its re-bid. */
async function waits({ pool }: EvmRpc, transaction: SignedTransaction): Promise<boolean> {
  const asked = hashesOf(transaction).map((hash) =>
    pool.onEach((ask) => ask('eth_getTransactionByHash', [hash], (result) => ({ known: result !== null })), { verified: true }),
  )
  const ofEach = (await Promise.all(asked)).map((reports) => reports.filter((answer) => answer !== null))
  return ofEach.some((answered) => answered.length === 0 || answered.some(({ known }) => known))
}

interface EvmReading {
  readonly state: TransactionState
  /** In a block and succeeded, with any number of confirmations. */
  readonly included: boolean
  readonly intent: EvmIntent
  /** Null where it is not in a block, or no node has it. */
  readonly receipt: EvmReceipt | null
}

async function look(rpc: EvmRpc, head: EvmHead, transaction: SignedTransaction): Promise<EvmReading> {
  const [intent, ...receipts] = await Promise.all([readIntent(transaction), ...hashesOf(transaction).map((hash) => rpc.receipt(hash))])
  const [receipt, second] = receipts.filter((found) => found !== null)
  // Both have one number: nodes that show both in blocks contradict each other, and only time tells which is right.
  if (second) return { state: PENDING, included: false, intent, receipt: null }
  if (receipt) {
    const state = stateOf(receipt, head)
    const replacedBy = receipts[0] || !transaction.rebid ? {} : { replacedBy: transaction.rebid.signature }
    return { state: { ...state, ...replacedBy }, included: receipt.succeeded, intent, receipt }
  }
  const deepHeight = Math.max(0, head.number - DEPTH_BLOCKS)
  if ((await rpc.nonce(intent.from, deepHeight)) <= intent.nonce) return { state: PENDING, included: false, intent, receipt: null }
  const state = await fateOf(rpc, transaction, intent, { deepHeight, head })
  return { state, included: state.status === 'landed', intent, receipt: null }
}

function stateOf({ blockNumber, succeeded }: EvmReceipt, head: EvmHead): TransactionState {
  if (blockNumber + DEPTH_BLOCKS > head.number) return PENDING
  return { status: succeeded ? 'landed' : 'failed', height: blockNumber, error: succeeded ? null : 'reverted' }
}

/**
 * The outcome of a transaction whose nonce is used and which the node does not know. The block with that nonce tells, and may contain our
 * own transaction, which the node forgot. Without that block nothing counts as dead: a receipt may be late, and a node without old states
 * may have pruned it.
 */
async function fateOf(
  rpc: EvmRpc,
  { signature, builtAtHeight = 0 }: SignedTransaction,
  intent: EvmIntent,
  { deepHeight, head }: { deepHeight: number; head: EvmHead },
): Promise<TransactionState> {
  const found = await findUse(rpc, intent, builtAtHeight, deepHeight)
  if (!found) return PENDING
  const { transaction, blockNumber } = found
  const by = transaction.hash as string as Signature
  const same = transaction.to === intent.to.toLowerCase() && transaction.input === intent.data.toLowerCase() && transaction.valueWei === 0n
  if (!same) return { ...EXPIRED, endedBy: { signature: by, height: blockNumber } }
  // It may have failed in that block.
  const receipt = (await rpc.receipt(transaction.hash)) ?? (await rpc.receiptInBlock(transaction.hash, blockNumber))
  if (!receipt) return PENDING
  const state = stateOf(receipt, head)
  return (by as string) === signature ? state : { ...state, replacedBy: by }
}
