import type { Hex } from 'viem'
import type { Signature } from '../../domain/brands.ts'
import type { SignedTransaction, TransactionState } from '../../domain/operation.ts'
import { AppError } from '../../domain/errors.ts'
import type { EvmRpc } from './evm-rpc.ts'
import type { EvmHead, EvmReceipt } from './evm-shape.ts'
import { EndpointFault } from './rpc-endpoint.ts'
import { type EvmIntent, readIntent } from './evm-transaction.ts'

/** Blocks on top of one before what is in it counts: a head that is reorganised takes nothing back that was told. */
export const DEPTH_BLOCKS = 2

const PENDING: TransactionState = { status: 'pending', slot: null, error: null }
const EXPIRED: TransactionState = { status: 'expired', slot: null, error: null }

/**
 * Sends what may be sent and says what the chain knows. A transaction goes out once the one before it is in a block, and
 * the same bytes go out at every call until it is in one itself: pools forget, and forks undo. It is dead only when the
 * block is found in which another transaction of its sender has its number, and that one did something else.
 *
 * @throws AppError upstream_unavailable when no node tells the states
 * @see Launchpad.advance
 */
export async function advanceEvm(rpc: EvmRpc, transactions: readonly SignedTransaction[]): Promise<TransactionState[]> {
  const head = await rpc.head()
  const states: TransactionState[] = []
  let mayFollow = true
  for (const transaction of transactions) {
    const dead = states.some(({ status }) => status === 'failed' || status === 'expired')
    const { state, included, intent } = await look(rpc, head, transaction)
    const unseen = state.status === 'pending' && !included
    // Behind a dead one nothing of ours went out: what did the same there was meant for something else.
    states.push(dead && (unseen || state.replacedBy) ? EXPIRED : state)
    if (unseen && mayFollow && !dead) await rpc.send(intent.bytes)
    mayFollow &&= included
  }
  return states
}

interface Look {
  readonly state: TransactionState
  /** In a block and done, however new that is. */
  readonly included: boolean
  readonly intent: EvmIntent
}

async function look(rpc: EvmRpc, head: EvmHead, transaction: SignedTransaction): Promise<Look> {
  const [intent, receipt] = await Promise.all([readIntent(transaction), rpc.receipt(transaction.signature as string as Hex)])
  if (receipt) return { state: stateOf(receipt, head), included: receipt.succeeded, intent }
  const deepHeight = Math.max(0, head.number - DEPTH_BLOCKS)
  if ((await rpc.nonce(intent.from, deepHeight)) <= intent.nonce) return { state: PENDING, included: false, intent }
  const state = await fateOf(rpc, transaction, intent, { deepHeight, head })
  return { state, included: state.status === 'landed', intent }
}

function stateOf({ blockNumber, succeeded }: EvmReceipt, head: EvmHead): TransactionState {
  if (blockNumber + DEPTH_BLOCKS > head.number) return PENDING
  return { status: succeeded ? 'landed' : 'failed', slot: blockNumber, error: succeeded ? null : 'reverted' }
}

/**
 * What became of a transaction whose number is used and which the node does not know: the block with that number tells,
 * and that may be our own, which the node forgot. Where no node has states that old any more, each of them must say that
 * it knows no such transaction.
 */
async function fateOf(
  rpc: EvmRpc,
  { signature, builtAtHeight = 0 }: SignedTransaction,
  intent: EvmIntent,
  { deepHeight, head }: { deepHeight: number; head: EvmHead },
): Promise<TransactionState> {
  const found = await findUse(rpc, intent, builtAtHeight, deepHeight).catch(nullWhereRefused)
  if (!found) {
    const heard = (await rpc.pool.onEach((ask) => rpc.receipt(signature as string as Hex, ask).then((receipt) => ({ receipt })))).filter(
      (answer) => answer !== null,
    )
    const seen = heard.find(({ receipt }) => receipt)?.receipt
    if (seen) return stateOf(seen, head)
    return heard.length > 0 ? EXPIRED : PENDING
  }
  const { transaction, blockNumber } = found
  const same = transaction.to === intent.to.toLowerCase() && transaction.input === intent.data.toLowerCase() && transaction.valueWei === 0n
  if (!same) return EXPIRED
  const receipt = await rpc.receipt(transaction.hash)
  const state = receipt ? stateOf(receipt, head) : { status: 'landed' as const, slot: blockNumber, error: null }
  return (transaction.hash as string) === signature ? state : { ...state, replacedBy: transaction.hash as string as Signature }
}

/** A node that keeps no states so old refuses to tell them; one that does not answer at all proves nothing. */
function nullWhereRefused(error: unknown): null {
  if (error instanceof AppError && error.cause instanceof EndpointFault && error.cause.message.startsWith('refuses')) return null
  throw error
}

/** The transaction that has the sender's number, between the two heights; null when none is in the block that must have it. */
async function findUse(rpc: EvmRpc, { from, nonce }: EvmIntent, fromHeight: number, toHeight: number) {
  let [low, high] = [fromHeight, toHeight]
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    if ((await rpc.nonce(from, middle)) > nonce) high = middle
    else low = middle + 1
  }
  const { transactions } = await rpc.block(high)
  const transaction = transactions.find((each) => each.from === from.toLowerCase() && each.nonce === nonce)
  return transaction ? { transaction, blockNumber: high } : null
}
