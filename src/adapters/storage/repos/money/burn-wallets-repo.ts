import type { Selectable } from 'kysely'
import type { Mint, Wallet } from '../../../../domain/brands.ts'
import type { BurnWalletRepo, CoinBurnWallet } from '../../../../ports/storage/money/burn-wallets.ts'
import type { Executor } from '../../engine/executor.ts'
import type { Database } from '../../schema.ts'

/** Wallets of coins that buy and burn them, over Kysely. */
export const createBurnWalletRepo = (db: Executor): BurnWalletRepo => ({
  insert: async ({ mint, platform, wallet, nonce }) => {
    const row = { mint, platform, wallet, nonce, looked_at_ms: 0, booked_at_ms: 0 }
    await db
      .insertInto('burn_wallet')
      .values(row)
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  },
  listWaiting: async (sinceMs, limit) => {
    const waiting = db.selectFrom('burn_wallet').selectAll().where('looked_at_ms', '<', sinceMs)
    return (await waiting.orderBy('looked_at_ms').orderBy('mint').limit(limit).execute()).map(toBurnWallet)
  },
  look: async (mint, nowMs) => {
    await db.updateTable('burn_wallet').set({ looked_at_ms: nowMs }).where('mint', '=', mint).execute()
  },
  listUnbooked: async (limit) => {
    const all = db.selectFrom('burn_wallet').selectAll()
    return (await all.orderBy('booked_at_ms').orderBy('mint').limit(limit).execute()).map(toBurnWallet)
  },
  book: async (mints, nowMs) => {
    if (mints.length > 0) await db.updateTable('burn_wallet').set({ booked_at_ms: nowMs }).where('mint', 'in', mints).execute()
  },
})

const toBurnWallet = ({ mint, platform, wallet, nonce }: Selectable<Database['burn_wallet']>): CoinBurnWallet => ({
  mint: mint as Mint,
  platform,
  wallet: wallet as Wallet,
  nonce,
})
