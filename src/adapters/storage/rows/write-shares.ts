import type { Coin } from '../../../domain/coin.ts'
import type { Executor } from '../engine/executor.ts'
import type { SqlDialect } from '../engine/sql-dialect.ts'
import { readSum, sumOf } from './amount-sum.ts'

/**
 * Keeps the shareholders of a coin, in the place of those it had, each with what the coin has paid it so far. `tx` must be the
 * transaction that changes the coin.
 */
export async function writeShares(
  tx: Executor,
  dialect: SqlDialect,
  { mint, launchedAtMs, shareholders }: Pick<Coin, 'mint' | 'launchedAtMs' | 'shareholders'>,
): Promise<void> {
  await tx.deleteFrom('coin_share').where('mint', '=', mint).execute()
  if (shareholders.length === 0) return
  const paid = await tx
    .selectFrom('remit')
    .select(['wallet', sumOf(dialect, 'amount').as('amount')])
    .where('mint', '=', mint)
    .groupBy('wallet')
    .execute()
  const amounts = new Map(paid.map(({ wallet, amount }) => [wallet, readSum(amount)]))
  await tx
    .insertInto('coin_share')
    .values(
      shareholders.map(({ wallet, role, handle, bps }) => ({
        mint,
        wallet,
        role,
        handle,
        bps,
        launched_at_ms: launchedAtMs,
        amount: String(amounts.get(wallet) ?? 0n),
      })),
    )
    .execute()
}
