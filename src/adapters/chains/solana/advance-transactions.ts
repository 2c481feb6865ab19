import type { SignedTransaction, TransactionState } from '../../../domain/operation.ts'
import type { Jito } from './jito.ts'
import { programFailure } from './program-failure.ts'
import type { RpcPool } from '../rpc-pool.ts'
import { array, integer, object } from '../rpc-shape.ts'
import { contextual } from './contextual.ts'
import type { SolanaRpc } from './solana-rpc.ts'

const PENDING: TransactionState = { status: 'pending', height: null, error: null }
const EXPIRED: TransactionState = { status: 'expired', height: null, error: null }

/** Longer than a transaction can wait between the block it names and its last one, as expiries are read here. */
const LIFE_BLOCKS_MAX = 300

interface Sight {
  readonly slot: number
  readonly failed: unknown
  /** In a block that can never be undone. */
  readonly final: boolean
}

/**
 * Sends what may be sent and says what the chain knows. The same bytes go out every time, a transaction only after
 * those before it landed, the members of a bundle together.
 *
 * @throws AppError upstream_unavailable when no node tells the states
 * @see Launchpad.advance
 */
export async function advanceTransactions(
  { rpc, jito }: { rpc: SolanaRpc; jito: Jito | null },
  transactions: readonly SignedTransaction[],
): Promise<TransactionState[]> {
  const signatures = transactions.map(({ signature }) => signature)
  const [{ sights }, { height: heightFinal }] = await Promise.all([
    readSights(rpc.pool.ask, signatures, false),
    readFinalHeight(rpc.pool.ask),
  ])

  // A height read beside the statuses proves nothing of them: what looks overdue is asked for again, on every node.
  const overdue = transactions.filter(({ lastValidBlockHeight }, index) => !sights[index] && lastValidBlockHeight < heightFinal)
  const verdicts = overdue.length > 0 ? await verdictsOf(rpc.pool, overdue) : new Map<string, Sight | 'dead'>()

  const states: TransactionState[] = []
  for (const [index, transaction] of transactions.entries()) {
    const verdict = sights[index] ?? verdicts.get(transaction.signature) ?? null
    if (verdict === 'dead') states.push(EXPIRED)
    else if (verdict) states.push(await stateOf(rpc, transaction, verdict))
    else states.push(neverSent(transactions, states, index) ? EXPIRED : PENDING)
  }
  await sendNext({ rpc, jito }, transactions, states)
  return states
}

/** True when an earlier transaction outside the bundle is dead: this one was held back for it. */
function neverSent(transactions: readonly SignedTransaction[], states: readonly TransactionState[], index: number): boolean {
  const { bundle } = transactions[index]!
  return states.some(
    ({ status }, earlier) => (status === 'failed' || status === 'expired') && (!bundle || transactions[earlier]!.bundle !== bundle),
  )
}

async function sendNext(
  { rpc, jito }: { rpc: SolanaRpc; jito: Jito | null },
  transactions: readonly SignedTransaction[],
  states: readonly TransactionState[],
): Promise<void> {
  const next = states.findIndex(({ status }) => status !== 'landed')
  const first = transactions[next]
  if (!first || states[next]!.status !== 'pending') return
  const group = first.bundle ? transactions.filter(({ bundle }) => bundle === first.bundle) : [first]
  // Half of a bundle can leak into a block; the rest can then only follow alone.
  const whole = group.every((member) => states[transactions.indexOf(member)]!.status === 'pending')
  if (first.bundle && whole && jito) {
    // An engine that is down or has the bundle already changes nothing: the chain is asked again at the next call.
    await jito.sendBundle(group.map(({ bytesBase64 }) => bytesBase64)).catch(() => null)
    return
  }
  if (!first.bundle || !whole) await rpc.send(first.bytesBase64)
}

/** A failure frees what the launch held, so a node's word for it is not enough before it is final: the transaction itself must say so. */
async function stateOf(rpc: SolanaRpc, { signature }: SignedTransaction, { slot, failed, final }: Sight): Promise<TransactionState> {
  if (failed === null) return { status: 'landed', height: slot, error: null }
  const entry = await rpc.transaction(signature).catch(() => null)
  if (!final && (entry?.err ?? null) === null) return PENDING
  return { status: 'failed', height: slot, error: programFailure(failed, entry?.logs ?? []).name }
}

/**
 * What each node that keeps up says of overdue signatures: seen by one is seen, dead only when none has it, and of those only
 * the ones count that keep the history of the whole time in which the transaction could land.
 */
async function verdictsOf(pool: RpcPool, overdue: readonly SignedTransaction[]): Promise<Map<string, Sight | 'dead'>> {
  const signatures = overdue.map(({ signature }) => signature)
  const reports = await pool.onEach(
    async (ask) => {
      // In this order: only a status that is read after the height had passed can prove a transaction dead.
      const { height, slot } = await readFinalHeight(ask)
      const { sights, asOfSlot } = await readSights(ask, signatures, true)
      // Behind one address there may be many nodes: one that answers from before that height has nothing to say.
      if (asOfSlot < slot) throw new Error('the statuses are older than the height')
      // A node that forgot may still have seen something; that it saw nothing says nothing.
      const oldest = await oldestHeight(ask).catch(() => Number.POSITIVE_INFINITY)
      return { height, sights, oldest }
    },
    { witness: true },
  )
  const verdicts = new Map<string, Sight | 'dead'>()
  overdue.forEach(({ signature, lastValidBlockHeight }, index) => {
    const answered = reports.filter((report) => report !== null)
    const seen = answered.find(({ sights }) => sights[index])?.sights[index]
    const remembering = answered.filter(({ oldest }) => oldest <= lastValidBlockHeight - LIFE_BLOCKS_MAX)
    if (seen) verdicts.set(signature, seen)
    else if (remembering.length > 0 && answered.every(({ height }) => height > lastValidBlockHeight)) verdicts.set(signature, 'dead')
  })
  return verdicts
}

/**
 * The block height from which on a node keeps what landed. Nodes of the default configuration keep none, and look signatures
 * up among those of the last minutes alone.
 *
 * @throws EndpointFault where it keeps none
 */
export async function oldestHeight(ask: RpcPool['ask']): Promise<number> {
  const slot = await ask('getFirstAvailableBlock', [], integer)
  const options = { transactionDetails: 'none', rewards: false, commitment: 'finalized', maxSupportedTransactionVersion: 1 }
  return ask('getBlock', [slot, options], (result) => {
    const { blockHeight } = object(result)
    // The oldest blocks of all have no height; it is never above the slot.
    return blockHeight === null || blockHeight === undefined ? slot : integer(blockHeight)
  })
}

/** Confirmed sightings only: what a fork may still undo counts as not seen, and is not dead either until it is final. */
async function readSights(
  ask: RpcPool['ask'],
  signatures: readonly string[],
  history: boolean,
): Promise<{ sights: (Sight | null)[]; asOfSlot: number }> {
  return ask('getSignatureStatuses', [signatures, { searchTransactionHistory: history }], (result, recordHeight) => {
    const sights = array(contextual(result, recordHeight), signatures.length).map((value) => {
      if (value === null) return null
      const { slot, err, confirmationStatus } = object(value)
      if (err === undefined) throw new Error('no verdict')
      const final = confirmationStatus === 'finalized'
      return final || confirmationStatus === 'confirmed' ? { slot: integer(slot), failed: err, final } : null
    })
    return { sights, asOfSlot: integer(object(object(result).context).slot) }
  })
}

/** Slot and block height at `finalized`; the slot is noted, so that a node that is far behind is not believed. */
const readFinalHeight = (ask: RpcPool['ask']): Promise<{ height: number; slot: number }> =>
  ask('getEpochInfo', [{ commitment: 'finalized' }], (result, recordHeight) => {
    const { absoluteSlot, blockHeight } = object(result)
    recordHeight(integer(absoluteSlot))
    return { height: integer(blockHeight), slot: integer(absoluteSlot) }
  })
