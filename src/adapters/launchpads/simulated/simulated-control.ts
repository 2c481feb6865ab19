import { type Lamports, lamports, type Mint, type TokenMicros, type Wallet } from '../../../domain/brands.ts'
import { AppError, invalidFields } from '../../../domain/errors.ts'
import { LAMPORTS_PER_SOL } from '../../../domain/money/sol.ts'
import type { SimulatedCoin, SimulatedWallet, Simulation, TradeSide } from '../../../ports/simulation.ts'
import { BOUGHT_OUT_LAMPORTS, SUPPLY_TOKEN_MICROS } from './bonding-curve.ts'
import { stageOf } from './tables/coin-table.ts'
import { buy, sell, type TradeAmount } from './execute-trade.ts'
import { quoteDistribution } from './fee-share.ts'
import { SIGNATURE_LAMPORTS } from './launch-cost.ts'
import { FAUCET, reserveOf, VALIDATOR, vaultOf } from './ledger.ts'
import { ProgramError } from './program-error.ts'
import type { SimulatedChain } from './simulated-chain.ts'
import type { Trade } from './tables/trade-table.ts'
import { isHoldable } from './well-known-programs.ts'

/** A trade by any wallet. A buy names `lamports` or `tokens`; a sale that names neither sells all. */
export interface TradeRequest {
  readonly mint: Mint
  readonly wallet: Wallet
  readonly side: TradeSide
  /** For a buy, the amount spent, fees included. For a sale, the amount to receive; all is sold when all is worth less. */
  readonly lamports?: Lamports
  readonly tokenMicros?: TokenMicros
}

/** The simulation controls without the clock, plus what only tests use. */
export interface SimulatedControl extends Omit<Simulation, 'trade' | 'advanceClock'> {
  /** Executes trades in one commit. */
  trade(request: TradeRequest): Promise<Trade>
  /** Sums of the chain: `totalLamports` is always 0, `issuedLamports` grows by new wallets, airdrops and graduations. */
  totals(): Promise<{ readonly totalLamports: bigint; readonly issuedLamports: Lamports }>
}

const HOLDERS_SHOWN = 20
const HOLDINGS_SHOWN = 100
// Far below the range of the ledger's 64-bit integers, even after very many airdrops.
const AMOUNT_LAMPORTS_MAX = lamports(1_000_000n * LAMPORTS_PER_SOL)

/** The controls of this chain. */
export function createSimulatedControl({ chain }: { chain: SimulatedChain }): SimulatedControl {
  let changes = 0
  const commit: SimulatedChain['commit'] = (work) => {
    const result = chain.commit(work)
    changes += 1
    return result
  }

  function inspect(mint: Mint): SimulatedCoin | null {
    const { state, slot } = chain.view()
    const coin = state.coins.find(mint)
    if (!coin) return null
    const { name, ticker, metadataUri, creator, createSlot, lockSlot } = coin
    return {
      mint,
      name,
      ticker,
      metadataUri,
      creator,
      createSlot,
      lockSlot,
      slot,
      stage: stageOf(coin, slot),
      vaultLamports: state.ledger.lamportsOf(vaultOf(mint)),
      missingLamports: lockSlot === null ? null : quoteDistribution(state, mint).missingLamports,
      reserveLamports: state.ledger.lamportsOf(reserveOf(mint)),
      tradeCount: state.trades.count(mint),
      holderCount: state.trades.holderCount(mint),
      holders: state.trades.topHolders(mint, HOLDERS_SHOWN),
    }
  }

  function walletReport(wallet: Wallet): SimulatedWallet {
    const { ledger, trades } = chain.view().state
    return { wallet, lamports: ledger.lamportsOf(wallet), holdings: trades.holdingsOf(wallet, HOLDINGS_SHOWN) }
  }

  return {
    async trade(request) {
      const wallet = checkWallet(request.wallet)
      const amount = checkAmount(request)
      return commit((state, { slot }) => {
        if (!state.coins.find(request.mint)) throw new AppError('mint_unknown')
        return refusing(() => {
          state.ledger.move(wallet, VALIDATOR, SIGNATURE_LAMPORTS)
          const trader = { mint: request.mint, wallet }
          if (request.side === 'sell') return sell(state, slot, trader, amount)
          if (amount === 'all') throw new Error('a buy names its amount')
          return buy(state, slot, trader, amount)
        })
      })
    },

    async graduate(mint) {
      commit(({ coins, ledger }, { slot }) => {
        const coin = coins.find(mint)
        if (!coin) throw new AppError('mint_unknown')
        if (coin.completeSlot !== null) return
        const heldLamports = ledger.lamportsOf(reserveOf(mint))
        if (heldLamports < BOUGHT_OUT_LAMPORTS) ledger.move(FAUCET, reserveOf(mint), lamports(BOUGHT_OUT_LAMPORTS - heldLamports))
        coins.complete(mint, slot, ledger.lamportsOf(reserveOf(mint)))
      })
      return inspect(mint)!
    },

    async inspect(mint) {
      const report = inspect(mint)
      if (!report) throw new AppError('coin_not_found')
      return report
    },

    wallet: async (text) => walletReport(checkWallet(text)),

    async airdrop(text, amountLamports) {
      const wallet = checkWallet(text)
      checkRange('/sol', amountLamports, AMOUNT_LAMPORTS_MAX)
      commit(({ ledger }) => ledger.move(FAUCET, wallet, amountLamports))
      return walletReport(wallet)
    },

    changes: () => changes,

    async totals() {
      const { ledger } = chain.view().state
      return { totalLamports: ledger.totalLamports(), issuedLamports: ledger.issuedLamports() }
    },
  }
}

/** @throws AppError wallet_invalid for any address without an owner, programs included */
function checkWallet(text: string): Wallet {
  if (!isHoldable(text)) throw new AppError('wallet_invalid', { field: 'wallet' })
  return text
}

function checkAmount({ side, lamports: amountLamports, tokenMicros }: TradeRequest): TradeAmount {
  if (amountLamports !== undefined && tokenMicros !== undefined) throw invalidFields([{ path: '/tokens', message: 'excludes sol' }])
  if (amountLamports !== undefined) return { lamports: checkRange('/sol', amountLamports, AMOUNT_LAMPORTS_MAX) }
  if (tokenMicros !== undefined) return { tokenMicros: checkRange('/tokens', tokenMicros, SUPPLY_TOKEN_MICROS) }
  if (side === 'sell') return 'all'
  throw invalidFields([{ path: '/sol', message: 'is required to buy' }])
}

function checkRange<Amount extends Lamports | TokenMicros>(path: string, amount: Amount, most: Amount): Amount {
  if (amount < 1n || amount > most) throw invalidFields([{ path, message: 'must be above 0 and not absurdly large' }])
  return amount
}

/** What `work` returns. @throws AppError chain_refused with the program's own name for the reason */
function refusing<Result>(work: () => Result): Result {
  try {
    return work()
  } catch (error) {
    if (error instanceof ProgramError) throw new AppError('chain_refused', { reason: error.reason }, { cause: error })
    throw error
  }
}
