import type { Hex } from 'viem'
import type { Signature } from '../../../domain/brands.ts'
import type { SignedTransaction, TransactionState } from '../../../domain/operation.ts'
import type { EvmRpc } from './evm-rpc.ts'
import type { EvmHead, EvmReceipt } from './evm-shape.ts'
import { type EvmIntent, readIntent } from './evm-transaction.ts'
import { findUse } from './find-use.ts'

/** Blocks on top of one before what is in it counts: a head that is reorganised takes nothing back that was told. */
export const DEPTH_BLOCKS = 2

const PENDING: TransactionState = { status: 'pending', height: null, error: null }
const EXPIRED: TransactionState = { status: 'expired', height: null, error: null }

/**
 * Sends what may be sent and says what the chain knows. A transaction goes out once the one before it is in a block, and
 * the same bytes go out at every call until it is in one itself: pools forget, and forks undo. It is dead only when the
 * block is found in which another transaction of its sender has its number, and that one did something else.
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
    // What was signed for something that came out otherwise is kept back, and dead once that is final.
    const kept = unseen && done !== null && !suits(done, intent)
    if (kept) {
      states.push(states.at(-1)!.status === 'landed' ? { ...EXPIRED, error: 'signed for another address' } : PENDING)
      mayFollow = false
      continue
    }
    // Behind a dead one nothing of ours went out: what did the same there was meant for something else. Unless a fork undid
    // what it followed, or its signer sent it too: while a node has it waiting it may still land.
    const stillborn = dead && (state.replacedBy !== undefined || (unseen && !(await waits(rpc, transaction))))
    states.push(stillborn ? EXPIRED : state)
    if (unseen && mayFollow && !dead) await rpc.send(intent.bytes)
    mayFollow &&= included
    done = receipt
  }
  return states
}

/** True unless every node that answers says that it does not know the transaction. */
async function waits(rpc: EvmRpc, { signature }: SignedTransaction): Promise<boolean> {
  const reports = await rpc.pool.onEach((ask) => ask('eth_getTransactionByHash', [signature], (result) => ({ known: result !== null })), {
    witness: true,
  })
  const answered = reports.filter((answer) => answer !== null)
  return answered.length === 0 || answered.some(({ known }) => known)
}

interface Look {
  readonly state: TransactionState
  /** In a block and done, however new that is. */
  readonly included: boolean
  readonly intent: EvmIntent
  /** Null where it is not in a block, or no node has it. */
  readonly receipt: EvmReceipt | null
}

async function look(rpc: EvmRpc, head: EvmHead, transaction: SignedTransaction): Promise<Look> {
  const [intent, receipt] = await Promise.all([readIntent(transaction), rpc.receipt(transaction.signature as string as Hex)])
  if (receipt) return { state: stateOf(receipt, head), included: receipt.succeeded, intent, receipt }
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
 * What became of a transaction whose number is used and which the node does not know: the block with that number tells, and
 * that may be our own, which the node forgot. Without that block nothing is dead: a receipt may come late, and a node that
 * keeps no old states may only not know any more.
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
  // In a block is not done yet: it may have failed there.
  const receipt = (await rpc.receipt(transaction.hash)) ?? (await rpc.receiptInBlock(transaction.hash, blockNumber))
  if (!receipt) return PENDING
  const state = stateOf(receipt, head)
  return (by as string) === signature ? state : { ...state, replacedBy: by }
}
