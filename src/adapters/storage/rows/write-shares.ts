import type { AtomicUnits } from '../../../domain/brands.ts'
import type { Coin } from '../../../domain/coin.ts'
import type { Executor } from '../engine/executor.ts'
import { rowsInto } from '../engine/rows-into.ts'
import type { SqlDialect } from '../engine/sql-dialect.ts'
import { readSum, sumOf } from './amount-sum.ts'

type ShareRows = Pick<Coin, 'mint' | 'launchedAtMs' | 'shareholders'>

/** Keeps the shareholders of a new coin, which has paid nobody yet. `tx` must be the transaction that stores the coin. */
export async function writeShares(
  tx: Executor,
  { mint, launchedAtMs, shareholders }: ShareRows,
  paid?: ReadonlyMap<string, AtomicUnits>,
): Promise<void> {
  await insertShares(
    tx,
    shareholders.map(({ wallet, role, handle, bps }) => ({
      mint,
      wallet,
      role,
      handle,
      bps,
      launched_at_ms: launchedAtMs,
      amount: String(paid?.get(wallet) ?? 0n),
    })),
  )
}

const insertShares = rowsInto('coin_share')

/**
 * Keeps the shareholders of a coin in the place of those it had, each with what the coin has paid it so far. `tx` must be the
 * transaction that changes the coin.
 */
export async function replaceShares(tx: Executor, dialect: SqlDialect, coin: ShareRows): Promise<void> {
  await tx.deleteFrom('coin_share').where('mint', '=', coin.mint).execute()
  const paid = await tx
    .selectFrom('remit')
    .select(['wallet', sumOf(dialect, 'amount').as('amount')])
    .where('mint', '=', coin.mint)
    .groupBy('wallet')
    .execute()
  await writeShares(tx, coin, new Map(paid.map(({ wallet, amount }) => [wallet, readSum(amount)])))
}
