import { type Insertable, type Selectable, sql } from 'kysely'
import { bps, type KeyId, atomicUnits, type Mint, type OperationId, type Signature, unixMs, type Wallet } from '../../../domain/brands.ts'
import type { Coin } from '../../../domain/coin.ts'
import type { CrewSeat } from '../../../domain/crew/crew.ts'
import type { Currency } from '../../../domain/money/currency.ts'
import type { Mode, Shareholder } from '../../../domain/crew/fee-map.ts'
import type { LockPath } from '../../../domain/lock-path.ts'
import type { CoinRepo } from '../../../ports/storage/storage.ts'
import { fromJson, fromNullableJson, toJson, toNullableJson } from '../rows/json-column.ts'
import { inTransaction } from '../engine/in-transaction.ts'
import { newestFirst } from '../rows/keyset.ts'
import type { Database } from '../schema.ts'
import type { Executor } from '../engine/executor.ts'
import { growTotals } from './totals-repo.ts'

/** Coins over Kysely. */
export const createCoinRepo = (db: Executor): CoinRepo => ({
  insert: (coin) =>
    inTransaction(db, async (tx) => {
      const inserted = await tx
        .insertInto('coin')
        .values(toRow(coin))
        .onConflict((conflict) => conflict.column('mint').doNothing())
        .returning('mint')
        .executeTakeFirst()
      if (inserted) await growTotals(tx, { coins: 1, locked: Number(coin.feeShareLocked) })
      return inserted !== undefined
    }),

  find: async (mint) => toCoin(await db.selectFrom('coin').selectAll().where('mint', '=', mint).executeTakeFirst()),

  update: (mint, changes) =>
    inTransaction(db, async (tx) => {
      const { feeShareLocked, ...others } = changes
      if (feeShareLocked !== undefined) await changeLock(tx, mint, feeShareLocked)
      const chosen = toChanges(others)
      const query = tx.updateTable('coin').set(Object.keys(chosen).length > 0 ? chosen : { mint })
      return toCoin(await query.where('mint', '=', mint).returningAll().executeTakeFirst())
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
    // One lookup of an index each, however many coins have the name: no order is asked for that would need all of them.
    const find = async (whose: '=' | '<>') => {
      const rows = await Promise.all(
        [sql<boolean>`lower(name) = lower(${name})`, sql<boolean>`lower(ticker) = lower(${ticker})`].map((alike) =>
          db.selectFrom('coin').selectAll().where(alike).where('key_id', whose, keyId).limit(limit).execute(),
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

/** Bounds what a search costs: it reads names, which no index can look into. */
const SEARCHED_MAX = 20_000

/** When the oldest coin that a search looks at was launched. */
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

/** Name or ticker holds the text, in any case. */
function holds(text: string) {
  const pattern = `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`
  return sql<boolean>`(lower(name) LIKE lower(${pattern}) ESCAPE '\\' OR lower(ticker) LIKE lower(${pattern}) ESCAPE '\\')`
}

/** Turns the flag, and the total with it, unless it is so already. */
async function changeLock(tx: Executor, mint: string, locked: boolean): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable('coin')
    .set({ fee_share_locked: Number(locked) })
    .where('mint', '=', mint)
    .where('fee_share_locked', '=', Number(!locked))
    .executeTakeFirst()
  if (numUpdatedRows === 1n) await growTotals(tx, { locked: locked ? 1 : -1 })
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

const toChanges = (changes: Parameters<CoinRepo['update']>[1]): Partial<Insertable<Database['coin']>> => ({
  ...(changes.mode === undefined ? {} : { mode: changes.mode }),
  ...(changes.crew === undefined ? {} : { crew_json: toJson(changes.crew) }),
  ...(changes.shareholders === undefined ? {} : { shareholders_json: toJson(changes.shareholders) }),
  ...(changes.treasuryBps === undefined ? {} : { treasury_bps: changes.treasuryBps }),
  ...(changes.feeShareSignature === undefined ? {} : { fee_share_signature: changes.feeShareSignature }),
  ...(changes.feesLockedAtLaunch === undefined ? {} : { fees_locked_at_launch: Number(changes.feesLockedAtLaunch) }),
  ...(changes.lockHeight === undefined ? {} : { lock_height: changes.lockHeight }),
  ...(changes.holderKol === undefined ? {} : { holder_kol: Number(changes.holderKol) }),
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
