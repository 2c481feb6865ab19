import type { ListedCoin } from '../../src/features/coins/listed-coin-view.ts'
import type { MarketsResponse, MarketView } from '../../src/features/board/market-view.ts'
import { ask } from '../lib/api.ts'
import { fill, h } from '../lib/dom.ts'
import { alignedFigure } from '../lib/amount-figure.ts'
import { progressBar, progressPercent } from '../lib/market-parts.ts'
import type { ServerClock } from '../lib/server-clock.ts'
import { cell, label } from './coin-row.ts'

/** The most that the service answers at once. */
const MINTS_MAX = 50
/** A list that is scrolled is asked about once it rests. */
const REST_MS = 200
/** Figures younger than this are not asked for again. */
const FRESH_MS = 15_000

/** Price and progress of the coins in sight, each beside its name. */
export interface MarketFigures {
  /** A place for the figures of this coin, two cells, which fill when it is seen. */
  place(coin: Pick<ListedCoin, 'mint' | 'status'>): HTMLElement
  /** Asks for what is in sight and no longer new. */
  refresh(): Promise<void>
}

/** Builds it for groups of rows in one column, each row with its place. Coins out of sight are not asked about, however many are listed. */
export function createMarketFigures({ clock, groups }: { readonly clock: ServerClock; readonly groups: HTMLElement }): MarketFigures {
  const known = new Map<string, { readonly market: MarketView | null; readonly askedAtMs: number }>()
  let pause: ReturnType<typeof setTimeout> | undefined

  const refresh = async () => {
    const askedAtMs = clock.elapsedMs()
    const due = placesInSight(groups).filter((place) => askedAtMs - (known.get(mintOf(place))?.askedAtMs ?? -Infinity) >= FRESH_MS)
    if (due.length === 0) return
    const asked = due.slice(0, MINTS_MAX)
    const answer = await ask<MarketsResponse>(`/api/markets?mints=${asked.map((place) => encodeURIComponent(mintOf(place))).join(',')}`)
    if (answer.kind !== 'ok') return
    clock.learn(answer.body.generatedAt)
    const markets = new Map(answer.body.markets.map((market) => [market.mint, market]))
    for (const place of asked) {
      known.set(mintOf(place), { market: markets.get(mintOf(place)) ?? null, askedAtMs })
      draw(place)
    }
    if (due.length > MINTS_MAX) await refresh()
  }

  const draw = (place: HTMLElement) => {
    const market = known.get(mintOf(place))?.market
    const percent = market ? progressPercent(market) : null
    const isGraduated = place.dataset['status'] === 'graduated'
    fill(
      place,
      cell('coin-cap', market && alignedFigure(market.marketCap, 'value'), market && label('cap')),
      cell('coin-progress', isGraduated ? h('span', { class: 'muted' }, 'Graduated') : percent !== null && progressBar(percent)),
    )
  }

  const refreshAtRest = () => {
    clearTimeout(pause)
    pause = setTimeout(() => void refresh(), REST_MS)
  }
  for (const moved of ['scroll', 'resize']) addEventListener(moved, refreshAtRest, { passive: true })

  return {
    place({ mint, status }) {
      const place = h('span', { class: 'coin-market', 'data-mint': mint, 'data-status': status })
      draw(place)
      refreshAtRest()
      return place
    },
    refresh,
  }
}

const mintOf = (place: HTMLElement): string => place.dataset['mint']!

/** The places of the rows that the window shows. Found by halves: ten thousand observed ones would be looked at in every frame. */
const placesInSight = (groups: HTMLElement): HTMLElement[] =>
  childrenInSight(groups)
    .flatMap(childrenInSight)
    .map((row) => row.querySelector<HTMLElement>('.coin-market')!)

/** The children that the window shows of a parent that has them one below the other. */
function childrenInSight({ children }: Element): Element[] {
  let [low, high] = [0, children.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (children[middle]!.getBoundingClientRect().bottom <= 0) low = middle + 1
    else high = middle
  }
  let end = low
  while (end < children.length && children[end]!.getBoundingClientRect().top < innerHeight) end += 1
  return [...children].slice(low, end)
}
