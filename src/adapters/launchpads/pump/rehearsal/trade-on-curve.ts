import type { BondingCurve, FeeConfig, Global } from '@pump-fun/pump-sdk'
import { type Lamports, lamports, type TokenMicros, tokenMicros } from '../../../../domain/brands.ts'
import { bigintOf, bpsOf, type Terms, tierFeeBps } from '../buyback/market.ts'
import { feeLamports, quoteBuy } from '../launch/first-buy.ts'

/** The reserves that make a curve's price, virtual ones included. */
export type CurveReserves = Pick<Terms, 'solReserveLamports' | 'reserveTokenMicros'>

/** What the rates of a trade depend on, as the chain has it. */
export interface CurveTerms {
  readonly global: Global
  readonly feeConfig: FeeConfig | null
  readonly curve: BondingCurve
}

/** A trade, with the curve after it. `lamports` is the trader's side, fees included. */
interface CurveTrade {
  readonly after: CurveReserves
  readonly lamports: Lamports
  readonly tokenMicros: TokenMicros
  readonly creatorFeeLamports: Lamports
}

/** Buys for just these lamports, fees included. */
export function buyOnCurve(terms: CurveTerms, before: CurveReserves, spentLamports: Lamports): CurveTrade {
  const { solReserveLamports: virtualLamports, reserveTokenMicros: virtualTokenMicros } = before
  const quote = quoteBuy(spentLamports, { ...ratesOf(terms, before), virtualLamports, virtualTokenMicros })
  return {
    after: {
      solReserveLamports: lamports(virtualLamports + quote.paidLamports),
      reserveTokenMicros: tokenMicros(virtualTokenMicros - quote.tokenMicros),
    },
    lamports: lamports(quote.paidLamports + quote.feesLamports),
    tokenMicros: quote.tokenMicros,
    creatorFeeLamports: quote.creatorFeeLamports,
  }
}

/** Sells these tokens, and pays the fees out of what they bring. */
export function sellOnCurve(terms: CurveTerms, before: CurveReserves, soldTokenMicros: TokenMicros): CurveTrade {
  const { protocolFeeBps, creatorFeeBps } = ratesOf(terms, before)
  const { solReserveLamports, reserveTokenMicros } = before
  const grossLamports = lamports((soldTokenMicros * solReserveLamports) / (reserveTokenMicros + soldTokenMicros))
  const creatorFeeLamports = feeLamports(grossLamports, creatorFeeBps)
  return {
    after: {
      solReserveLamports: lamports(solReserveLamports - grossLamports),
      reserveTokenMicros: tokenMicros(reserveTokenMicros + soldTokenMicros),
    },
    lamports: lamports(grossLamports - creatorFeeLamports - feeLamports(grossLamports, protocolFeeBps)),
    tokenMicros: soldTokenMicros,
    creatorFeeLamports,
  }
}

/** The rates at this price: they change with what the whole coin is worth. */
function ratesOf({ global, feeConfig, curve }: CurveTerms, { solReserveLamports, reserveTokenMicros }: CurveReserves) {
  if (!feeConfig) return { protocolFeeBps: bpsOf(global.feeBasisPoints), creatorFeeBps: bpsOf(global.creatorFeeBasisPoints) }
  const capLamports = lamports((solReserveLamports * bigintOf(curve.tokenTotalSupply)) / reserveTokenMicros)
  const { protocolBps, creatorBps } = tierFeeBps(feeConfig, capLamports)
  return { protocolFeeBps: protocolBps, creatorFeeBps: creatorBps }
}
