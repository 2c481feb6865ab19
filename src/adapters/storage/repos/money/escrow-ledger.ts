import { sql } from 'kysely'
import { type AtomicUnits, atomicUnits, type UnixMs } from '../../../../domain/brands.ts'
import { type CoinBudget, type CoinJob, type TransferKind, transferOf } from '../../../../domain/kit/coin-job.ts'
import type { Executor } from '../../engine/executor.ts'

/** Reserves the job's money from the coin's budget; false when it does not suffice. */
export async function reserve(tx: Executor, job: CoinJob, accruedAtomic: AtomicUnits): Promise<boolean> {
  await tx
    .insertInto('coin_budget')
    .values({ mint: job.mint })
    .onConflict((conflict) => conflict.column('mint').doNothing())
    .execute()
  return changeBudget(tx, job.mint, ({ reservedAtomic, spentAtomic }) =>
    reservedAtomic + spentAtomic <= accruedAtomic - job.amountAtomic
      ? { reservedAtomic: atomicUnits(reservedAtomic + job.amountAtomic), spentAtomic }
      : null,
  )
}

/** Updates the coin's budget by `change`; false when that refuses. Concurrent changes wait for the commit. */
async function changeBudget(tx: Executor, mint: string, change: (budget: CoinBudget) => CoinBudget | null): Promise<boolean> {
  const ofCoin = tx.updateTable('coin_budget').where('mint', '=', mint)
  // An update locks the row in every database.
  const row = await ofCoin
    .set({ reserved: sql.ref<string>('reserved') })
    .returning(['reserved', 'spent'])
    .executeTakeFirstOrThrow()
  const changed = change({ reservedAtomic: atomicUnits(row.reserved), spentAtomic: atomicUnits(row.spent) })
  if (changed) await ofCoin.set({ reserved: String(changed.reservedAtomic), spent: String(changed.spentAtomic) }).execute()
  return changed !== null
}

/** Moves the money of the job's part, or what is not paid, out of escrow, in the ledger and in the coin's budget. */
export async function releaseFunds(tx: Executor, job: CoinJob, kind: TransferKind, atMs: UnixMs): Promise<void> {
  await transfer(tx, job, kind, atMs)
  const { amountAtomic } = transferOf(job, kind, atMs)
  await changeBudget(tx, job.mint, ({ reservedAtomic, spentAtomic }) => ({
    reservedAtomic: atomicUnits(reservedAtomic - amountAtomic),
    spentAtomic: kind === 'pay' ? atomicUnits(spentAtomic + amountAtomic) : spentAtomic,
  }))
}

/** Writes the job's ledger entry of this kind. */
export async function transfer(tx: Executor, job: CoinJob, kind: TransferKind, atMs: UnixMs): Promise<void> {
  const { from, to, amountAtomic } = transferOf(job, kind, atMs)
  const side = kind === 'reserve' ? 'in' : 'out'
  await tx
    .insertInto('escrow_transfer')
    .values({ job_id: job.id, side, part: job.part, kind, from_account: from, to_account: to, amount: String(amountAtomic), at_ms: atMs })
    .execute()
}
