import { type Static, Type } from '@sinclair/typebox'
import type { Bps, TokenMicros } from '../../domain/brands.ts'
import { COIN_STAGES } from '../../domain/coin.ts'
import { coinPriceText, marketCap } from '../../domain/money/coin-price.ts'
import { DateTime, Enum, iso, isoOrNull, Nullable, Ok } from '../../domain/json.ts'
import { LIMITS } from '../../domain/limits.ts'
import { FIELD_LIMITS } from '../../domain/limits/field-limits.ts'
import { Lookup } from '../../domain/text/text.ts'
import { AmountView, amountView } from '../../domain/money/amount-json.ts'
import type { Figure } from './chain-figures.ts'
import type { NextPayout } from './payout-reader.ts'
import type { Currency } from '../../domain/money/currency.ts'
import type { CoinHolders, PricedMarket } from './market-reader.ts'

/** Query of the markets of several coins. */
export const MarketsQuery = Type.Object(
  {
    mints: Lookup({
      minLength: 1,
      maxLength: LIMITS.marketsMax * (FIELD_LIMITS.idMax + 1),
      description: `Up to ${LIMITS.marketsMax} mints, with commas between them.`,
    }),
  },
  { additionalProperties: false },
)

/** What a coin trades at, as JSON. */
export const MarketView = Type.Object({
  mint: Type.String(),
  stage: Enum(COIN_STAGES),
  price: Type.String({ pattern: '^[0-9]+(\\.[0-9]+)?$', description: 'Of one coin in whole units of the currency, before fees.' }),
  marketCap: AmountView,
  progressBps: Nullable(Type.Integer({ minimum: 0, maximum: 10_000 }), {
    description: 'How much of what the curve has to sell is sold; null where coins do not graduate.',
  }),
  dayChangeBps: Nullable(Type.Integer(), {
    description: 'As in its trades; null until those were read.',
  }),
  holders: Nullable(Type.Object({ count: Type.Integer(), orMore: Type.Boolean() })),
  readAt: DateTime({ description: 'When the chain was asked.' }),
})
MarketView.title = 'Market'

export type MarketView = Static<typeof MarketView>

/** Answer with the markets of several coins. */
export const MarketsResponse = Ok({ generatedAt: DateTime(), markets: Type.Array(MarketView) })

export type MarketsResponse = Static<typeof MarketsResponse>

const HoldersView = Type.Object({
  count: Type.Integer({ description: 'Wallets that hold the coin, without curve and pool.' }),
  orMore: Type.Boolean({ description: 'The chain names the largest accounts alone: there may be more holders.' }),
  largest: Type.Array(
    Type.Object({
      wallet: Type.String(),
      bps: Nullable(Type.Integer(), { description: 'Of the supply; null where the market is not known.' }),
    }),
  ),
  readAt: DateTime(),
})

const PayoutView = Type.Object({
  waiting: AmountView,
  least: AmountView,
  nextAt: Nullable(DateTime(), {
    description: 'When the service pays out next; null where it does not pay for it, or not for as little as waits now.',
  }),
  readAt: DateTime(),
})

/** Answer with the market of one coin, and who holds it; null where its launchpad does not tell, or the chain does not answer. */
export const CoinMarketResponse = Ok({
  generatedAt: DateTime(),
  market: Nullable(MarketView),
  holders: Nullable(HoldersView),
  payout: Nullable(PayoutView, {
    description: 'What waits for the split, and from how much on the service pays it out; null while the fees are not locked.',
  }),
})

export type CoinMarketResponse = Static<typeof CoinMarketResponse>

/** A market as JSON. */
export const marketView = (
  { value: { market, currency }, readAtMs }: Figure<PricedMarket>,
  { holders, dayChangeBps }: { readonly holders: CoinHolders | null; readonly dayChangeBps: Bps | null },
): MarketView => ({
  mint: market.mint,
  stage: market.stage,
  price: coinPriceText(market, currency),
  marketCap: amountView(marketCap(market), currency),
  progressBps: market.progressBps,
  dayChangeBps,
  holders: holders && { count: holders.largest.length, orMore: holders.orMore },
  readAt: iso(readAtMs),
})

/** What is to be paid next, as JSON. */
export const payoutView = ({ value, readAtMs }: Figure<NextPayout>, currency: Currency): Static<typeof PayoutView> => ({
  waiting: amountView(value.waitingAtomic, currency),
  least: amountView(value.leastAtomic, currency),
  nextAt: isoOrNull(value.nextAtMs),
  readAt: iso(readAtMs),
})

/** Who holds a coin, as JSON; `supplyTokenMicros` is null where it is not known. */
export const holdersView = (
  { value: { largest, orMore }, readAtMs }: Figure<CoinHolders>,
  supplyTokenMicros: TokenMicros | null,
): Static<typeof HoldersView> => ({
  count: largest.length,
  orMore,
  largest: largest.map(({ wallet, tokenMicros }) => ({
    wallet,
    bps: supplyTokenMicros === null || supplyTokenMicros === 0n ? null : Number((tokenMicros * 10_000n) / supplyTokenMicros),
  })),
  readAt: iso(readAtMs),
})
