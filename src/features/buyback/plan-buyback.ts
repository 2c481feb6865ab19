import type { Mint } from '../../domain/brands.ts'
import type { BuybackOrder, BuybackQuote } from '../../domain/buyback.ts'
import { AppError } from '../../domain/errors.ts'
import { LIMITS } from '../../domain/limits.ts'
import type { Deps } from '../../ports/deps.ts'
import type { Launcher, Launchpad, Prepared } from '../../ports/launchpad.ts'

/** What a run would do now, or why it would do nothing. */
export interface BuybackPlan {
  readonly mint: Mint | null
  readonly ticker: string | null
  readonly payer: Launcher | null
  readonly launchpad: Launchpad
  /** There also where it is the reason that nothing is bought. */
  readonly quote: BuybackQuote | null
  /** Signed and tried out; null where nothing is to be sent. */
  readonly prepared: Prepared | null
  readonly refusal: AppError | null
}

/**
 * Decides a run to the last byte and sends nothing. Every reason for which nothing is bought is a `refusal`, that of an
 * unreachable chain too.
 */
export async function planBuyback({
  policy,
  storage,
  launchpads,
  buybackPayer: payer,
}: Pick<Deps, 'policy' | 'storage' | 'launchpads' | 'buybackPayer'>): Promise<BuybackPlan> {
  const { mint, execute } = policy.buyback
  const coin = mint && (await storage.coins.find(mint))
  const launchpad = await launchpads.get(coin?.platform ?? launchpads.defaultId)
  const nothing = { mint, ticker: coin?.ticker ?? null, payer, launchpad, quote: null, prepared: null }
  try {
    if (!mint || !payer) throw new AppError('buyback_not_configured', { missing: mint ? 'BUYBACK_KEY' : 'BUYBACK_MINT' })
    if (await storage.buybacks.findUnderWay()) throw new AppError('buyback_under_way')
    const { prepared, quote } = await prepare(launchpad, { ...policy.buyback, mint }, payer)
    const refusal = refusalOf(quote, execute)
    return { ...nothing, quote, prepared: refusal ? null : prepared, refusal }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return { ...nothing, refusal: error }
  }
}

async function prepare(launchpad: Launchpad, order: BuybackOrder, payer: Launcher) {
  if (!launchpad.prepareBuyback) throw new AppError('operation_not_offered', { platform: launchpad.id, operation: 'buybacks' })
  return launchpad.prepareBuyback(order, payer)
}

function refusalOf({ impactBps }: BuybackQuote, execute: boolean): AppError | null {
  const impactBpsMax = LIMITS.buybackImpactBpsMax
  if (impactBps > impactBpsMax) return new AppError('buyback_price_impact', { impactBps, impactBpsMax })
  return execute ? null : new AppError('buyback_execute_off')
}
