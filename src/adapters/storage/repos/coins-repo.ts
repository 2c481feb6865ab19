import { type Insertable, type Selectable, sql } from 'kysely'
import { bps, type KeyId, atomicUnits, type Mint, type OperationId, type Signature, unixMs, type Wallet } from '../../../domain/brands.ts'
import type { Coin, CoinLock } from '../../../domain/coin.ts'
import type { CrewSeat } from '../../../domain/crew/crew.ts'
import type { Currency } from '../../../domain/money/currency.ts'
import type { Mode, Shareholder } from '../../../domain/crew/fee-map.ts'
import type { LockPath } from '../../../domain/lock-path.ts'
import type { CoinRepo } from '../../../ports/storage/storage.ts'
import { looksOf } from '../../../lib/look-alike.ts'
import { fromJson, fromNullableJson, toJson, toNullableJson } from '../rows/json-column.ts'
import { inTransaction } from '../engine/in-transaction.ts'
import { newestFirst } from '../rows/keyset.ts'
import type { Database } from '../schema.ts'
import type { Executor } from '../engine/executor.ts'
import type { SqlDialect } from '../engine/sql-dialect.ts'
import { writeShares } from '../rows/write-shares.ts'
import { writeLooks } from '../rows/coin-looks.ts'
import { growTotals } from './totals-repo.ts'

/** Coins over Kysely. */
export const createCoinRepo = (db: Executor, dialect: SqlDialect): CoinRepo => ({
  insert: (coin) =>
    inTransaction(db, async (tx) => {
      const inserted = await tx
        .insertInto('coin')
        .values(toRow(coin))
        .onConflict((conflict) => conflict.column('mint').doNothing())
        .returning('mint')
        .executeTakeFirst()
      if (!inserted) return false
      await growTotals(tx, { coins: 1, locked: Number(coin.feeShareLocked) })
      await writeShares(tx, dialect, coin)
      await writeLooks(tx, coin)
      return true
    }),

  find: async (mint) => toCoin(await db.selectFrom('coin').selectAll().where('mint', '=', mint).executeTakeFirst()),

  lock: (mint, lock) =>
    inTransaction(db, async (tx) => {
      const unrecorded = tx.updateTable('coin').where('mint', '=', mint).where('fee_share_signature', 'is', null)
      // A launch may have found its coin locked without knowing the transaction: then the totals count it already.
      const { numUpdatedRows } = await unrecorded.set({ fee_share_locked: 1 }).where('fee_share_locked', '=', 0).executeTakeFirst()
      if (numUpdatedRows === 1n) await growTotals(tx, { locked: 1 })
      const coin = toCoin(await unrecorded.set(lockColumns(lock)).returningAll().executeTakeFirst())
      if (coin) await writeShares(tx, dialect, coin)
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
    // One index lookup each, however many coins have the name; unordered, since an order would need all of them.
    const find = async (whose: '=' | '<>') => {
      const alike = (
        [
          ['name', name],
          ['ticker', ticker],
        ] as const
      ).map(([part, text]) => {
        const looks = looksOf(text)
        const some = db
          .selectFrom('coin_look')
          .select('mint')
          .where('part', '=', part)
          .where('look', 'in', looks.length > 0 ? looks : [''])
        return sql<boolean>`mint IN ${some.where('key_id', whose, keyId).distinct().limit(limit)}`
      })
      const same = [sql<boolean>`lower(name) = lower(${name})`, sql<boolean>`lower(ticker) = lower(${ticker})`]
      const rows = await Promise.all(
        [...same, ...alike].map((which) =>
          db.selectFrom('coin').selectAll().where(which).where('key_id', whose, keyId).limit(limit).execute(),
        ),
      )
      return [...new Map(rows.flat().map((row) => [row.mint, toCoin(row)!])).values()].slice(0, limit)
    }
    const [own, others] = await Promise.all([find('='), find('<>')])
    return { own, others }
  },

  list: async (page, { keyId, graduated, featured, text } = {}) => {
    let query = db.selectFrom('coin').selectAll()
    if (keyId !== undefined) query = query.where('key_id', '=', keyId)
    if (graduated !== undefined) query = query.where('graduated_at_ms', graduated ? 'is not' : 'is', null)
    if (featured !== undefined) query = query.where('featured_at_ms', featured ? 'is not' : 'is', null)
    if (text !== undefined) {
      const exact = await db.selectFrom('coin').select('mint').where('mint', '=', text).executeTakeFirst()
      query = exact ? query.where('mint', '=', text) : query.where('launched_at_ms', '>=', searchedFrom(db)).where(holds(text))
    }
    return newestFirst(query, page, { time: 'launched_at_ms', id: 'mint' }, (row) => toCoin(row)!)
  },
})

/** Bounds the cost of a search over names, which no index supports. */
const SEARCHED_MAX = 20_000

/** The launch time of the oldest coin that a search covers. */
const searchedFrom = (db: Executor) => {
  const oldest = db
    .selectFrom('coin')
    .select('launched_at_ms')
    .orderBy('launched_at_ms', 'desc')
    .orderBy('mint', 'desc')
    .offset(SEARCHED_MAX - 1)
    .limit(1)
  return sql<number>`coalesce((${oldest}), 0)`
}

/** A condition for rows whose name or ticker contains the text, in any case. */
function holds(text: string) {
  const pattern = `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`
  return sql<boolean>`(lower(name) LIKE lower(${pattern}) ESCAPE '\\' OR lower(ticker) LIKE lower(${pattern}) ESCAPE '\\')`
}

const toRow = (coin: Coin): Insertable<Database['coin']> => ({
  mint: coin.mint,
  platform: coin.platform,
  key_id: coin.keyId,
  operation_id: coin.operationId,
  name: coin.name,
  ticker: coin.ticker,
  description: coin.description,
  image_sha256: coin.imageSha256,
  metadata_id: coin.metadataId,
  launcher: coin.launcher,
  agent_json: toNullableJson(coin.agent),
  twitter: coin.twitter,
  website: coin.website,
  signature: coin.signature,
  lock_path: coin.lockPath,
  create_height: coin.createHeight,
  holder_kol: Number(coin.holderKol),
  currency: coin.currency,
  launched_at_ms: coin.launchedAtMs,
  mode: coin.mode,
  crew_json: toJson(coin.crew),
  shareholders_json: toJson(coin.shareholders),
  treasury_bps: coin.treasuryBps,
  fee_share_signature: coin.feeShareSignature,
  fee_share_locked: Number(coin.feeShareLocked),
  fees_locked_at_launch: Number(coin.feesLockedAtLaunch),
  lock_height: coin.lockHeight,
  graduated_at_ms: coin.graduatedAtMs,
  featured_at_ms: coin.featuredAtMs,
  featured_url: coin.featuredUrl,
})

const lockColumns = (lock: CoinLock): Partial<Insertable<Database['coin']>> => ({
  mode: lock.mode,
  crew_json: toJson(lock.crew),
  shareholders_json: toJson(lock.shareholders),
  treasury_bps: lock.treasuryBps,
  fee_share_signature: lock.feeShareSignature,
  lock_height: lock.lockHeight,
  holder_kol: Number(lock.holderKol),
})

const toCoin = (row: Selectable<Database['coin']> | undefined): Coin | null =>
  row
    ? {
        mint: row.mint as Mint,
        platform: row.platform,
        keyId: row.key_id as KeyId,
        operationId: row.operation_id as OperationId,
        name: row.name,
        ticker: row.ticker,
        description: row.description,
        imageSha256: row.image_sha256,
        metadataId: row.metadata_id,
        mode: row.mode as Mode,
        crew: fromJson<CrewSeat[]>(row.crew_json),
        shareholders: fromJson<Shareholder[]>(row.shareholders_json),
        launcher: row.launcher as Wallet,
        agent: fromNullableJson<NonNullable<Coin['agent']>>(row.agent_json),
        twitter: row.twitter,
        website: row.website,
        treasuryBps: bps(row.treasury_bps),
        signature: row.signature as Signature,
        feeShareSignature: row.fee_share_signature as Signature | null,
        feeShareLocked: row.fee_share_locked === 1,
        feesLockedAtLaunch: row.fees_locked_at_launch === 1,
        lockPath: row.lock_path as LockPath,
        createHeight: row.create_height,
        lockHeight: row.lock_height,
        holderKol: row.holder_kol === 1,
        launchedAtMs: unixMs(row.launched_at_ms),
        graduatedAtMs: row.graduated_at_ms === null ? null : unixMs(row.graduated_at_ms),
        featuredAtMs: row.featured_at_ms === null ? null : unixMs(row.featured_at_ms),
        featuredUrl: row.featured_url,
        currency: row.currency as Currency,
        paid: atomicUnits(row.paid),
      }
    : null
