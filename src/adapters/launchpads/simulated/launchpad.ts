import { canSign, isAddress } from '../../../lib/ed25519.ts'
import type { Wallet } from '../../../domain/brands.ts'
import { soldBps } from '../../../domain/money/coin-price.ts'
import type { CoinMarket } from '../../../ports/launchpad/markets.ts'
import type { RandomBytes } from '../../../ports/clock.ts'
import type { Buybacks } from '../../../ports/launchpad/buyback.ts'
import type { Launchpad } from '../../../ports/launchpad/launchpad.ts'
import { parseSolanaLauncher } from '../../chains/solana/solana-launcher.ts'
import { prepareBuyback } from './capabilities/prepare-buyback.ts'
import { createSimulatedHistory } from './capabilities/simulated-history.ts'
import { createSimulatedRehearsals } from './capabilities/simulated-rehearsals.ts'
import { createSimulatedFeeShare } from './capabilities/simulated-fee-share.ts'
import { createSimulatedLaunching } from './capabilities/simulated-launching.ts'
import { createSimulatedTrades } from './capabilities/simulated-trades.ts'
import { createSimulatedUnsigned } from './capabilities/simulated-unsigned.ts'
import { CURVE_TOKEN_MICROS, SUPPLY_TOKEN_MICROS } from './bonding-curve.ts'
import { simulatedFacts } from './facts.ts'
import type { SimulatedChain } from './simulated-chain.ts'
import { type StoredCoin, stageOf } from './tables/coin-table.ts'

const TOP_HOLDERS = 20

/**
 * A launchpad with pump's rules on a simulated chain, for demos and tests: it never touches a real chain.
 * @see simulated/misbehaving-tickers.ts for the tickers that make it fail
 */
export const createSimulatedLaunchpad = ({
  chain,
  baseUrl,
  randomBytes,
}: {
  chain: SimulatedChain
  baseUrl: string
  /** Creates the keys of mints. */
  randomBytes: RandomBytes
}): Launchpad => ({
  facts: simulatedFacts({ baseUrl }),
  isWallet: isAddress,
  canSign: canSign,
  canonicalWallet: (text) => text as Wallet,
  parseLauncher: parseSolanaLauncher,
  ...createSimulatedLaunching(chain, randomBytes),
  feeShare: createSimulatedFeeShare(chain),
  preLockFees: {
    read: async (mint, createSlot, lockSlot) => chain.view().state.trades.preLockFeesLamports(mint, createSlot, lockSlot),
  },
  holders: { listLargest: async (mint) => chain.view().state.trades.topHolders(mint, TOP_HOLDERS) },
  markets: {
    async read(mints) {
      const { state, slot } = chain.view()
      return mints.map((mint) => {
        const coin = state.coins.find(mint)
        return coin && marketOf(coin, slot)
      })
    },
  },
  trades: createSimulatedTrades(chain),
  unsigned: createSimulatedUnsigned(chain),
  rehearsals: createSimulatedRehearsals(chain, randomBytes),
  history: createSimulatedHistory(chain),
  buyback: createSimulatedBuybacks(chain),
})

const marketOf = (coin: StoredCoin, slot: number): CoinMarket => ({
  mint: coin.mint,
  stage: stageOf(coin, slot),
  quoteAtomic: coin.solReserveLamports,
  tokenMicros: coin.reserveTokenMicros,
  supplyTokenMicros: SUPPLY_TOKEN_MICROS,
  progressBps: soldBps(coin.unsoldTokenMicros, CURVE_TOKEN_MICROS),
})

const createSimulatedBuybacks = (chain: SimulatedChain): Buybacks => ({
  prepare: async (order, payer) => prepareBuyback(chain, order, payer),
  async readReceipt(mint, wallet, signature) {
    const { receipts } = chain.view().state
    const [receipt, purchase] = [receipts.find(signature), receipts.purchaseOf(signature)]
    if (receipt?.mint !== mint || purchase?.wallet !== wallet) return null
    const { spentLamports, ...bought } = purchase
    return { signature, height: receipt.slot, atMs: receipt.atMs, spentAtomic: spentLamports, ...bought }
  },
})
