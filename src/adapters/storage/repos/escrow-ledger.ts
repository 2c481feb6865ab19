import { sql } from 'kysely'
import { type AtomicUnits, atomicUnits, type UnixMs } from '../../../domain/brands.ts'
import { type CoinJob, type TransferKind, transferOf } from '../../../domain/kit/coin-job.ts'
import type { Executor } from '../engine/executor.ts'

/** Reserves the job's money from the coin's budget; false when it does not suffice. */
export async function reserve(tx: Executor, job: CoinJob, accrued: AtomicUnits): Promise<boolean> {
  await tx
    .insertInto('coin_budget')
    .values({ mint: job.mint })
    .onConflict((conflict) => conflict.column('mint').doNothing())
    .execute()
  return changeBudget(tx, job.mint, ({ reserved, spent }) =>
    reserved + spent <= accrued - job.amount ? { reserved: atomicUnits(reserved + job.amount), spent } : null,
  )
}

interface Budget {
  readonly reserved: AtomicUnits
  readonly spent: AtomicUnits
}

/** Updates the coin's budget by `change`; false when that refuses. Concurrent changes wait for the commit. */
async function changeBudget(tx: Executor, mint: string, change: (budget: Budget) => Budget | null): Promise<boolean> {
  const ofCoin = tx.updateTable('coin_budget').where('mint', '=', mint)
  // An update locks the row in every database.
  const row = await ofCoin
    .set({ reserved: sql.ref<string>('reserved') })
    .returning(['reserved', 'spent'])
    .executeTakeFirstOrThrow()
  const changed = change({ reserved: atomicUnits(row.reserved), spent: atomicUnits(row.spent) })
  if (changed) await ofCoin.set({ reserved: String(changed.reserved), spent: String(changed.spent) }).execute()
  return changed !== null
}

/** Moves the job's money out of escrow, in the ledger and in the coin's budget. */
export async function releaseFunds(tx: Executor, job: CoinJob, kind: TransferKind, atMs: UnixMs): Promise<void> {
  await transfer(tx, job, kind, atMs)
  await changeBudget(tx, job.mint, ({ reserved, spent }) => ({
    reserved: atomicUnits(reserved - job.amount),
    spent: kind === 'pay' ? atomicUnits(spent + job.amount) : spent,
  }))
}

/** Writes the job's ledger entry of this kind. */
export async function transfer(tx: Executor, job: CoinJob, kind: TransferKind, atMs: UnixMs): Promise<void> {
  const { from, to, amount } = transferOf(job, kind, atMs)
  const side = kind === 'reserve' ? 'in' : 'out'
  await tx
    .insertInto('escrow_transfer')
    .values({ job_id: job.id, side, kind, from_account: from, to_account: to, amount: String(amount), at_ms: atMs })
    .execute()
}
