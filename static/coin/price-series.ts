import type { AmountView } from '../../src/domain/money/amount-json.ts'
import type { MarketView } from '../../src/features/board/market-view.ts'
import type { TradesResponse, TradeView } from '../../src/features/board/trade-view.ts'

/** A price at a moment; `priceUnits` are of the smallest unit that the text of a price has. */
export interface PricePoint {
  readonly atMs: number
  readonly priceUnits: bigint
}

/** What happened to a coin in one stretch of time. */
export interface Stretch {
  readonly startMs: number
  readonly endMs: number
  readonly tradeCount: number
  /** What it cost at the end. */
  readonly priceUnits: bigint
  /** What its trades paid of creator fees. */
  readonly feesAtomic: bigint
  /** When, of a stretch that is one trade alone; its start and end are then numbers of trades. */
  readonly tradedAtMs: number | null
}

/** The trades of a coin as its chart shows them, oldest first. */
export interface PriceSeries {
  readonly points: readonly PricePoint[]
  readonly stretches: readonly Stretch[]
  /** What it costs now: of the newest trade, or what the chain names since. */
  readonly lastUnits: bigint
  /** The chain names another price since the newest trade. */
  readonly movedSince: boolean
  readonly tradeCount: number
  readonly startMs: number
  readonly endMs: number
  /** Decimals of `priceUnits`. */
  readonly decimals: number
  readonly fees: AmountView
  /** Traded in so few moments that each trade has as much room as the next: its times are numbers of trades. */
  readonly byTrade: boolean
}

const STRETCHES = 24
/** With fewer moments of trades than this a line over time would be one corner. */
const MOMENTS_MIN = 3
/** Of a coin that was traded in one moment alone. */
const SPAN_MS_MIN = 60_000

/** A price as the chain's own accounts say it, and when they were read. */
export type PriceNow = Pick<MarketView, 'price' | 'readAt'>

/** Whether that price is of after the trade; both are known for a while before they are read again. */
export const isNewer = ({ price, readAt }: PriceNow, newest: Pick<TradeView, 'price' | 'at'>): boolean =>
  Number(price) > 0 && Number(newest.price) > 0 && Date.parse(readAt) >= Date.parse(newest.at)

/** Moments in which a coin was traded: what makes its chart. */
const momentsOf = (trades: readonly TradeView[]): number => new Set(trades.map(({ at }) => at)).size

/** The trades as a series until the answer was given, of the newest `spanMs` alone; null where there are none. */
export function priceSeries(
  { trades, generatedAt }: Pick<TradesResponse, 'trades' | 'generatedAt'>,
  { now, spanMs }: { readonly now: PriceNow | null; readonly spanMs: number },
): PriceSeries | null {
  const [newest, oldest] = [trades[0], trades.at(-1)]
  if (!newest || !oldest) return null
  const isNow = now !== null && isNewer(now, newest)
  const decimals = Math.max(...[...trades, ...(isNow ? [now] : [])].map(({ price }) => price.split('.')[1]?.length ?? 0))
  const unitsOf = (price: string): bigint => {
    const [whole, fraction = ''] = price.split('.')
    return BigInt(whole + fraction.padEnd(decimals, '0'))
  }
  const firstMs = Date.parse(oldest.at)
  const endMs = Math.max(Date.parse(generatedAt), firstMs + SPAN_MS_MIN)
  const startMs = Math.max(firstMs, endMs - spanMs)
  const inOrder = trades.filter(({ at }) => Date.parse(at) >= startMs).toReversed()
  // What it cost when the time began is of the trade before.
  const before = trades[inOrder.length]
  const points = [
    ...(before ? [{ atMs: startMs, priceUnits: unitsOf(before.price) }] : []),
    ...inOrder.map((trade) => ({ atMs: Date.parse(trade.at), priceUnits: unitsOf(trade.price) })),
  ]
  const lengthMs = (endMs - startMs) / STRETCHES
  const byStretch = Map.groupBy(inOrder, ({ at }) => Math.min(STRETCHES - 1, Math.floor((Date.parse(at) - startMs) / lengthMs)))
  let priceUnits = points[0]!.priceUnits
  const stretches = Array.from({ length: STRETCHES }, (_, index): Stretch => {
    const own = byStretch.get(index) ?? []
    const last = own.at(-1)
    if (last) priceUnits = unitsOf(last.price)
    const [from, to] = [startMs + index * lengthMs, startMs + (index + 1) * lengthMs]
    return { startMs: from, endMs: to, tradeCount: own.length, priceUnits, feesAtomic: feesOf(own), tradedAtMs: null }
  })
  const fees = { ...oldest.creatorFee, amount: String(feesOf(inOrder)) }
  const lastUnits = isNow ? unitsOf(now.price) : unitsOf(newest.price)
  const movedSince = isNow && Number(now.price) !== Number(newest.price)
  const shared = { lastUnits, movedSince, tradeCount: inOrder.length, decimals, fees }
  if (spanMs === Infinity && momentsOf(trades) < MOMENTS_MIN) return { ...shared, ...eachTrade(inOrder, points) }
  return { ...shared, points, stretches, startMs, endMs, byTrade: false }
}

/** Where the line goes on at the pool's own price; null where it does not. */
export function poolStart({ points, endMs, movedSince }: PriceSeries, graduatedMs: number | null): number | null {
  return movedSince && graduatedMs !== null && graduatedMs >= points.at(-1)!.atMs ? Math.min(graduatedMs, endMs) : null
}

/** The trades one after the other, however near to each other. */
function eachTrade(inOrder: readonly TradeView[], points: readonly PricePoint[]) {
  const stretches = inOrder.map((trade, index): Stretch => {
    const [priceUnits, feesAtomic] = [points[index]!.priceUnits, BigInt(trade.creatorFee.amount)]
    return { startMs: index, endMs: index + 1, tradeCount: 1, priceUnits, feesAtomic, tradedAtMs: Date.parse(trade.at) }
  })
  const spaced = points.map(({ priceUnits }, index) => ({ atMs: index, priceUnits }))
  return { points: spaced, stretches, startMs: 0, endMs: inOrder.length, byTrade: true }
}

const feesOf = (trades: readonly TradeView[]): bigint =>
  trades.reduce((sumAtomic, { creatorFee }) => sumAtomic + BigInt(creatorFee.amount), 0n)
