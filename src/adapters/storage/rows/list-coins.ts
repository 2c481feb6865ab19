import { sql } from 'kysely'
import type { Coin } from '../../../domain/coin.ts'
import type { Page, PageRequest } from '../../../ports/storage/page.ts'
import type { CoinFilter, CoinOrder } from '../../../ports/storage/storage.ts'
import type { Executor } from '../engine/executor.ts'
import type { SqlDialect } from '../engine/sql-dialect.ts'
import { toCoin } from './coin-row.ts'
import { newestFirst } from './keyset.ts'
import { largestFirst } from './largest-first.ts'

/**
 * A page of the coins that pass the filter. Each order has an index that also holds what is filtered by, so that coins which are left out
 * are passed over without reading their rows.
 */
export async function listCoins(
  db: Executor,
  dialect: SqlDialect,
  page: PageRequest,
  { keyId, platform, graduated, locked, redirected, featured, text }: CoinFilter,
  order: CoinOrder,
): Promise<Page<Coin>> {
  let query = db.selectFrom('coin').selectAll()
  if (keyId !== undefined) query = query.where('key_id', '=', keyId)
  if (platform !== undefined) query = query.where('platform', '=', platform)
  // As a literal: only then is an index over some of the coins known to have all of these.
  if (locked !== undefined) query = query.where((eb) => eb('fee_share_locked', '=', eb.lit(locked ? 1 : 0)))
  if (locked === true || redirected !== undefined) query = query.where('fees_redirected_at_ms', redirected === true ? 'is not' : 'is', null)
  // With the sign, the index over graduated coins is not taken where they would have to be sorted then.
  const isSorted = order === 'graduated' || featured !== undefined
  const graduation = isSorted ? sql.ref('graduated_at_ms') : sql`+graduated_at_ms`
  if (graduated !== undefined) query = query.where(graduation, graduated ? 'is not' : 'is', null)
  if (featured !== undefined) query = query.where('featured_at_ms', featured ? 'is not' : 'is', null)
  if (text !== undefined) {
    const exact = await db.selectFrom('coin').select('mint').where('mint', '=', text).executeTakeFirst()
    if (exact) query = query.where('mint', '=', text)
    else if (order === 'newest') query = query.where('launched_at_ms', '>=', searchedFrom(db)).where(holds(text))
    else query = query.where('mint', 'in', found(db, text))
  }
  if (typeof order === 'object') {
    const paid = query.where('currency', '=', order.mostPaidIn)
    return largestFirst(dialect, paid, page, { amount: 'paid', id: 'mint' }, (row) => toCoin(row)!)
  }
  if (order === 'newest') return newestFirst(query, page, { time: 'launched_at_ms', id: 'mint' }, (row) => toCoin(row)!)
  const graduates = query.where('graduated_at_ms', 'is not', null)
  return newestFirst(graduates, page, { time: 'graduated_at_ms', id: 'mint' }, (row) => toCoin(row)!)
}

/** The coins that a search finds, by themselves: in another order than theirs, the names of all coins would be read. */
const found = (db: Executor, text: string) =>
  db.selectFrom('coin').select('mint').where('launched_at_ms', '>=', searchedFrom(db)).where(holds(text))

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
