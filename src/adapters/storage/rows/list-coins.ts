import { type Selectable, type SelectQueryBuilder, sql } from 'kysely'
import type { Coin, ListedCoinFacts } from '../../../domain/coin.ts'
import type { Page, PageRequest } from '../../../ports/storage/page.ts'
import type { CoinFilter, CoinOrder } from '../../../ports/storage/storage.ts'
import { SEARCHED_COINS_MAX } from '../../../domain/results/coin-choices.ts'
import type { Executor } from '../engine/executor.ts'
import type { SqlDialect } from '../engine/sql-dialect.ts'
import type { Database } from '../schema.ts'
import { LISTED_COLUMNS, toCoin, toListedCoin } from './coin-row.ts'
import { newestFirst } from './keyset.ts'
import { largestFirst } from './largest-first.ts'

/** Which coins, and in which order. */
interface CoinsAsked {
  readonly page: PageRequest
  readonly filter: CoinFilter
  readonly order: CoinOrder
}

/** A page of the coins that pass the filter. */
export const listCoins = (db: Executor, dialect: SqlDialect, asked: CoinsAsked): Promise<Page<Coin>> =>
  findCoins(db, dialect, asked, { query: db.selectFrom('coin').selectAll(), item: (row) => toCoin(row)! })

/** The same, with what lists say of a coin: of the row's columns a third are read, and of its JSON texts few. */
export const listCoinFacts = (db: Executor, dialect: SqlDialect, asked: CoinsAsked): Promise<Page<ListedCoinFacts>> =>
  findCoins(db, dialect, asked, { query: db.selectFrom('coin').select(LISTED_COLUMNS), item: toListedCoin })

/** The columns of a coin that its lists are ordered by. */
type OrderedBy = Pick<Selectable<Database['coin']>, 'mint' | 'launched_at_ms' | 'graduated_at_ms' | 'paid'>

/** Each order has an index that also holds what is filtered by: the rows of coins that are left out are not read. */
async function findCoins<Row extends OrderedBy, Item>(
  db: Executor,
  dialect: SqlDialect,
  { page, filter: { keyId, launcher, platform, graduated, locked, redirected, featured, text }, order }: CoinsAsked,
  { query: all, item }: { readonly query: SelectQueryBuilder<Database, 'coin', Row>; readonly item: (row: Row) => Item },
): Promise<Page<Item>> {
  let query = all
  if (keyId !== undefined) query = query.where('key_id', '=', keyId)
  if (launcher !== undefined) query = query.where('launcher', '=', launcher)
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
    const older = exact ? [] : await findOlder(db, text)
    if (exact) query = query.where('mint', '=', text)
    else if (order === 'newest' && older.length === 0) query = query.where('launched_at_ms', '>=', searchedFrom(db)).where(holds(text))
    else query = query.where((eb) => eb.or([eb('mint', 'in', found(db, text)), ...older.map((mint) => eb('mint', '=', mint))]))
  }
  if (typeof order === 'object') {
    const paid = query.where('currency', '=', order.mostPaidIn)
    return largestFirst(dialect, paid, page, { amount: 'paid', id: 'mint' }, item)
  }
  if (order === 'newest') return newestFirst(query, page, { time: 'launched_at_ms', id: 'mint' }, item)
  const graduates = query.where('graduated_at_ms', 'is not', null)
  return newestFirst(graduates, page, { time: 'graduated_at_ms', id: 'mint' }, item)
}

/** The coins that a search finds, by themselves: in another order than theirs, the names of all coins would be read. */
const found = (db: Executor, text: string) =>
  db.selectFrom('coin').select('mint').where('launched_at_ms', '>=', searchedFrom(db)).where(holds(text))

/** Coins of just this ticker or name that are older than a search over parts of names goes. */
async function findOlder(db: Executor, text: string): Promise<string[]> {
  const is = (column: 'ticker' | 'name') => sql<boolean>`lower(${sql.ref(column)}) = lower(${text})`
  const rows = await db
    .selectFrom('coin')
    .select('mint')
    .where((eb) => eb.or([is('ticker'), is('name')]))
    .where('launched_at_ms', '<', searchedFrom(db))
    .limit(OLDER_MAX)
    .execute()
  return rows.map(({ mint }) => mint)
}

/** Coins may share a name: so many of the older ones are found by it. */
const OLDER_MAX = 100

/** The launch time of the oldest coin that a search covers. */
const searchedFrom = (db: Executor) => {
  const oldest = db
    .selectFrom('coin')
    .select('launched_at_ms')
    .orderBy('launched_at_ms', 'desc')
    .orderBy('mint', 'desc')
    .offset(SEARCHED_COINS_MAX - 1)
    .limit(1)
  return sql<number>`coalesce((${oldest}), 0)`
}

/** A condition for rows whose name or ticker contains the text, in any case. */
function holds(text: string) {
  const pattern = `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`
  return sql<boolean>`(lower(name) LIKE lower(${pattern}) ESCAPE '\\' OR lower(ticker) LIKE lower(${pattern}) ESCAPE '\\')`
}
