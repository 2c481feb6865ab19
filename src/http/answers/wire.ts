import { type TArray, type TSchema, Type } from '@sinclair/typebox'
import { Nullable } from '../../domain/json.ts'
import type { Wallet } from '../../domain/brands.ts'
import { LIMITS } from '../../domain/limits.ts'
import { FIELD_LIMITS } from '../../domain/limits/field-limits.ts'
import { CoinAddress } from '../../domain/text/coin-address.ts'
import { Lookup } from '../../domain/text/text.ts'
import { WholeNumber } from '../../domain/money/whole-number.ts'
import type { Page, PageRequest } from '../../ports/storage/page.ts'

/** Params of a route of one coin. */
export const mintParam = Type.Object({ mint: CoinAddress({ minLength: 0 }) })

/** Params of a route of one wallet. */
export const walletParam = Type.Object({ wallet: Lookup<Wallet>({ maxLength: FIELD_LIMITS.idMax }) })

/** Params of a route of one thing by its id. */
export const idParam = <Id extends string = string>() => Type.Object({ id: Lookup<Id>({ maxLength: FIELD_LIMITS.idMax }) })

/** Schema of a list's answer: `{ok, <name>[], nextCursor}`. */
export function ListOf<Name extends string, Item extends TSchema>(name: Name, item: Item) {
  const list = { [name]: Type.Array(item) } as Record<Name, TArray<Item>>
  return Type.Object({ ok: Type.Literal(true), ...list, nextCursor: Nullable(Type.String()) })
}

/** Schema of the query of a list: `limit` and `cursor`. */
ListOf.query = (max: number = LIMITS.pageMax, defaultLimit: number = LIMITS.pageDefault) =>
  Type.Object(
    {
      limit: Type.Optional(WholeNumber({ minimum: 1, maximum: max, default: defaultLimit })),
      cursor: Type.Optional(Lookup({ minLength: 1, maxLength: FIELD_LIMITS.cursorMax })),
    },
    { additionalProperties: false },
  )

/** The page that a list's query asks for. */
export const pageQuery = (query: { limit?: string | number; cursor?: string }, defaultLimit: number = LIMITS.pageDefault): PageRequest => ({
  limit: query.limit === undefined ? defaultLimit : Number(query.limit),
  cursor: query.cursor ?? null,
})

/** A list's answer as JSON: the items under their name. */
export type ListAnswer<Name extends string, Item> = { ok: true; nextCursor: string | null } & Record<Name, Item[]>

/** A list's answer. */
export function pageOf<Row, Item, Name extends string>(name: Name, page: Page<Row>, item: (row: Row) => Item): ListAnswer<Name, Item> {
  const list = { [name]: page.rows.map(item) } as Record<Name, Item[]>
  return { ok: true, ...list, nextCursor: page.nextCursor }
}
