import type { ListedCoin } from '../../src/features/coins/listed-coin-view.ts'
import type { MarketsResponse, MarketView } from '../../src/features/board/market-view.ts'
import { countText } from '../../src/domain/money/figure-text.ts'
import { ask } from '../lib/api.ts'
import { fill, h } from '../lib/dom.ts'
import type { FigureColumns } from '../lib/amount-figure.ts'
import { changeFigure, progressBar, progressPercent } from '../lib/market-parts.ts'
import type { ServerClock } from '../lib/server-clock.ts'
import { cell, label, noFigure } from './coin-row.ts'

/** The most that the service answers at once. */
const MINTS_MAX = 50
/** A list that is scrolled is asked about once it rests. */
const REST_MS = 200
/** Figures younger than this are not asked for again. */
const FRESH_MS = 15_000

/** Price and progress of the coins in sight, each beside its name. */
export interface MarketFigures {
  /** A place for the figures of this coin, four cells, which fill when it is seen. */
  place(coin: Pick<ListedCoin, 'mint' | 'status'>): HTMLElement
  /** Asks for what is in sight and no longer new. */
  refresh(): Promise<void>
  /** Does so once the list rests: others have come into sight. */
  refreshAtRest(): void
  /** Asks for all of these, as far as what is known is no longer new. */
  learn(coins: readonly Pick<ListedCoin, 'mint'>[]): Promise<void>
  /** What is known of a coin; undefined until the chain was asked. */
  of(mint: string): MarketView | null | undefined
}

/** Where the figures stand; `learned` is called whenever the service has said something of some. */
interface Surroundings {
  readonly clock: ServerClock
  readonly groups: () => HTMLElement
  readonly learned: () => void
  readonly figure: FigureColumns
}

/** Builds it for groups of rows in one column, each row with its place. Coins out of sight are not asked about, however many are listed. */
export function createMarketFigures({ clock, groups, learned, figure }: Surroundings): MarketFigures {
  const known = new Map<string, { readonly market: MarketView | null; readonly askedAtMs: number }>()
  let pause: ReturnType<typeof setTimeout> | undefined

  /** Keeps what the service says of coins whose figures are no longer new; false once there is none, or no answer. */
  const learnSome = async (mints: readonly string[]): Promise<boolean> => {
    const askedAtMs = clock.elapsedMs()
    const due = mints.filter((mint) => askedAtMs - (known.get(mint)?.askedAtMs ?? -Infinity) >= FRESH_MS).slice(0, MINTS_MAX)
    if (due.length === 0) return false
    const answer = await ask<MarketsResponse>(`/api/markets?mints=${due.map(encodeURIComponent).join(',')}`)
    if (answer.kind !== 'ok') return false
    clock.learn(answer.body.generatedAt)
    const markets = new Map(answer.body.markets.map((market) => [market.mint, market]))
    for (const mint of due) known.set(mint, { market: markets.get(mint) ?? null, askedAtMs })
    return true
  }

  const refresh = async () => {
    const places = placesInSight(groups())
    if (!(await learnSome(places.map(mintOf)))) return
    places.forEach(draw)
    learned()
    await refresh()
  }

  const learn: MarketFigures['learn'] = async (coins) => {
    const mints = coins.map(({ mint }) => mint)
    while (await learnSome(mints));
  }

  const draw = (place: HTMLElement) => {
    const asked = known.get(mintOf(place))
    const market = asked?.market
    const percent = market ? progressPercent(market) : null
    const isGraduated = place.dataset['status'] === 'graduated' || market?.stage === 'graduated'
    place.classList.toggle('market-unread', asked?.market === null)
    // Empty until the chain was asked.
    const none = () => asked !== undefined && noFigure(market ? '' : 'Not read from the chain')
    // On Base a coin does not graduate.
    const isLive = market?.mint.startsWith('0x') === true
    const orGap = (name: string, figure: HTMLElement | false) => cell(figure ? name : `${name} coin-gap`, figure || none())
    fill(
      place,
      cell(`coin-cap${movedSince(place, market)}`, market ? figure(market.marketCap, 'value') : none(), market && label('cap')),
      orGap('coin-change', typeof market?.dayChangeBps === 'number' && changeFigure(market.dayChangeBps)),
      orGap(
        'coin-progress',
        isGraduated || (isLive && percent === null)
          ? h('span', { class: 'muted' }, isGraduated ? 'Graduated' : 'Live')
          : percent !== null && h('span', null, progressBar(percent), inWords()),
      ),
      cell('coin-holders', market?.holders ? holdersText(market.holders) : none()),
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
    refreshAtRest,
    learn,
    of: (mint) => known.get(mint)?.market,
  }
}

/** What a bar is, where no head says it. */
const inWords = () => h('span', { class: 'coin-label', 'aria-hidden': 'true' }, ' to grad.')

/** The class of a market cap that rose or fell while it was looked at. */
function movedSince(place: HTMLElement, market: MarketView | null | undefined): string {
  const [before, now] = [place.dataset['cap'], market?.marketCap.amount]
  if (now !== undefined) place.dataset['cap'] = now
  if (before === undefined || now === undefined || before === now) return ''
  return BigInt(now) > BigInt(before) ? ' coin-rose' : ' coin-fell'
}

const holdersText = ({ count, orMore }: NonNullable<MarketView['holders']>) => h('span', null, `${countText(count)}${orMore ? '+' : ''}`)

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
