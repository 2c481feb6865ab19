import { type SelectQueryBuilder, sql } from 'kysely'
import { atomicUnits } from '../../../domain/brands.ts'
import { AppError } from '../../../domain/errors.ts'
import type { Page, PageRequest } from '../../../ports/storage/page.ts'
import type { SqlDialect } from '../engine/sql-dialect.ts'

/** The amount and the id that a list is ordered by. */
interface AmountColumns<Row> {
  readonly amount: keyof Row & string
  readonly id: keyof Row & string
}

/**
 * The page of a query, largest amount first: one index read at any depth, given an index on the two columns, in SQLite with the length of
 * the amount before it.
 */
export async function largestFirst<Tables, From extends keyof Tables, Row, Item>(
  dialect: SqlDialect,
  query: SelectQueryBuilder<Tables, From, Row>,
  { limit, cursor }: PageRequest,
  { amount, id }: AmountColumns<Row>,
  item: (row: Row) => Item,
): Promise<Page<Item>> {
  const after = readAmountCursor(cursor)
  const [column, idColumn] = [sql.ref(amount), sql.ref(id)]
  // SQLite has amounts as text: the longer one is the larger.
  const comparable = (value: unknown) => (dialect === 'sqlite' ? sql`length(${value}), ${value}` : sql`${value}`)
  const bound = (text: string) => (dialect === 'sqlite' ? sql`${text}` : sql`${text}::numeric`)
  let rest = after
    ? query.where(sql<boolean>`(${comparable(column)}, ${idColumn}) < (${comparable(bound(after.amount))}, ${after.id})`)
    : query
  if (dialect === 'sqlite') rest = rest.orderBy(sql`length(${column})`, 'desc')
  const rows = await rest
    .orderBy(column, 'desc')
    .orderBy(idColumn, 'desc')
    .limit(limit + 1)
    .execute()
  const shown = rows.slice(0, limit)
  const last = rows.length > limit ? shown.at(-1)! : null
  const position = last && `${atomicUnits(last[amount] as string | number | bigint)}.${last[id]}`
  return { rows: shown.map(item), nextCursor: position && Buffer.from(position).toString('base64url') }
}

function readAmountCursor(cursor: string | null): { readonly amount: string; readonly id: string } | null {
  if (cursor === null) return null
  const match = /^(\d{1,78})\.([\w:-]{1,128})$/.exec(Buffer.from(cursor, 'base64url').toString())
  if (!match) throw new AppError('cursor_invalid', {}, { fields: [{ path: '/cursor', message: 'is not a cursor of this list' }] })
  return { amount: match[1]!, id: match[2]! }
}
