import type { MarketsResponse, MarketView } from '../../src/features/board/market-view.ts'
import { ask } from '../lib/api.ts'
import { fill, h } from '../lib/dom.ts'
import { marketParts } from '../lib/market-parts.ts'
import type { ServerClock } from '../lib/server-clock.ts'

/** The most that the service answers at once. */
const MINTS_MAX = 50
/** A list that is scrolled is asked about once it rests. */
const REST_MS = 200
/** Figures younger than this are not asked for again. */
const FRESH_MS = 15_000

/** Price and progress of the coins in sight, each beside its name. */
export interface MarketFigures {
  /** A place for the figures of this coin, which fills when it is seen. */
  place(mint: string): HTMLElement
  /** Asks for what is in sight and no longer new. */
  refresh(): Promise<void>
}

/** Builds it. Coins out of sight are not asked about, however many are listed. */
export function createMarketFigures({ clock }: { readonly clock: ServerClock }): MarketFigures {
  const known = new Map<string, { readonly market: MarketView | null; readonly askedAtMs: number }>()
  const inSight = new Map<string, HTMLElement>()
  let pause: ReturnType<typeof setTimeout> | undefined

  const refresh = async () => {
    const askedAtMs = clock.elapsedMs()
    const due = [...inSight.keys()].filter((mint) => askedAtMs - (known.get(mint)?.askedAtMs ?? -Infinity) >= FRESH_MS)
    if (due.length === 0) return
    const mints = due.slice(0, MINTS_MAX)
    const answer = await ask<MarketsResponse>(`/api/markets?mints=${mints.map(encodeURIComponent).join(',')}`)
    if (answer.kind !== 'ok') return
    clock.learn(answer.body.generatedAt)
    const markets = new Map(answer.body.markets.map((market) => [market.mint, market]))
    for (const mint of mints) {
      known.set(mint, { market: markets.get(mint) ?? null, askedAtMs })
      const element = inSight.get(mint)
      if (element) draw(element, mint)
    }
    if (due.length > MINTS_MAX) await refresh()
  }

  const draw = (element: HTMLElement, mint: string) => {
    const market = known.get(mint)?.market
    fill(element, ...(market ? marketParts(market) : []))
  }

  const watcher = new IntersectionObserver((entries) => {
    for (const { target, isIntersecting } of entries) {
      const element = target as HTMLElement
      const mint = element.dataset['mint']!
      if (isIntersecting) inSight.set(mint, element)
      else if (inSight.get(mint) === element) inSight.delete(mint)
    }
    clearTimeout(pause)
    pause = setTimeout(() => void refresh(), REST_MS)
  })

  return {
    place(mint) {
      const element = h('span', { class: 'coin-market muted', 'data-mint': mint })
      draw(element, mint)
      watcher.observe(element)
      return element
    },
    refresh,
  }
}
