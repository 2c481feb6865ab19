import { atomicUnits, bps, lamports, tokenMicros } from '../../../src/domain/brands.ts'
import {
  type BuybackQuote,
  lessSlippage,
  PRICE_HISTORY_RUNS,
  PRICE_HISTORY_RUNS_MIN,
  priceRiseBps,
  unfarmableAtomic,
} from '../../../src/domain/buyback.ts'
import { constantProduct } from '../../../src/adapters/launchpads/pump/buyback/market.ts'
import type { FarmedBuyback } from './farming.ts'
import { buyCost, LOWEST_FEE_BPS, type PoolVenue } from './pool-model.ts'

const FEE = bps(LOWEST_FEE_BPS)
/** What BUYBACK_SLIPPAGE_BPS and BUYBACK_PRICE_RISE_BPS are unless set. */
const [SLIPPAGE, RISE_BPS_MAX] = [bps(100), 1_000]

/** The buyback by its own rules, on a model of the pool; not `isBounded` is one that spends all it may, wherever that moves the price. */
export function modelBuyback(pool: PoolVenue, { atomicMax, isBounded }: { atomicMax: bigint; isBounded: boolean }): FarmedBuyback {
  const past: BuybackQuote[] = []
  return {
    async prepare() {
      const { lamports: sol, tokens } = pool.reserves()
      const bound = unfarmableAtomic(atomicUnits(sol), FEE)
      const lamportsMax = lamports(isBounded && bound < atomicMax ? bound : atomicMax)
      const terms = { solReserveLamports: lamports(sol), reserveTokenMicros: tokenMicros(tokens), feeBps: FEE }
      const bought = lessSlippage(constantProduct(terms, lamportsMax), SLIPPAGE)
      const quote: BuybackQuote = {
        venue: 'pool',
        atomicMax: lamportsMax,
        overheadAtomic: atomicUnits(0n),
        tokenMicros: bought,
        impactBps: bps(0),
        burn: true,
      }
      const riseBps = priceRiseBps(quote, past)
      const isRefused = past.length < PRICE_HISTORY_RUNS_MIN || (riseBps !== null && riseBps > RISE_BPS_MAX)
      past.unshift(quote)
      past.length = Math.min(past.length, PRICE_HISTORY_RUNS)
      return isRefused ? null : { tokens: bought, lamportsMax }
    },
    async land(offer) {
      if (buyCost(pool.reserves(), offer.tokens) <= offer.lamportsMax) await pool.buy(offer.tokens)
    },
  }
}
