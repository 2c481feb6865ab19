import type { CoinSelection } from '../../src/features/coins/coin-list-view.ts'
import { COIN_CHOICES } from '../../src/domain/results/coin-choices.ts'
import { FIELD_LIMITS } from '../../src/domain/limits/field-limits.ts'
import { LOCAL_ORDERS, type LocalOrder, localOrder } from './local-order.ts'

/** Which coins the board lists and in which order, as the page's address says it; what an address has wrong counts as not said. */
export type BoardSelection = Pick<CoinSelection, 'status' | 'fees' | 'platform' | 'q'> & {
  readonly sort?: NonNullable<CoinSelection['sort']> | LocalOrder
}

/** The selection in the query of an address. */
export function readSelection(search: string): BoardSelection {
  const query = new URLSearchParams(search)
  const one = <Value extends string>(name: string, values: readonly Value[]): Value | undefined =>
    values.find((value) => value === query.get(name))
  const text = (name: string) => query.get(name)?.trim().slice(0, FIELD_LIMITS.idMax) || undefined
  const sort = one('sort', [...COIN_CHOICES.sort, ...LOCAL_ORDERS])
  return said({
    sort: sort === 'newest' ? undefined : sort,
    status: one('status', COIN_CHOICES.status),
    fees: one('fees', COIN_CHOICES.fees),
    platform: text('platform'),
    q: text('q'),
  })
}

/** The query of an address that says so; empty for the newest of all coins. */
export const writeSelection = (selection: BoardSelection): string =>
  new URLSearchParams(Object.entries(said(selection)) as [string, string][]).toString()

/** The query by which the service lists them: without an order that the page makes. */
export const serviceQuery = ({ sort, ...filters }: BoardSelection): string =>
  writeSelection(sort === undefined || localOrder(sort) ? filters : { sort, ...filters })

/** Without what is not said. */
const said = (selection: { readonly [Name in keyof BoardSelection]: BoardSelection[Name] | undefined }): BoardSelection =>
  Object.fromEntries(Object.entries(selection).filter(([, value]) => value !== undefined))
