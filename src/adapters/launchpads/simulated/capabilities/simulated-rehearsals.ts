import { type Lamports, lamports, type Mint, type Wallet } from '../../../../domain/brands.ts'
import { LAMPORTS_PER_SOL } from '../../../../domain/money/sol.ts'
import { partsOf, type Rehearsal } from '../../../../domain/plan/rehearsal.ts'
import { toBase58 } from '../../../../lib/bytes.ts'
import { newKeyPair } from '../../../../lib/ed25519.ts'
import type { RandomBytes } from '../../../../ports/clock.ts'
import type { CoinPlan } from '../../../../ports/launchpad/coin.ts'
import type { Rehearsals } from '../../../../ports/launchpad/rehearsals.ts'
import { REHEARSED_TRADES } from '../../../chains/solana/rehearsed-trades.ts'
import { SUPPLY_TOKEN_MICROS } from '../bonding-curve.ts'
import type { ChainState } from '../chain-state.ts'
import type { Moment } from '../execute-transaction.ts'
import { buy, sell } from '../execute-trade.ts'
import { FAUCET } from '../ledger.ts'
import { ProgramError } from '../program-error.ts'
import { runMessage, type SimulatedChain } from '../simulated-chain.ts'
import { composeLaunch, estimateLaunch } from './draft-launch.ts'

/** More than any launch or trade of a rehearsal costs: what those who stand in are given. */
const STAND_IN_LAMPORTS = lamports(100n * LAMPORTS_PER_SOL)

/** Launches that are executed with the minute of trading on the simulated chain, and rolled back. */
export const createSimulatedRehearsals = (chain: SimulatedChain, randomBytes: RandomBytes): Rehearsals => ({
  async run(plan, launcher) {
    const newWallet = () => toBase58(newKeyPair(randomBytes).publicKey) as Wallet
    const canPay = launcher !== null && chain.view().state.ledger.lamportsOf(launcher) >= estimateLaunch(chain, plan, launcher).totalAtomic
    const payer = canPay ? launcher : newWallet()
    const mint = newWallet() as string as Mint
    const { messages } = composeLaunch(chain, plan, payer, mint)
    try {
      return chain.rehearse((state, moment) => {
        const funded = (wallet: Wallet) => {
          state.ledger.move(FAUCET, wallet, STAND_IN_LAMPORTS)
          return wallet
        }
        const heldLamports = state.ledger.lamportsOf(canPay ? payer : funded(payer))
        for (const message of messages) runMessage(state, message, moment)
        return {
          payer,
          standsIn: canPay ? null : launcher === null ? 'unnamed' : 'balance-too-low',
          ranBy: 'the simulated chain of this service',
          height: moment.slot,
          transactions: messages.length,
          costAtomic: lamports(heldLamports - state.ledger.lamportsOf(payer)),
          ...afterLaunch(state, moment, plan, { mint, payer, newTrader: () => funded(newWallet()) }),
        }
      })
    } catch (error) {
      if (!(error instanceof ProgramError)) throw error
      return { reason: `The simulated chain refused it: ${error.reason}.` }
    }
  },
})

/** What was bought in the launch, and REHEARSED_TRADES. @throws ProgramError when a trader cannot pay */
function afterLaunch(
  state: ChainState,
  { slot }: Moment,
  { initialBuyAtomic, shareholders }: CoinPlan,
  { mint, payer, newTrader }: { mint: Mint; payer: Wallet; newTrader: () => Wallet },
): Omit<Rehearsal, 'payer' | 'standsIn' | 'ranBy' | 'height' | 'transactions' | 'costAtomic'> {
  const firstTokenMicros = state.trades.tokensOf(mint, payer)
  const priceAfterLaunch = priceOf(state, mint)
  const buyBy = (wallet: Wallet, spentLamports: Lamports) => buy(state, slot, { mint, wallet }, { lamports: spentLamports })
  const sniper = newTrader()
  const sniped = buyBy(sniper, REHEARSED_TRADES.sniperLamports)
  for (let count = 0; count < REHEARSED_TRADES.buys; count += 1) buyBy(newTrader(), REHEARSED_TRADES.buyLamports)
  const sold = sell(state, slot, { mint, wallet: sniper }, 'all')
  const feesLamports = feesOf(state, mint)
  return {
    firstBuy: firstTokenMicros === null ? null : { spentAtomic: initialBuyAtomic, tokenMicros: firstTokenMicros },
    supplyTokenMicros: SUPPLY_TOKEN_MICROS,
    priceAfterLaunch,
    priceAfterMinute: priceOf(state, mint),
    sniper: { spentAtomic: sniped.lamports, tokenMicros: sniped.tokenMicros, soldForAtomic: sold.lamports },
    others: { buys: REHEARSED_TRADES.buys, eachAtomic: REHEARSED_TRADES.buyLamports },
    feesAtomic: feesLamports,
    sharesAtomic: partsOf(shareholders, feesLamports),
  }
}

function priceOf({ coins }: ChainState, mint: Mint): Rehearsal['priceAfterLaunch'] {
  const { solReserveLamports, reserveTokenMicros } = coins.find(mint)!
  return { quoteAtomic: solReserveLamports, tokenMicros: reserveTokenMicros }
}

/** The creator fees of every trade of a coin that has few. */
function feesOf({ trades }: ChainState, mint: Mint): Lamports {
  const all = trades.newest(mint, 0, trades.count(mint))
  return lamports(all.reduce((sumLamports, { creatorFeeLamports }) => sumLamports + creatorFeeLamports, 0n))
}
