import { type Lamports, lamports, tokenMicros } from '../../../../domain/brands.ts'
import { partsOf, type Rehearsal } from '../../../../domain/plan/rehearsal.ts'
import type { CoinPlan } from '../../../../ports/launchpad/coin.ts'
import { REHEARSED_TRADES } from '../../../chains/solana/rehearsed-trades.ts'
import { bigintOf } from '../buyback/market.ts'
import { buyOnCurve, type CurveReserves, type CurveTerms, sellOnCurve } from './trade-on-curve.ts'

type Minute = Pick<Rehearsal, 'priceAfterLaunch' | 'priceAfterMinute' | 'sniper' | 'others' | 'feesAtomic' | 'sharesAtomic'>

/** REHEARSED_TRADES on the curve that the launch left, and what its creator fees come to with `firstFeesLamports`. */
export function rehearseMinute(plan: CoinPlan, firstFeesLamports: Lamports, terms: CurveTerms): Minute {
  const opening: CurveReserves = {
    solReserveLamports: lamports(bigintOf(terms.curve.virtualQuoteReserves)),
    reserveTokenMicros: tokenMicros(bigintOf(terms.curve.virtualTokenReserves)),
  }
  const sniped = buyOnCurve(terms, opening, REHEARSED_TRADES.sniperLamports)
  let feesLamports = lamports(firstFeesLamports + sniped.creatorFeeLamports)
  let curve = sniped.after
  for (let count = 0; count < REHEARSED_TRADES.buys; count += 1) {
    const bought = buyOnCurve(terms, curve, REHEARSED_TRADES.buyLamports)
    curve = bought.after
    feesLamports = lamports(feesLamports + bought.creatorFeeLamports)
  }
  const sold = sellOnCurve(terms, curve, sniped.tokenMicros)
  feesLamports = lamports(feesLamports + sold.creatorFeeLamports)
  return {
    priceAfterLaunch: priceOf(opening),
    priceAfterMinute: priceOf(sold.after),
    sniper: { spentAtomic: sniped.lamports, tokenMicros: sniped.tokenMicros, soldForAtomic: sold.lamports },
    others: { buys: REHEARSED_TRADES.buys, eachAtomic: REHEARSED_TRADES.buyLamports },
    feesAtomic: feesLamports,
    sharesAtomic: partsOf(plan.shareholders, feesLamports),
  }
}

const priceOf = ({ solReserveLamports, reserveTokenMicros }: CurveReserves) => ({
  quoteAtomic: solReserveLamports,
  tokenMicros: reserveTokenMicros,
})
