import { REDIRECTED_TO } from '../../../../domain/coin.ts'
import { AppError } from '../../../../domain/errors.ts'
import type { FeeShare } from '../../../../ports/launchpad/fee-share.ts'
import { quoteDistribution, waitingLamports } from '../fee-share.ts'
import { SIGNATURE_LAMPORTS } from '../launch-cost.ts'
import { isRedirected } from '../misbehaving-tickers.ts'
import { signAlone } from '../sign-alone.ts'
import type { SimulatedChain } from '../simulated-chain.ts'
import { stageOf } from '../tables/coin-table.ts'
import { checkBalance } from './check-balance.ts'
import { draftLock } from './draft-lock.ts'
import { findCoin } from './find-coin.ts'

/** Locks and distributions on the simulated chain. */
export const createSimulatedFeeShare = (chain: SimulatedChain): FeeShare => ({
  prepareLock: async (mint, shareholders, launcher) =>
    signAlone(chain, mint, launcher, [draftLock(chain, mint, launcher.wallet, shareholders)]),

  async prepareDistribution(mint, payer) {
    const { coin, state, slot } = findCoin(chain, mint)
    if (coin.lockSlot === null || isRedirected(coin, slot)) throw new AppError('fee_share_not_locked')
    const { missingLamports } = quoteDistribution(state, mint)
    if (missingLamports > 0n) return { prepared: null, missingAtomic: missingLamports }
    checkBalance(chain, payer.wallet, SIGNATURE_LAMPORTS)
    const prepared = await signAlone(chain, mint, payer, [{ kind: 'distribute' }])
    return { prepared, feeAtomic: SIGNATURE_LAMPORTS, missingAtomic: null }
  },

  async readAccrued(mints) {
    const { state, slot } = chain.view()
    return mints.map((mint) => {
      const coin = state.coins.find(mint)
      return coin && { mint, stage: stageOf(coin, slot), accruedAtomic: waitingLamports(state, coin, slot) }
    })
  },

  async listDistributions(mint, range) {
    const { receipts } = chain.view().state
    const found = receipts.distributionsOf(mint, range)
    return {
      distributions: found.map(({ signature, slot, atMs }) => ({
        signature,
        height: slot,
        atMs,
        payments: receipts.paymentsOf(signature).map(({ wallet, lamports: amountLamports }) => ({ wallet, amountAtomic: amountLamports })),
      })),
      newest: found[0]?.signature ?? null,
      before: found.length < range.limit ? null : found.at(-1)!.signature,
    }
  },

  async readDistribution(mint, signature) {
    const { receipts } = chain.view().state
    const receipt = receipts.find(signature)
    if (receipt?.mint !== mint || receipt.error !== null) return null
    const payments = receipts
      .paymentsOf(signature)
      .map(({ wallet, lamports: amountLamports }) => ({ wallet, amountAtomic: amountLamports }))
    return payments.length === 0 ? null : { signature, height: receipt.slot, atMs: receipt.atMs, payments }
  },

  async readRedirects(splits) {
    const { state, slot } = chain.view()
    return splits.flatMap(({ mint }) => {
      const coin = state.coins.find(mint)
      return coin && isRedirected(coin, slot) ? [{ mint, to: REDIRECTED_TO.holders }] : []
    })
  },
})
