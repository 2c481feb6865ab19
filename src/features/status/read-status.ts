import type { Caller } from '../../domain/api-key.ts'
import type { Mint } from '../../domain/brands.ts'
import type { Coin } from '../../domain/coin.ts'
import { AppError } from '../../domain/errors.ts'
import { amountText } from '../../domain/money/currency.ts'
import type { Deps } from '../../ports/deps.ts'
import type { PaidRun } from '../../ports/payments.ts'
import type { ChainCoin } from '../../ports/launchpad/coin.ts'
import { locksExactly } from '../plan/planned-lock.ts'

/** A coin as the database and the chain have it. */
export interface CoinStatus {
  readonly coin: Coin
  readonly onChain: ChainCoin
  /** The lock on chain has the recorded wallets and shares. */
  readonly feeShareLocked: boolean
  readonly tip: string
}

/**
 * The state of a coin of ours, read from the chain now. A payer sees the coins that it launched.
 *
 * @see rules 2.7; rules 10.16
 */
export async function readStatus(
  { storage, launchpads, clock }: Pick<Deps, 'storage' | 'launchpads' | 'clock'>,
  mint: Mint,
  { caller, payment }: { caller: Pick<Caller, 'keyId'>; payment: PaidRun | null },
): Promise<CoinStatus> {
  const coin = await storage.coins.find(mint)
  if (!coin || (payment && coin.keyId !== caller.keyId)) throw new AppError('coin_not_found')
  const onChain = await (await launchpads.get(coin.platform)).readCoin(mint, coin)
  // The row was written after the chain showed the coin, so a node that does not know it lags behind.
  if (!onChain) throw new AppError('upstream_unavailable', { upstream: 'the chain' })
  const feeShareLocked = locksExactly(onChain.feeShare, coin.shareholders)
  // Whoever asks sees it now: the watch of splits reads it in its next pass.
  if (coin.feeShareLocked && !coin.feesRedirected && !feeShareLocked) await storage.coinPasses.lookNow([mint], clock.nowMs())
  return { coin, onChain, feeShareLocked, tip: statusTip(coin, onChain, feeShareLocked) }
}

function statusTip(coin: Coin, { feeShare, feeReceivers, accruedAtomic }: ChainCoin, feeShareLocked: boolean): string {
  const to = coin.feesRedirected?.to ?? feeReceivers
  if (to)
    return `The creator fees go to ${to} and not to the shareholders: the launchpad’s own team can do that, and nobody here can undo it.`
  if (feeShareLocked) {
    return accruedAtomic > 0n
      ? `${amountText(accruedAtomic, coin.currency)} wait for the shareholders: POST /api/agent/crank pays them out.`
      : 'The fees are locked, and none wait.'
  }
  if (feeShare?.locked) return 'The fees are locked on chain, but not to the wallets that this service was told.'
  if (coin.holderKol) return 'Once KOLs hold the coin, POST /api/agent/lock-holder-kol locks the fees to them.'
  return 'The fees are not locked: POST /api/agent/wire-fees with the launcher key locks them.'
}
