import type { Insertable, Selectable } from 'kysely'
import { bps, type KeyId, atomicUnits, type Mint, type OperationId, type Signature, unixMs, type Wallet } from '../../../domain/brands.ts'
import type { Coin, CoinLock, ListedCoinFacts } from '../../../domain/coin.ts'
import type { CrewSeat } from '../../../domain/crew/crew.ts'
import type { Currency } from '../../../domain/money/currency.ts'
import type { Mode, Shareholder } from '../../../domain/crew/fee-map.ts'
import type { LockPath } from '../../../domain/lock-path.ts'
import type { Database } from '../schema.ts'
import { fromJson, fromNullableJson, toJson, toNullableJson } from './json-column.ts'

/** The row of a coin. */
export const toRow = (coin: Coin): Insertable<Database['coin']> => ({
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

/** The columns that a lock sets. */
export const lockColumns = (lock: CoinLock): Partial<Insertable<Database['coin']>> => ({
  mode: lock.mode,
  crew_json: toJson(lock.crew),
  shareholders_json: toJson(lock.shareholders),
  treasury_bps: lock.treasuryBps,
  fee_share_signature: lock.feeShareSignature,
  lock_height: lock.lockHeight,
  holder_kol: Number(lock.holderKol),
})

/** The columns of what lists say of a coin. */
export const LISTED_COLUMNS = [
  'mint',
  'platform',
  'name',
  'ticker',
  'image_sha256',
  'fee_share_locked',
  'fees_redirected_at_ms',
  'fees_redirected_to',
  'holder_kol',
  'launched_at_ms',
  'graduated_at_ms',
  'currency',
  'paid',
  'agent_json',
  'shareholders_json',
] as const satisfies readonly (keyof Database['coin'])[]

type ListedRow = Pick<Selectable<Database['coin']>, (typeof LISTED_COLUMNS)[number]>

/** What lists say of the coin in a row. */
export const toListedCoin = (row: ListedRow): ListedCoinFacts => ({
  mint: row.mint as Mint,
  platform: row.platform,
  name: row.name,
  ticker: row.ticker,
  imageSha256: row.image_sha256,
  feeShareLocked: isLocked(row),
  feesRedirected: redirectOf(row),
  holderKol: row.holder_kol === 1,
  launchedAtMs: unixMs(row.launched_at_ms),
  graduatedAtMs: row.graduated_at_ms === null ? null : unixMs(row.graduated_at_ms),
  currency: row.currency as Currency,
  paidAtomic: atomicUnits(row.paid),
  agent: fromNullableJson<NonNullable<Coin['agent']>>(row.agent_json),
  shareholders: fromJson<Shareholder[]>(row.shareholders_json),
})

type RedirectColumns = 'fees_redirected_at_ms' | 'fees_redirected_to'

const isLocked = (row: Pick<ListedRow, 'fee_share_locked' | RedirectColumns>): boolean =>
  row.fee_share_locked === 1 && row.fees_redirected_at_ms === null

const redirectOf = ({ fees_redirected_at_ms, fees_redirected_to }: Pick<ListedRow, RedirectColumns>): Coin['feesRedirected'] =>
  fees_redirected_at_ms === null || fees_redirected_to === null ? null : { atMs: unixMs(fees_redirected_at_ms), to: fees_redirected_to }

/** The coin in a row; null without one. */
export const toCoin = (row: Selectable<Database['coin']> | undefined): Coin | null =>
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
        feeShareLocked: isLocked(row),
        feesRedirected: redirectOf(row),
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
        paidAtomic: atomicUnits(row.paid),
      }
    : null
