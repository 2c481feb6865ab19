import type { Mint } from '../../domain/brands.ts'
import {
  type BuybackQuote,
  type Buyer,
  PRICE_HISTORY_RUNS_MIN,
  PRICE_HISTORY_RUNS,
  priceRiseBps,
  quotesLike,
} from '../../domain/buyback.ts'
import type { Coin } from '../../domain/coin.ts'
import { AppError } from '../../domain/errors.ts'
import { LIMITS } from '../../domain/limits.ts'
import { OWN_LIMITS } from '../../domain/limits/own-limits.ts'
import type { Deps } from '../../ports/deps.ts'
import type { Launchpad } from '../../ports/launchpad/launchpad.ts'
import type { Prepared } from '../../ports/launchpad/launcher.ts'
import type { Signer } from '../../ports/signer.ts'
import type { Repos } from '../../ports/storage/storage.ts'
import type { Buying } from './buying.ts'
import { capabilityOf } from '../plan/check-supported.ts'

/** What a run would do now, or why it would do nothing. */
export interface BuybackPlan {
  readonly mint: Mint | null
  readonly ticker: string | null
  readonly payer: Signer | null
  readonly launchpad: Launchpad
  /** Also set where the quote itself is the reason not to buy. */
  readonly quote: BuybackQuote | null
  /** Signed and simulated; null when nothing is to be sent. */
  readonly prepared: Prepared | null
  readonly refusal: AppError | null
}

/**
 * Decides a run of a buyer completely, including its signed transaction, and sends nothing. Whatever prevents the buy, an unreachable chain
 * included, is a `refusal`.
 */
export async function planBuyback(
  { storage, launchpads }: Pick<Deps, 'storage' | 'launchpads'>,
  { buyer, terms, payer }: Buying,
): Promise<BuybackPlan> {
  const { mint } = terms
  const coin = mint && (await storage.coins.find(mint))
  const launchpad = await launchpads.get(coin?.platform ?? launchpads.defaultId)
  const nothing = { mint, ticker: coin?.ticker ?? null, payer, launchpad, quote: null, prepared: null }
  try {
    if (!mint || !payer) throw new AppError('buyback_not_configured', { missing: mint ? 'BUYBACK_KEY' : 'BUYBACK_MINTS' })
    if (await isUnderWay(storage, buyer, mint)) throw new AppError('buyback_under_way')
    if (coin) await checkFeesKept(launchpad, coin)
    const { prepared, quote } = await capabilityOf(launchpad, 'buyback').prepare({ ...terms, mint }, payer)
    const refusal = refusalOf(quote, terms, await pastQuotes(storage, buyer, mint))
    return { ...nothing, quote, prepared: refusal ? null : prepared, refusal }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return { ...nothing, refusal: error }
  }
}

/** Whether the buyer, or anyone else, is buying this coin. */
export const isUnderWay = async (
  { buybacks, operations }: Pick<Repos, 'buybacks' | 'operations'>,
  buyer: Buyer,
  mint: Mint,
): Promise<boolean> => ((await buybacks.findUnderWay({ buyer, mint })) ?? (await operations.findUnfinished('buyback', mint))) !== null

/**
 * Nothing is bought of a coin whose fees were taken from its split. The chain is asked too: the watch may not have seen it yet.
 *
 * @throws AppError when they were, and when no node tells
 */
async function checkFeesKept({ feeShare }: Launchpad, coin: Coin): Promise<void> {
  const isLocked = coin.feeShareLocked && coin.lockHeight !== null
  const [found] = (isLocked && (await feeShare?.readRedirects?.([coin]))) || []
  const redirect = coin.feesRedirected ?? found
  if (redirect) throw new AppError('buyback_fees_redirected', { to: redirect.to })
}

/** Quotes of the buyer’s last runs for this coin, those that bought nothing included. */
async function pastQuotes({ buybacks }: Pick<Repos, 'buybacks'>, buyer: Buyer, mint: Mint): Promise<readonly BuybackQuote[]> {
  const past = (await buybacks.listOf(buyer, LIMITS.pageMax, mint)).map(({ quote }) => quote).filter((quote) => quote !== null)
  return past.slice(0, PRICE_HISTORY_RUNS)
}

/** Why this quote is refused; without past quotes, price manipulation could not be recognised. */
function refusalOf(quote: BuybackQuote, { execute, priceRiseBpsMax }: Buying['terms'], past: readonly BuybackQuote[]): AppError | null {
  const { impactBps } = quote
  const impactBpsMax = OWN_LIMITS.buybackImpactBpsMax
  if (impactBps > impactBpsMax) return new AppError('buyback_price_impact', { impactBps, impactBpsMax })
  const riseBps = priceRiseBps(quote, past)
  if (riseBps !== null && priceRiseBpsMax !== null && riseBps > priceRiseBpsMax)
    return new AppError('buyback_price_risen', { riseBps, riseBpsMax: priceRiseBpsMax })
  if (!execute) return new AppError('buyback_execute_off')
  const count = quotesLike(quote, past)
  if (priceRiseBpsMax === null || count >= PRICE_HISTORY_RUNS_MIN) return null
  return new AppError('buyback_price_unproven', { count, min: PRICE_HISTORY_RUNS_MIN })
}
