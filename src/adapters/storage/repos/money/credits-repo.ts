import { type Selectable, sql } from 'kysely'
import { unixMs, type UsdMicros, usdMicros, type Wallet } from '../../../../domain/brands.ts'
import type { Credit } from '../../../../domain/payments/credit.ts'
import type { CreditRepo } from '../../../../ports/storage/money/credits.ts'
import type { Executor } from '../../engine/executor.ts'
import type { Database } from '../../schema.ts'

/** An amount that the database computes from the row's own. */
const changed = sql<UsdMicros>

/** Prepaid balances over Kysely. Every change is one statement that looks at the balance itself, so that replicas cannot spend it twice. */
export const createCreditRepo = (db: Executor): CreditRepo => ({
  find: (sessionKey) => find(db, sessionKey),

  async buy(paymentId, { sessionKey, network, asset, payer, createdAtMs, amountUsdMicros }) {
    const purchase = await db
      .insertInto('credit_purchase')
      .values({ payment_id: paymentId, session_key: sessionKey, amount: amountUsdMicros })
      .onConflict((conflict) => conflict.doNothing())
      .returning('payment_id')
      .executeTakeFirst()
    if (!purchase) return find(db, sessionKey)
    const row = { session_key: sessionKey, network, asset, payer, balance: amountUsdMicros, bought: amountUsdMicros, refund: usdMicros(0n) }
    return toCredit(
      await db
        .insertInto('credit')
        .values({ ...row, created_at_ms: createdAtMs })
        .onConflict((conflict) =>
          conflict
            .column('session_key')
            .doUpdateSet({
              balance: changed`credit.balance + ${amountUsdMicros}`,
              bought: changed`credit.bought + ${amountUsdMicros}`,
            })
            .where('credit.network', '=', network)
            .where('credit.payer', '=', payer),
        )
        .returningAll()
        .executeTakeFirst(),
    )
  },

  isPurchase: async (paymentId) =>
    (await db.selectFrom('credit_purchase').select('payment_id').where('payment_id', '=', paymentId).executeTakeFirst()) !== undefined,

  spend: async (sessionKey, amountUsdMicros) =>
    toCredit(
      await db
        .updateTable('credit')
        .set({ balance: changed`balance - ${amountUsdMicros}` })
        .where('session_key', '=', sessionKey)
        .where('balance', '>=', amountUsdMicros)
        .returningAll()
        .executeTakeFirst(),
    ),

  giveBack: async (sessionKey, amountUsdMicros) => {
    await db
      .updateTable('credit')
      .set({ balance: changed`balance + ${amountUsdMicros}` })
      .where('session_key', '=', sessionKey)
      .execute()
  },

  async takeRest(sessionKey) {
    const taken = await db
      .updateTable('credit')
      .set({ refund: changed`balance`, balance: usdMicros(0n) })
      .where('session_key', '=', sessionKey)
      .where('balance', '>', usdMicros(0n))
      .returning('refund')
      .executeTakeFirst()
    return taken ? usdMicros(taken.refund) : null
  },

  async outstanding() {
    const rows = await db.selectFrom('credit').select('balance').where('balance', '>', usdMicros(0n)).execute()
    return { sessions: rows.length, balanceUsdMicros: usdMicros(rows.reduce((sum, { balance }) => sum + BigInt(balance), 0n)) }
  },
})

const find = async (db: Executor, sessionKey: Wallet): Promise<Credit | null> =>
  toCredit(await db.selectFrom('credit').selectAll().where('session_key', '=', sessionKey).executeTakeFirst())

const toCredit = (row: Selectable<Database['credit']> | undefined): Credit | null =>
  row
    ? {
        sessionKey: row.session_key as Wallet,
        network: row.network,
        asset: row.asset,
        payer: row.payer,
        balanceUsdMicros: usdMicros(row.balance),
        boughtUsdMicros: usdMicros(row.bought),
        createdAtMs: unixMs(row.created_at_ms),
      }
    : null
