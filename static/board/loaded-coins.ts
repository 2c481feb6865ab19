import type { ListedCoin } from '../../src/features/coins/listed-coin-view.ts'

/** What is loaded of a list. A `cursor` of null with `hasMore` = where it goes on is not known yet. */
export interface Loaded {
  coins: readonly ListedCoin[]
  cursor: string | null
  hasMore: boolean
}

/** A list of which nothing is loaded. */
export const nothing = (): Loaded => ({ coins: [], cursor: null, hasMore: false })

/** Puts the first page before what is loaded already; starts anew, going on at `start`, when there is a gap between the two. */
export function mergeFirst(loaded: Loaded, first: readonly ListedCoin[], start: Pick<Loaded, 'cursor' | 'hasMore'>): void {
  const known = new Map(loaded.coins.map((coin) => [coin.mint, coin]))
  const last = first.at(-1)
  if (!last || !known.has(last.mint)) return void Object.assign(loaded, { coins: first, ...start })
  const heads = new Set(first.map(({ mint }) => mint))
  const same = (coin: ListedCoin) => {
    const old = known.get(coin.mint)
    return old && JSON.stringify(old) === JSON.stringify(coin) ? old : coin
  }
  loaded.coins = [...first.map(same), ...loaded.coins.filter(({ mint }) => !heads.has(mint))]
}

/** Whether a search among what is loaded finds the coin. */
export function matches({ name, ticker, mint }: ListedCoin, query: string): boolean {
  const wanted = query.toLowerCase()
  return name.toLowerCase().includes(wanted) || ticker.toLowerCase().includes(wanted) || mint === query
}
