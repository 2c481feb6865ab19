import { type Static, Type } from '@sinclair/typebox'
import { AppError } from '../../domain/errors.ts'
import { AmountView, amountView } from '../../domain/money/amount-json.ts'
import { type Currency, PRICED_CURRENCY } from '../../domain/money/currency.ts'
import { coinPriceText } from '../../domain/money/coin-price.ts'
import { DateTime, Enum, iso, Nullable } from '../../domain/json.ts'
import { OWN_LIMITS } from '../../domain/limits/own-limits.ts'
import type { UnixMs } from '../../domain/brands.ts'
import { ListOf } from '../../http/answers/wire.ts'
import type { CoinTrade } from '../../ports/launchpad/trades.ts'
import { TRADE_SIDES } from '../../ports/simulation.ts'
import type { Page, PageRequest } from '../../ports/storage/page.ts'
import type { Figure } from './chain-figures.ts'
import { type CoinTrades, dayChangeBps } from './trade-reader.ts'

/** A trade as JSON. */
export const TradeView = Type.Object({
  id: Type.String(),
  signature: Nullable(Type.String(), { description: 'Null where the chain has none of trades.' }),
  wallet: Type.String(),
  side: Enum(TRADE_SIDES),
  amount: AmountView,
  tokens: Type.String({ description: 'In millionths of a coin.' }),
  price: Type.String({
    pattern: '^[0-9]+(\\.[0-9]+)?$',
    description: 'Of one coin right after the trade, in whole units of the currency.',
  }),
  creatorFee: AmountView,
  at: DateTime(),
})
TradeView.title = 'Trade'

export type TradeView = Static<typeof TradeView>

/** Answer with the newest trades of a coin. */
export const TradesResponse = Type.Object({
  ...ListOf('trades', TradeView).properties,
  generatedAt: DateTime(),
  readable: Type.Boolean({ description: 'False where trades of the coin’s launchpad are not read from its chain.' }),
  readAt: Nullable(DateTime(), { description: 'When the chain was asked; null while it does not answer.' }),
  complete: Type.Boolean({
    description: `Every trade since the launch is listed; otherwise the newest, of which at most ${OWN_LIMITS.tradesKept} are kept.`,
  }),
  dayChangeBps: Nullable(Type.Integer(), {
    description: 'Of the price, since a day ago, or since the first trade of a younger coin; null where the trades do not go back so far.',
  }),
})

export type TradesResponse = Static<typeof TradesResponse>

/** A page of the trades, with what they come to. */
export function tradesView(figure: Figure<CoinTrades> | null, page: PageRequest, nowMs: UnixMs): TradesResponse {
  const { trades, complete, readable, currency } = figure?.value ?? NOTHING
  const { rows, nextCursor } = pageOfTrades(trades, page)
  return {
    ok: true,
    trades: rows.map((trade) => tradeView(trade, currency)),
    nextCursor,
    generatedAt: iso(nowMs),
    readable,
    readAt: figure && iso(figure.readAtMs),
    complete,
    dayChangeBps: dayChangeBps({ trades, complete }, nowMs),
  }
}

const NOTHING: CoinTrades = { trades: [], complete: false, readable: true, currency: PRICED_CURRENCY }

const tradeView = (trade: CoinTrade, currency: Currency): TradeView => ({
  id: trade.id,
  signature: trade.signature,
  wallet: trade.wallet,
  side: trade.side,
  amount: amountView(trade.quoteAtomic, currency),
  tokens: trade.tokenMicros.toString(),
  price: trade.price.tokenMicros === 0n ? '0' : coinPriceText(trade.price, currency),
  creatorFee: amountView(trade.creatorFeeAtomic, currency),
  at: iso(trade.atMs),
})

/** Trades are kept in memory: a cursor names the last one shown, and its time in case that one is no longer kept. */
function pageOfTrades(trades: readonly CoinTrade[], { limit, cursor }: PageRequest): Page<CoinTrade> {
  const rest = cursor === null ? trades : tradesAfter(trades, cursor)
  const rows = rest.slice(0, limit)
  const last = rest.length > limit ? rows.at(-1)! : null
  return { rows, nextCursor: last && Buffer.from(`${last.atMs}.${last.id}`).toString('base64url') }
}

function tradesAfter(trades: readonly CoinTrade[], cursor: string): readonly CoinTrade[] {
  const match = /^(\d{1,15})\.([\w:]{1,128})$/.exec(Buffer.from(cursor, 'base64url').toString())
  if (!match) throw new AppError('cursor_invalid', {}, { fields: [{ path: '/cursor', message: 'is not a cursor of this list' }] })
  const index = trades.findIndex(({ id }) => id === match[2])
  return index === -1 ? trades.filter(({ atMs }) => atMs < Number(match[1])) : trades.slice(index + 1)
}
