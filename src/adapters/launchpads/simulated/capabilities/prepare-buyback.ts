import { type Lamports, lamports, type Mint, type Wallet } from '../../../../domain/brands.ts'
import { type BuybackOrder, type BuybackQuote, buybackBudget, impactBpsOf, lessSlippage } from '../../../../domain/buyback.ts'
import { AppError } from '../../../../domain/errors.ts'
import type { Prepared } from '../../../../ports/launchpad/launcher.ts'
import type { Signer } from '../../../../ports/signer.ts'
import { quoteBuy } from '../bonding-curve.ts'
import type { ChainState } from '../chain-state.ts'
import { type StoredCoin, stageOf } from '../tables/coin-table.ts'
import { TOKEN_ACCOUNT_LAMPORTS, VOLUME_ACCOUNT_LAMPORTS } from '../execute-trade.ts'
import { RENT_MINIMUM_LAMPORTS } from '../fee-share.ts'
import { SIGNATURE_LAMPORTS } from '../launch-cost.ts'
import { vaultOf } from '../ledger.ts'
import { signAlone } from '../sign-alone.ts'
import type { SimulatedChain } from '../simulated-chain.ts'
import type { Instruction } from '../message.ts'

/** A buy of the quoted tokens less the slippage, and their burn, in one transaction. */
export async function prepareBuyback(
  chain: SimulatedChain,
  order: BuybackOrder,
  payer: Signer,
): Promise<{ readonly prepared: Prepared; readonly quote: BuybackQuote }> {
  const { mint, burn, slippageBps } = order
  const { wallet } = payer
  const { state, slot } = chain.view()
  const coin = state.coins.find(mint)
  if (!coin) throw new AppError('mint_unknown')
  const stage = stageOf(coin, slot)
  if (stage === 'graduating') throw new AppError('coin_not_tradable')
  const overheadAtomic = overheadLamports(state, coin, mint, wallet)
  const lamportsMax = lamports(buybackBudget(order, { wallet, balanceAtomic: state.ledger.lamportsOf(wallet), overheadAtomic }))
  const boughtTokenMicros = quoteBuy(coin, lamportsMax).tokenMicros
  const tokenMicros = lessSlippage(
    stage === 'curve' && boughtTokenMicros > coin.unsoldTokenMicros ? coin.unsoldTokenMicros : boughtTokenMicros,
    slippageBps,
  )
  const buys: Instruction[] = [{ kind: 'buy', wallet, lamports: lamportsMax, tokenMicros }]
  const burns: Instruction[] = burn ? [{ kind: 'burn', wallet, tokenMicros }] : []
  return {
    prepared: await signAlone(chain, mint, payer, [...buys, ...burns]),
    quote: {
      venue: stage === 'curve' ? 'curve' : 'pool',
      atomicMax: lamportsMax,
      overheadAtomic,
      tokenMicros,
      burn,
      impactBps: impactBpsOf(tokenMicros, coin.reserveTokenMicros),
    },
  }
}

/** The fee, and the rent of missing accounts. */
function overheadLamports({ ledger, trades }: ChainState, { lockSlot }: StoredCoin, mint: Mint, wallet: Wallet): Lamports {
  const opensVault = lockSlot !== null && ledger.lamportsOf(vaultOf(mint)) < RENT_MINIMUM_LAMPORTS
  return lamports(
    SIGNATURE_LAMPORTS +
      (trades.tokensOf(mint, wallet) === null ? TOKEN_ACCOUNT_LAMPORTS : 0n) +
      (ledger.hasTraded(wallet) ? 0n : VOLUME_ACCOUNT_LAMPORTS) +
      (opensVault ? RENT_MINIMUM_LAMPORTS : 0n),
  )
}
