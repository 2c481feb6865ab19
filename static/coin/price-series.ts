import type { AmountView } from '../../src/domain/money/amount-json.ts'
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
}

/** The trades of a coin as its chart shows them, oldest first. */
export interface PriceSeries {
  readonly points: readonly PricePoint[]
  readonly stretches: readonly Stretch[]
  readonly startMs: number
  readonly endMs: number
  /** Decimals of `priceUnits`. */
  readonly decimals: number
  readonly fees: AmountView
}

const STRETCHES = 24
/** Of a coin that was traded in one moment alone. */
const SPAN_MS_MIN = 60_000

/** The trades as a series until the answer was given; null where there are none. */
export function priceSeries({ trades, generatedAt }: Pick<TradesResponse, 'trades' | 'generatedAt'>): PriceSeries | null {
  const oldest = trades.at(-1)
  if (!oldest) return null
  const inOrder = trades.toReversed()
  const decimals = Math.max(...trades.map(({ price }) => price.split('.')[1]?.length ?? 0))
  const unitsOf = (price: string): bigint => {
    const [whole, fraction = ''] = price.split('.')
    return BigInt(whole + fraction.padEnd(decimals, '0'))
  }
  const points = inOrder.map((trade) => ({ atMs: Date.parse(trade.at), priceUnits: unitsOf(trade.price) }))
  const startMs = points[0]!.atMs
  const endMs = Math.max(Date.parse(generatedAt), startMs + SPAN_MS_MIN)
  const lengthMs = (endMs - startMs) / STRETCHES
  const byStretch = Map.groupBy(inOrder, ({ at }) => Math.min(STRETCHES - 1, Math.floor((Date.parse(at) - startMs) / lengthMs)))
  let priceUnits = points[0]!.priceUnits
  const stretches = Array.from({ length: STRETCHES }, (_, index): Stretch => {
    const own = byStretch.get(index) ?? []
    const last = own.at(-1)
    if (last) priceUnits = unitsOf(last.price)
    const [from, to] = [startMs + index * lengthMs, startMs + (index + 1) * lengthMs]
    return { startMs: from, endMs: to, tradeCount: own.length, priceUnits, feesAtomic: feesOf(own) }
  })
  const fees = { ...oldest.creatorFee, amount: String(feesOf(trades)) }
  return { points, stretches, startMs, endMs, decimals, fees }
}

const feesOf = (trades: readonly TradeView[]): bigint =>
  trades.reduce((sumAtomic, { creatorFee }) => sumAtomic + BigInt(creatorFee.amount), 0n)
