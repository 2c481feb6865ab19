import { lamports } from '../../../domain/brands.ts'
import type { TallyRepo } from '../../../ports/storage/tally.ts'
import { fromColumns, toColumns } from '../rows/amount-columns.ts'
import type { Executor } from '../engine/executor.ts'

/** How much the totals grow with a commit. */
export interface TallyGrowth {
  readonly coins?: number
  readonly locked?: number
  readonly remits?: number
  readonly remittedLamports?: bigint
  readonly remittedWei?: bigint
  readonly buybacks?: number
  readonly boughtLamports?: bigint
}

/** The totals over Kysely: one row, so that commits which change them take turns and none is lost. */
export const createTallyRepo = (db: Executor): TallyRepo => ({
  read: async () => {
    const row = await db.selectFrom('tally').selectAll().where('id', '=', 1).executeTakeFirstOrThrow()
    const { coins, locked, remits, buybacks } = row
    return {
      coins,
      locked,
      remits,
      remittedLamports: lamports(row.remitted_lamports),
      buybacks,
      boughtLamports: lamports(row.bought_lamports),
      remittedWei: fromColumns(row.remitted_gwei, row.remitted_wei_rest, 'ETH'),
    }
  },
})

/** Adds to the totals; `tx` must be the transaction of what they count. */
export async function growTally(
  tx: Executor,
  { coins = 0, locked = 0, remits = 0, remittedLamports = 0n, remittedWei = 0n, buybacks = 0, boughtLamports = 0n }: TallyGrowth,
): Promise<void> {
  const { units, weiRest } = toColumns(remittedWei, 'ETH')
  await tx
    .updateTable('tally')
    .set((eb) => ({
      coins: eb('coins', '+', coins),
      locked: eb('locked', '+', locked),
      remits: eb('remits', '+', remits),
      remitted_lamports: eb('remitted_lamports', '+', remittedLamports),
      remitted_gwei: eb('remitted_gwei', '+', units),
      remitted_wei_rest: eb('remitted_wei_rest', '+', weiRest),
      buybacks: eb('buybacks', '+', buybacks),
      bought_lamports: eb('bought_lamports', '+', boughtLamports),
    }))
    .where('id', '=', 1)
    .execute()
}
