import type { CoinTrade, Trades } from '../../../../ports/launchpad/trades.ts'
import { beforeFees } from '../bonding-curve.ts'
import type { SimulatedChain } from '../simulated-chain.ts'
import type { StoredTrade } from '../tables/trade-table.ts'

/** Trades on the simulated chain. */
export const createSimulatedTrades = (chain: SimulatedChain): Trades => ({
  newestAtHand: (mint) => chain.view().state.trades.newestId(mint),
  async listNewest(mint, { after, limit }) {
    const { state, timeOf } = chain.view()
    const found = state.trades.newest(mint, after === null ? 0 : Number(after.id), limit + 1)
    return { trades: found.slice(0, limit).map((trade) => tradeOf(trade, timeOf)), complete: found.length <= limit }
  },
})

function tradeOf(trade: StoredTrade, timeOf: ReturnType<SimulatedChain['view']>['timeOf']): CoinTrade {
  const { id, wallet, side, tokenMicros, creatorFeeLamports, reserves, slot } = trade
  const quoteAtomic = beforeFees(side, trade.lamports)
  return {
    id: String(id),
    signature: null,
    wallet,
    side,
    quoteAtomic,
    tokenMicros,
    creatorFeeAtomic: creatorFeeLamports,
    price: reserves ? { quoteAtomic: reserves.solReserveLamports, tokenMicros: reserves.reserveTokenMicros } : { quoteAtomic, tokenMicros },
    height: slot,
    atMs: timeOf(slot),
  }
}
