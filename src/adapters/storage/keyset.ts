import { AppError } from '../../domain/errors.ts'
import type { Page, PageRequest } from '../../ports/storage.ts'

/** Where a page begins: after the row of this time and id, in the order time descending, id descending. */
export interface KeysetPosition {
  readonly timeMs: number
  readonly id: string
}

/** The position that a cursor names, or null for the first page. @throws AppError cursor_invalid */
export function readCursor(cursor: string | null): KeysetPosition | null {
  if (cursor === null) return null
  const match = /^(\d{1,15})\.([\w:-]{1,128})$/.exec(Buffer.from(cursor, 'base64url').toString())
  if (!match) throw new AppError('cursor_invalid', {}, { fields: [{ path: '/cursor', message: 'is not a cursor of this list' }] })
  return { timeMs: Number(match[1]), id: match[2]! }
}

/** The page in `rows`, which were asked for with one more than the limit. */
export function toPage<Row, Item>(
  rows: readonly Row[],
  { limit }: PageRequest,
  position: (row: Row) => KeysetPosition,
  item: (row: Row) => Item,
): Page<Item> {
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  const { timeMs, id } = last && rows.length > limit ? position(last) : { timeMs: 0, id: '' }
  return { rows: shown.map(item), nextCursor: id === '' ? null : Buffer.from(`${timeMs}.${id}`).toString('base64url') }
}
