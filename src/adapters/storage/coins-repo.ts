import type { Insertable, Selectable } from 'kysely'
import { bps, type KeyId, type Mint, type OperationId, type Signature, unixMs, type Wallet } from '../../domain/brands.ts'
import type { Coin } from '../../domain/coin.ts'
import type { CrewSeat } from '../../domain/crew.ts'
import type { Mode, Shareholder } from '../../domain/fee-map.ts'
import type { LockPath } from '../../domain/operation.ts'
import type { CoinRepo } from '../../ports/storage.ts'
import { fromJson, fromNullableJson, toJson, toNullableJson } from './json-column.ts'
import { readCursor, toPage } from './keyset.ts'
import type { Database } from './schema.ts'
import type { Executor } from './storage.ts'

/** Coins over Kysely. */
export const createCoinRepo = (db: Executor): CoinRepo => ({
  insert: async (coin) => {
    const inserted = await db
      .insertInto('coin')
      .values(toRow(coin))
      .onConflict((conflict) => conflict.column('mint').doNothing())
      .returning('mint')
      .executeTakeFirst()
    return inserted !== undefined
  },

  find: async (mint) => toCoin(await db.selectFrom('coin').selectAll().where('mint', '=', mint).executeTakeFirst()),

  update: async (mint, changes) =>
    toCoin(await db.updateTable('coin').set(toChanges(changes)).where('mint', '=', mint).returningAll().executeTakeFirst()),

  list: async (page, { keyId, graduated, featured } = {}) => {
    const after = readCursor(page.cursor)
    let query = db.selectFrom('coin').selectAll()
    if (keyId !== undefined) query = query.where('key_id', '=', keyId)
    if (graduated !== undefined) query = query.where('graduated_at_ms', graduated ? 'is not' : 'is', null)
    if (featured !== undefined) query = query.where('featured_at_ms', featured ? 'is not' : 'is', null)
    if (after) query = query.where((eb) => eb(eb.refTuple('launched_at_ms', 'mint'), '<', eb.tuple(after.timeMs, after.id)))
    const rows = await query
      .orderBy('launched_at_ms', 'desc')
      .orderBy('mint', 'desc')
      .limit(page.limit + 1)
      .execute()
    return toPage(
      rows,
      page,
      (row) => ({ timeMs: row.launched_at_ms, id: row.mint }),
      (row) => toCoin(row)!,
    )
  },
})

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
  create_slot: coin.createSlot,
  holder_kol: Number(coin.holderKol),
  launched_at_ms: coin.launchedAtMs,
  mode: coin.mode,
  crew_json: toJson(coin.crew),
  shareholders_json: toJson(coin.shareholders),
  treasury_bps: coin.treasuryBps,
  fee_share_signature: coin.feeShareSignature,
  fee_share_locked: Number(coin.feeShareLocked),
  fees_locked_at_launch: Number(coin.feesLockedAtLaunch),
  lock_slot: coin.lockSlot,
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
  ...(changes.feeShareLocked === undefined ? {} : { fee_share_locked: Number(changes.feeShareLocked) }),
  ...(changes.feesLockedAtLaunch === undefined ? {} : { fees_locked_at_launch: Number(changes.feesLockedAtLaunch) }),
  ...(changes.lockSlot === undefined ? {} : { lock_slot: changes.lockSlot }),
  ...(changes.graduatedAtMs === undefined ? {} : { graduated_at_ms: changes.graduatedAtMs }),
  ...(changes.featuredAtMs === undefined ? {} : { featured_at_ms: changes.featuredAtMs }),
  ...(changes.featuredUrl === undefined ? {} : { featured_url: changes.featuredUrl }),
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
        createSlot: row.create_slot,
        lockSlot: row.lock_slot,
        holderKol: row.holder_kol === 1,
        launchedAtMs: unixMs(row.launched_at_ms),
        graduatedAtMs: row.graduated_at_ms === null ? null : unixMs(row.graduated_at_ms),
        featuredAtMs: row.featured_at_ms === null ? null : unixMs(row.featured_at_ms),
        featuredUrl: row.featured_url,
      }
    : null
