import { sql } from 'kysely'
import type { Mint } from '../../../domain/brands.ts'
import type { CoinRepo } from '../../../ports/storage/storage.ts'
import { looksOf } from '../../../lib/look-alike.ts'
import { inTransaction } from '../engine/in-transaction.ts'
import { builtOnce } from '../engine/built-once.ts'
import { rowsInto } from '../engine/rows-into.ts'
import type { Executor } from '../engine/executor.ts'
import type { SqlDialect } from '../engine/sql-dialect.ts'
import { listCoinFacts, listCoins } from '../rows/list-coins.ts'
import { lockColumns, toCoin, toRow } from '../rows/coin-row.ts'
import { replaceShares, writeShares } from '../rows/write-shares.ts'
import { countCoins } from './money/totals-repo.ts'
import type { Coin } from '../../../domain/coin.ts'
import { OWN_LIMITS } from '../../../domain/limits/own-limits.ts'

const insertRow = builtOnce((db, row: ReturnType<typeof toRow>) =>
  db
    .insertInto('coin')
    .values(row)
    .onConflict((conflict) => conflict.column('mint').doNothing())
    .returning('mint'),
)

/** Coins over Kysely. */
export const createCoinRepo = (db: Executor, dialect: SqlDialect): CoinRepo => ({
  insert: (coin) =>
    inTransaction(db, async (tx) => {
      const { rows } = await insertRow(tx, toRow(coin))
      if (rows.length === 0) return false
      await countCoins(tx, dialect, { coins: 1, locked: Number(coin.feeShareLocked) })
      await writeShares(tx, coin)
      await writeLooks(tx, coin)
      return true
    }),

  find: async (mint) => toCoin(await db.selectFrom('coin').selectAll().where('mint', '=', mint).executeTakeFirst()),

  lock: (mint, lock) =>
    inTransaction(db, async (tx) => {
      const unrecorded = tx.updateTable('coin').where('mint', '=', mint).where('fee_share_signature', 'is', null)
      // A launch may have found its coin locked without knowing the transaction: then the totals count it already.
      const { numUpdatedRows } = await unrecorded.set({ fee_share_locked: 1 }).where('fee_share_locked', '=', sql.lit(0)).executeTakeFirst()
      if (numUpdatedRows === 1n) await countCoins(tx, dialect, { locked: 1 })
      const coin = toCoin(await unrecorded.set(lockColumns(lock)).returningAll().executeTakeFirst())
      if (coin) await replaceShares(tx, dialect, coin)
      return coin
    }),

  graduate: async (mint, nowMs) =>
    toCoin(
      await db
        .updateTable('coin')
        .set({ graduated_at_ms: nowMs })
        .where('mint', '=', mint)
        .where('graduated_at_ms', 'is', null)
        .returningAll()
        .executeTakeFirst(),
    ),

  feature: async (mint, { url, atMs }) =>
    toCoin(
      await db
        .updateTable('coin')
        .set({ featured_at_ms: atMs, featured_url: url })
        .where('mint', '=', mint)
        .where('graduated_at_ms', 'is not', null)
        .where('featured_at_ms', 'is', null)
        .returningAll()
        .executeTakeFirst(),
    ),

  namesakes: async ({ name, ticker }, { keyId, limit }) => {
    const { rows } = await selectAlike(db, {
      name: { text: name, looks: someLooksOf(name) },
      ticker: { text: ticker, looks: someLooksOf(ticker) },
      keyId: keyId as string,
      limit,
    })
    // In the order of the kinds: the same name before those that look like it.
    const mints = new Set(rows.toSorted((a, b) => a.kind - b.kind).map(({ mint }) => mint))
    if (mints.size === 0) return { own: [], others: [] }
    const coins = await db
      .selectFrom('coin')
      .select(['mint', 'name', 'ticker', 'key_id'])
      .where('mint', 'in', [...mints])
      .execute()
    const byMint = new Map(coins.map((coin) => [coin.mint, coin]))
    const found = [...mints].flatMap((mint) => byMint.get(mint) ?? [])
    const some = (is: (key: string) => boolean) =>
      found
        .filter((coin) => is(coin.key_id))
        .slice(0, limit)
        .map(({ mint, name, ticker }) => ({ mint: mint as Mint, name, ticker }))
    return { own: some((key) => key === keyId), others: some((key) => key !== keyId) }
  },

  count: async (keyId) => {
    const some = db.selectFrom('coin').select('mint').where('key_id', '=', keyId).limit(sql.lit(OWN_LIMITS.agentCoinsMax))
    const { count } = await db
      .selectFrom(some.as('some'))
      .select(({ fn }) => fn.countAll().as('count'))
      .executeTakeFirstOrThrow()
    return Number(count)
  },

  platformsOf: async (mints) => {
    if (mints.length === 0) return []
    const rows = await db.selectFrom('coin').select(['mint', 'platform']).where('mint', 'in', mints).execute()
    return rows.map(({ mint, platform }) => ({ mint: mint as Mint, platform }))
  },

  list: (page, filter = {}, order = 'newest') => listCoins(db, dialect, { page, filter, order }),

  listFacts: (page, filter = {}, order = 'newest') => listCoinFacts(db, dialect, { page, filter, order }),
})

interface Alike {
  readonly kind: number
  readonly mint: string
}

interface AlikeTo {
  readonly name: { readonly text: string; readonly looks: readonly string[] }
  readonly ticker: AlikeTo['name']
  readonly keyId: string
  readonly limit: number
}

/** What a text looks like; the empty look, which no coin has, where that is nothing. */
function someLooksOf(text: string): readonly string[] {
  const looks = looksOf(text)
  return looks.length > 0 ? looks : ['']
}

const selectAlike = builtOnce((_db, to: AlikeTo) => sql<Alike>`${sql.join([...alikeOf(to, '='), ...alikeOf(to, '<>')], sql` UNION ALL `)}`)

/**
 * Selects coins that share the name or the ticker, or look like it, of this key or of others: at most `limit` of each kind and look. One
 * index lookup each, however many coins have the name; unordered, since an order would need all of them. A list of looks, each coin once,
 * or a join would make SQLite build something for every part, which takes longer than the lookups.
 */
function alikeOf({ name, ticker, keyId, limit }: AlikeTo, whose: '=' | '<>') {
  const is = sql.raw(whose)
  const same = (part: 'name' | 'ticker', text: string) => sql`coin WHERE lower(${sql.ref(part)}) = lower(${text}) AND key_id ${is} ${keyId}`
  const like = (part: 'name' | 'ticker', look: string) =>
    sql`coin_look WHERE part = ${sql.lit(part)} AND look = ${look} AND key_id ${is} ${keyId}`
  const kinds = [
    [same('name', name.text)],
    [same('ticker', ticker.text)],
    name.looks.map((look) => like('name', look)),
    ticker.looks.map((look) => like('ticker', look)),
  ]
  return kinds.flatMap((parts, kind) =>
    parts.map((found) => sql<Alike>`SELECT * FROM (SELECT ${sql.lit(kind)} AS kind, mint FROM ${found} LIMIT ${limit} + 0) AS found`),
  )
}

/**
 * What the name and the ticker of a coin look like, a row for each key. A change of what texts look like needs a migration that fills it
 * again.
 */
const coinLooks = ({ mint, keyId, name, ticker }: Pick<Coin, 'mint' | 'keyId' | 'name' | 'ticker'>) =>
  (['name', 'ticker'] as const).flatMap((part) =>
    looksOf(part === 'name' ? name : ticker).map((look) => ({ part, look, mint: mint as string, key_id: keyId as string })),
  )

/** Keeps them. `tx` must be the transaction that writes the coin. */
const writeLooks = (tx: Executor, coin: Coin): Promise<void> => insertLooks(tx, coinLooks(coin))

const insertLooks = rowsInto('coin_look')
