import { type SelectQueryBuilder, sql } from 'kysely'
import { type UnixMs, unixMs } from '../../../domain/brands.ts'
import { AppError } from '../../../domain/errors.ts'
import type { Page, PageRequest } from '../../../ports/storage/page.ts'

/** The position of a page: after the row with this time and id, in the order time descending, id descending. */
export interface KeysetPosition {
  readonly atMs: UnixMs
  readonly id: string
}

/** The position that a cursor names, or null for the first page. */
export function readCursor(cursor: string | null): KeysetPosition | null {
  if (cursor === null) return null
  const match = /^(\d{1,15})\.([\w:-]{1,128})$/.exec(Buffer.from(cursor, 'base64url').toString())
  if (!match) throw new AppError('cursor_invalid', {}, { fields: [{ path: '/cursor', message: 'is not a cursor of this list' }] })
  return { atMs: unixMs(Number(match[1])), id: match[2]! }
}

/** The columns that a list is ordered by, of the table `of` where the query joins several. */
interface KeysetColumns<Row> {
  readonly time: keyof Row & string
  readonly id: keyof Row & string
  readonly of?: string
}

/** The page of a query, newest first: one index read at any depth, given an index on the two columns. */
export async function newestFirst<Tables, From extends keyof Tables, Row, Item>(
  query: SelectQueryBuilder<Tables, From, Row>,
  page: PageRequest,
  columns: KeysetColumns<Row>,
  item: (row: Row) => Item,
): Promise<Page<Item>> {
  const { time, id } = columns
  const rows = await pageOf(query, page, columns).execute()
  const shown = rows.slice(0, page.limit)
  const last = rows.length > page.limit ? shown.at(-1)! : null
  return { rows: shown.map(item), nextCursor: last && Buffer.from(`${last[time]}.${last[id]}`).toString('base64url') }
}

/** The rows of a page, newest first, and one more that tells whether it is the last. */
export function pageOf<Tables, From extends keyof Tables, Row>(
  query: SelectQueryBuilder<Tables, From, Row>,
  { limit, cursor }: PageRequest,
  { time, id, of }: KeysetColumns<Row>,
): SelectQueryBuilder<Tables, From, Row> {
  const after = readCursor(cursor)
  const ref = (column: string) => sql.ref(of === undefined ? column : `${of}.${column}`)
  const rest = after ? query.where(sql<boolean>`(${ref(time)}, ${ref(id)}) < (${after.atMs}, ${after.id})`) : query
  return rest
    .orderBy(ref(time), 'desc')
    .orderBy(ref(id), 'desc')
    .limit(limit + 1)
}
