import type { SignedTransaction, TransactionState } from '../../../domain/operation.ts'
import type { Jito } from './jito.ts'
import { programFailure } from './program-failure.ts'
import type { RpcPool } from '../rpc-pool.ts'
import { array, integer, object } from '../rpc-shape.ts'
import { contextual } from './contextual.ts'
import type { SolanaRpc } from './solana-rpc.ts'

const PENDING: TransactionState = { status: 'pending', height: null, error: null }
const EXPIRED: TransactionState = { status: 'expired', height: null, error: null }

/** More blocks than a transaction can live, as expiries are computed here. */
const LIFE_BLOCKS_MAX = 300

interface SignatureStatus {
  readonly slot: number
  readonly failed: unknown
  /** A finalized status. */
  readonly final: boolean
}

/**
 * Sends the transactions that may be sent, and returns their states. The same bytes are sent every time, a transaction only after those
 * before it landed, the members of a bundle together. With `unsent` the first goes out beside the question for the states, which saves a
 * round trip: where it was sent before, the same bytes do nothing.
 *
 * @throws AppError upstream_unavailable when no node tells the states
 * @see Launchpad.advance
 */
export async function advanceTransactions(
  { rpc, jito }: { rpc: SolanaRpc; jito: Jito | null },
  transactions: readonly SignedTransaction[],
  unsent = false,
): Promise<TransactionState[]> {
  const signatures = transactions.map(({ signature }) => signature)
  const atOnce = unsent && transactions[0] && !transactions[0].bundle ? transactions[0] : null
  const [{ statuses }, { height: heightFinal }] = await Promise.all([
    readSignatureStatuses(rpc.pool.ask, signatures, false),
    readFinalHeight(rpc.pool.ask),
    atOnce && rpc.send(atOnce.bytesBase64),
  ])

  // A height read concurrently with the statuses proves nothing: every node is asked again about overdue transactions.
  const overdue = transactions.filter(({ lastValidBlockHeight }, index) => !statuses[index] && lastValidBlockHeight < heightFinal)
  const verdicts = overdue.length > 0 ? await verdictsOf(rpc.pool, overdue) : new Map<string, SignatureStatus | 'dead'>()

  const states: TransactionState[] = []
  for (const [index, transaction] of transactions.entries()) {
    const verdict = statuses[index] ?? verdicts.get(transaction.signature) ?? null
    if (verdict === 'dead') states.push(EXPIRED)
    else if (verdict) states.push(await stateOf(rpc, transaction, verdict))
    else states.push(neverSent(transactions, states, index) ? EXPIRED : PENDING)
  }
  if (!atOnce || states[0]!.status === 'landed') await sendNext({ rpc, jito }, transactions, states)
  return states
}

/** True when an earlier transaction outside the bundle is dead, so that this one is never sent. */
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
  // A part of a bundle can land alone; the rest must then be sent alone.
  const whole = group.every((member) => states[transactions.indexOf(member)]!.status === 'pending')
  if (first.bundle && whole && jito) {
    // An engine that is down, or has the bundle already, changes nothing: the chain is asked again at the next call.
    await jito.sendBundle(group.map(({ bytesBase64 }) => bytesBase64)).catch(() => null)
    return
  }
  if (!first.bundle || !whole) await rpc.send(first.bytesBase64)
}

/**
 * A failure releases what the launch reserved, so that before finality the node's status is not enough: the transaction itself must show
 * the error.
 */
async function stateOf(
  rpc: SolanaRpc,
  { signature }: SignedTransaction,
  { slot, failed, final }: SignatureStatus,
): Promise<TransactionState> {
  if (failed === null) return { status: 'landed', height: slot, error: null }
  const entry = await rpc.transaction(signature).catch(() => null)
  if (!final && (entry?.err ?? null) === null) return PENDING
  return { status: 'failed', height: slot, error: programFailure(failed, entry?.logs ?? []).name }
}

/**
 * What each up-to-date node says of overdue signatures: one found by any node has landed; one is dead only when no node has it, counting
 * only nodes whose history covers the whole time in which it could land.
 */
async function verdictsOf(pool: RpcPool, overdue: readonly SignedTransaction[]): Promise<Map<string, SignatureStatus | 'dead'>> {
  const signatures = overdue.map(({ signature }) => signature)
  const reports = await pool.onEach(
    async (ask) => {
      // In this order: only a status read after the height had passed can prove a transaction dead.
      const { height, slot } = await readFinalHeight(ask)
      const { statuses, asOfSlot } = await readSignatureStatuses(ask, signatures, true)
      // One URL may be served by several nodes: an answer from before that height proves nothing.
      if (asOfSlot < slot) throw new Error('the statuses are older than the height')
      // A node with a gap may report what it has seen; that it has not seen something proves nothing.
      const oldest = await oldestHeight(ask).catch(() => Number.POSITIVE_INFINITY)
      return { height, statuses, oldest }
    },
    { verified: true },
  )
  const verdicts = new Map<string, SignatureStatus | 'dead'>()
  overdue.forEach(({ signature, lastValidBlockHeight }, index) => {
    const answered = reports.filter((report) => report !== null)
    const seen = answered.find(({ statuses }) => statuses[index])?.statuses[index]
    const remembering = answered.filter(({ oldest }) => oldest <= lastValidBlockHeight - LIFE_BLOCKS_MAX)
    if (seen) verdicts.set(signature, seen)
    else if (remembering.length > 0 && answered.every(({ height }) => height > lastValidBlockHeight)) verdicts.set(signature, 'dead')
  })
  return verdicts
}

/**
 * The block height from which on a node keeps transactions. Nodes of the default configuration keep none, and look signatures up among
 * those of the last minutes only.
 *
 * @throws EndpointFault where it keeps none
 */
export async function oldestHeight(ask: RpcPool['ask']): Promise<number> {
  const slot = await ask('getFirstAvailableBlock', [], integer)
  const options = { transactionDetails: 'none', rewards: false, commitment: 'finalized', maxSupportedTransactionVersion: 1 }
  return ask('getBlock', [slot, options], (result) => {
    const { blockHeight } = object(result)
    // The oldest blocks have no height; it is never above the slot.
    return blockHeight === null || blockHeight === undefined ? slot : integer(blockHeight)
  })
}

/** Confirmed statuses only: what a fork may still undo does not count as landed, and is not dead either until finality. */
async function readSignatureStatuses(
  ask: RpcPool['ask'],
  signatures: readonly string[],
  history: boolean,
): Promise<{ statuses: (SignatureStatus | null)[]; asOfSlot: number }> {
  return ask('getSignatureStatuses', [signatures, { searchTransactionHistory: history }], (result, recordHeight) => {
    const statuses = array(contextual(result, recordHeight), signatures.length).map((value) => {
      if (value === null) return null
      const { slot, err, confirmationStatus } = object(value)
      if (err === undefined) throw new Error('no verdict')
      const final = confirmationStatus === 'finalized'
      return final || confirmationStatus === 'confirmed' ? { slot: integer(slot), failed: err, final } : null
    })
    return { statuses, asOfSlot: integer(object(object(result).context).slot) }
  })
}

/** Slot and block height at `finalized`; the slot is recorded, so that a node that lags far behind is not believed. */
const readFinalHeight = (ask: RpcPool['ask']): Promise<{ height: number; slot: number }> =>
  ask('getEpochInfo', [{ commitment: 'finalized' }], (result, recordHeight) => {
    const { absoluteSlot, blockHeight } = object(result)
    recordHeight(integer(absoluteSlot))
    return { height: integer(blockHeight), slot: integer(absoluteSlot) }
  })
