import type { Database } from 'bun:sqlite'
import { type Lamports, lamports, type Signature, type UnixMs, unixMs } from '../../../domain/brands.ts'
import type { SignedTransaction, TransactionState } from '../../../domain/operation.ts'
import { LAMPORTS_PER_SOL } from '../../../domain/money/sol.ts'
import { sha256Hex, toBase58 } from '../../../lib/bytes.ts'
import type { Clock, RandomBytes } from '../../../ports/clock.ts'
import { faulting } from '../../storage-faults.ts'
import { type ChainState, createChainState } from './chain-state.ts'
import { executeTransaction, type Moment } from './execute-transaction.ts'
import { signatureFeeLamports } from './launch-cost.ts'
import { VALIDATOR } from './ledger.ts'
import { misbehaviourOf } from './misbehaving-tickers.ts'
import { ProgramError } from './program-error.ts'
import type { Receipt } from './tables/receipt-table.ts'
import type { Message } from './message.ts'
import { type VerifiedTransaction, verifyTransaction } from './wire-transaction.ts'

/** Milliseconds of a slot; each has one block. */
export const SLOT_MS = 400

/** A simulated chain whose slots follow the clock. It persists every execution in one durable commit. */
export interface SimulatedChain {
  /** The state at the current slot, with everything landed that was due. Read only. */
  view(): { readonly state: ChainState; readonly slot: number; timeOf(slot: number): UnixMs }
  /** The header of a new message that expires after so many blocks. */
  head(blocks: number): Pick<Message, 'blockhash' | 'lastValidBlockHeight' | 'nonce'>
  /** The program's error of these messages, simulated one after the other, or null. Changes nothing. */
  simulate(messages: readonly Message[]): string | null
  /** What `work` gives where it is run on the chain as it is; whatever it changes is taken back. */
  rehearse<Result>(work: (state: ChainState, moment: Moment) => Result): Result
  /** Sends the transaction and returns its state. The same bytes land at most once. */
  send(transaction: SignedTransaction): TransactionState
  /** The state of the transaction, without sending it. */
  look(transaction: SignedTransaction): TransactionState
  /** Runs `work` in one commit, which is rolled back when it throws. */
  commit<Result>(work: (state: ChainState, moment: Moment) => Result): Result
}

const PENDING: TransactionState = { status: 'pending', height: null, error: null }
const EXPIRED: TransactionState = { status: 'expired', height: null, error: null }

/** The chain in `db`, whose genesis is when the file is first opened. A new wallet has `newWalletLamports`, 10 SOL by default. */
export function createSimulatedChain({
  db,
  clock,
  randomBytes,
  newWalletLamports = lamports(10n * LAMPORTS_PER_SOL),
}: {
  db: Database
  clock: Clock
  /** Random nonces, so that two messages with the same content are two transactions. */
  randomBytes: RandomBytes
  newWalletLamports?: Lamports
}): SimulatedChain {
  const state = createChainState(db, newWalletLamports)
  const { ledger, receipts, movements } = state
  const genesisMs = keepMeta(db, 'genesis_ms', clock.nowMs())
  let highestSlot = keepMeta(db, 'highest_slot', 1)
  const recordSlot = db.query(`UPDATE meta SET value = ? WHERE name = 'highest_slot' AND value < ?`)

  const slotAt = (atMs: UnixMs): number => 1 + Math.floor(Math.max(0, atMs - genesisMs) / SLOT_MS)
  const timeOf = (slot: number): UnixMs => unixMs(genesisMs + (slot - 1) * SLOT_MS)
  const blockhash = (lastValidBlockHeight: number): string =>
    toBase58(Buffer.from(sha256Hex(`simulated:${genesisMs}:${lastValidBlockHeight}`), 'hex'))

  /** The current slot; never before one that was seen, even when the machine's clock is set back. */
  function present(): Moment {
    const atMs = clock.nowMs()
    highestSlot = Math.max(highestSlot, slotAt(atMs))
    return { slot: highestSlot, atMs }
  }

  function commit<Result>(work: (state: ChainState, moment: Moment) => Result): Result {
    const transaction = db.transaction(() => {
      const moment = present()
      recordSlot.run(moment.slot, moment.slot)
      return work(state, moment)
    })
    return faulting(() => transaction.immediate())
  }

  /** Executes the transaction, once. Inside a commit. */
  function land(transaction: VerifiedTransaction, moment: Moment, failure: string | null): TransactionState {
    const { signature, message } = transaction
    const known = receipts.find(signature)
    if (known) return stateOf(known)
    if (moment.slot > message.lastValidBlockHeight) return EXPIRED
    const feeLamports = signatureFeeLamports(message)
    // A transaction whose payer cannot pay the fee is dropped, and may be sent again.
    if (ledger.lamportsOf(message.signers[0]!) < feeLamports) return PENDING
    const changes = ledger.follow()
    ledger.move(message.signers[0]!, VALIDATOR, feeLamports)
    const error = failure ?? attempt(() => executeTransaction(state, transaction, moment))
    const receipt = { signature, mint: message.mint, ...moment, error }
    receipts.insert(receipt)
    movements.insert(changes(), { signature, ...moment, failed: error !== null })
    return stateOf(receipt)
  }

  /** Runs `work` in a savepoint: null on success, the program's error when it was rolled back. */
  function attempt(work: () => void): string | null {
    try {
      db.transaction(work)()
      return null
    } catch (error) {
      if (error instanceof ProgramError) return error.reason
      throw error
    }
  }

  function rehearse<Result>(work: (current: ChainState, moment: Moment) => Result): Result {
    landDue()
    faulting(() => db.run('BEGIN IMMEDIATE'))
    try {
      return faulting(() => work(state, present()))
    } finally {
      // SQLite rolls back by itself when the disk is full.
      if (db.inTransaction) db.run('ROLLBACK')
    }
  }

  function runAll(messages: readonly Message[], moment: Moment): void {
    for (const message of messages) runMessage(state, message, moment)
  }

  /** Executes, in its own slot, every pending transaction that is due. */
  function landDue(): void {
    for (const { signature, bytesBase64, landsAtMs } of receipts.due(clock.nowMs())) {
      commit(() => {
        const transaction = verifyTransaction(bytesBase64)
        if (transaction) land(transaction, { slot: slotAt(landsAtMs), atMs: landsAtMs }, null)
        receipts.forget(signature)
      })
    }
  }

  function look({ signature, lastValidBlockHeight }: SignedTransaction): TransactionState {
    landDue()
    const receipt = receipts.find(signature)
    if (receipt) return stateOf(receipt)
    return present().slot > lastValidBlockHeight ? EXPIRED : PENDING
  }

  /** The transaction when its bytes and signatures are valid; others never reach a block. */
  function verify({ bytesBase64, signature, lastValidBlockHeight }: SignedTransaction): VerifiedTransaction | null {
    const transaction = verifyTransaction(bytesBase64)
    if (transaction?.signature !== signature || transaction.message.lastValidBlockHeight !== lastValidBlockHeight) return null
    return transaction.message.blockhash === blockhash(lastValidBlockHeight) ? transaction : null
  }

  return {
    view() {
      landDue()
      return { state, slot: present().slot, timeOf }
    },
    head(blocks) {
      const lastValidBlockHeight = present().slot + blocks
      return { blockhash: blockhash(lastValidBlockHeight), lastValidBlockHeight, nonce: Buffer.from(randomBytes(8)).toString('hex') }
    },
    simulate: (messages) => rehearse((_, moment) => attempt(() => runAll(messages, moment))),
    rehearse,
    send(signed) {
      const found = look(signed)
      const transaction = found.status === 'pending' ? verify(signed) : null
      if (!transaction) return found
      return commit((_, moment) => {
        const misbehaviour = misbehaviourOf(state, transaction.message)
        if (misbehaviour?.kind === 'lose') return PENDING
        if (misbehaviour?.kind !== 'delay') return land(transaction, moment, misbehaviour?.error ?? null)
        const landsAtMs = unixMs(moment.atMs + misbehaviour.ms)
        receipts.postpone({ signature: signed.signature, bytesBase64: signed.bytesBase64, landsAtMs })
        return PENDING
      })
    },
    look,
    commit(work) {
      landDue()
      return commit((current, moment) => {
        const changes = ledger.follow()
        try {
          return work(current, moment)
        } finally {
          // What a control does is no transaction, and has a name like one.
          movements.insert(changes(), { signature: toBase58(randomBytes(64)) as Signature, ...moment, failed: false })
        }
      })
    },
  }
}

/**
 * Charges the message's fee and executes it, without a signature: for what is rolled back.
 *
 * @throws ProgramError when a program refuses it
 */
export function runMessage(state: ChainState, message: Message, moment: Moment): void {
  state.ledger.move(message.signers[0]!, VALIDATOR, signatureFeeLamports(message))
  executeTransaction(state, { signature: SIMULATED_SIGNATURE, message }, moment)
}

// Placeholder signature for the payments of a simulation, which are rolled back.
const SIMULATED_SIGNATURE = 'simulated' as VerifiedTransaction['signature']

const stateOf = ({ slot, error }: Receipt): TransactionState => ({ status: error === null ? 'landed' : 'failed', height: slot, error })

/** The value stored under this name, initialised with `value`. */
function keepMeta(db: Database, name: string, value: number): number {
  db.query('INSERT INTO meta (name, value) VALUES (?, ?) ON CONFLICT DO NOTHING').run(name, value)
  return Number(db.query<{ value: bigint }, [string]>('SELECT value FROM meta WHERE name = ?').get(name)!.value)
}
