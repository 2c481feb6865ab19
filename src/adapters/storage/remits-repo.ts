import { lamports, type Mint, type Signature, unixMs, type Wallet } from '../../domain/brands.ts'
import type { RemitRepo } from '../../ports/storage.ts'
import { inTransaction } from './in-transaction.ts'
import { readCursor, toPage } from './keyset.ts'
import type { Executor } from './storage.ts'
import { growTally } from './tally-repo.ts'

/** Remits over Kysely: (signature, wallet) is unique, so a distribution that is read twice is kept once. */
export const createRemitRepo = (db: Executor): RemitRepo => ({
  insert: async (remits) => {
    if (remits.length === 0) return 0
    return inTransaction(db, async (tx) => {
      const kept = await tx
        .insertInto('remit')
        .values(
          remits.map((remit) => ({
            id: remit.id,
            mint: remit.mint,
            ticker: remit.ticker,
            wallet: remit.wallet,
            handle: remit.handle,
            role: remit.role,
            lamports: remit.lamports as bigint,
            signature: remit.signature,
            slot: remit.slot,
            at_ms: remit.atMs,
          })),
        )
        .onConflict((conflict) => conflict.columns(['signature', 'wallet']).doNothing())
        .returning('lamports')
        .execute()
      if (kept.length === 0) return 0
      await growTally(tx, { remits: kept.length, remittedLamports: kept.reduce((sum, row) => sum + BigInt(row.lamports), 0n) })
      return kept.length
    })
  },

  list: async (page, { mint, wallet } = {}) => {
    const after = readCursor(page.cursor)
    let query = db.selectFrom('remit').selectAll()
    if (mint !== undefined) query = query.where('mint', '=', mint)
    if (wallet !== undefined) query = query.where('wallet', '=', wallet)
    if (after) query = query.where((eb) => eb(eb.refTuple('at_ms', 'id'), '<', eb.tuple(after.timeMs, after.id)))
    const rows = await query
      .orderBy('at_ms', 'desc')
      .orderBy('id', 'desc')
      .limit(page.limit + 1)
      .execute()
    return toPage(
      rows,
      page,
      (row) => ({ timeMs: row.at_ms, id: row.id }),
      (row) => ({
        id: row.id,
        mint: row.mint as Mint,
        ticker: row.ticker,
        wallet: row.wallet as Wallet,
        handle: row.handle,
        role: row.role,
        lamports: lamports(row.lamports),
        signature: row.signature as Signature,
        slot: row.slot,
        atMs: unixMs(row.at_ms),
      }),
    )
  },
})
