import type { Mint } from '../../domain/brands.ts'
import { coinPageUrl } from '../../domain/results/coin-page-url.ts'
import { iso } from '../../domain/json.ts'
import { OWN_LIMITS } from '../../domain/limits/own-limits.ts'
import type { Deps } from '../../ports/deps.ts'
import { recordEvent } from '../events/record-event.ts'
import { readChain } from './read-chain.ts'
import type { ScheduledJob } from '../../ports/scheduled-job.ts'

type GraduationNeeds = 'storage' | 'launchpads' | 'clock' | 'policy' | 'ids' | 'log'

/**
 * Records the graduation of every coin whose pool exists. A complete curve is not enough: until it is migrated the coin cannot be traded.
 *
 * @see rules 3.3, 6
 */
export const watchGraduations: ScheduledJob<GraduationNeeds> = async (deps, { mayContinue }) => {
  let [read, graduated] = [0, 0]
  let after: Mint | null = null
  for (;;) {
    const batch = await deps.storage.coinPasses.listOnCurve(after, OWN_LIMITS.batchReadMax)
    if (batch.length === 0) break
    for (const { mint, stage } of await readChain(deps, graduating(deps, batch))) {
      if (stage === 'graduated' && (await recordGraduation(deps, mint))) graduated += 1
    }
    read += batch.length
    after = batch.at(-1)!.mint
    if (!(await mayContinue())) return `${read} coins read, ${graduated} graduated; broken off`
  }
  return `${read} coins read, ${graduated} graduated`
}

/** Coins whose launchpad has graduations. */
const graduating = <Row extends { readonly platform: string }>({ launchpads }: Pick<Deps, 'launchpads'>, rows: readonly Row[]): Row[] =>
  rows.filter(({ platform }) => launchpads.ids.includes(platform) && launchpads.facts(platform).graduates)

/** Writes graduation and event in one commit; false when they were written before. */
async function recordGraduation(deps: Pick<Deps, Exclude<GraduationNeeds, 'log'>>, mint: Mint): Promise<boolean> {
  const { storage, clock, policy, launchpads } = deps
  const nowMs = clock.nowMs()
  return storage.transaction(async (tx) => {
    const coin = await tx.coins.graduate(mint, nowMs)
    if (!coin) return false
    const launchpadUrl = launchpads.facts(coin.platform).coinUrl(mint)
    await recordEvent(deps, tx, {
      type: 'coin.graduated',
      mint,
      keyId: coin.keyId,
      data: {
        cluster: policy.cluster,
        platform: coin.platform,
        mint,
        name: coin.name,
        ticker: coin.ticker,
        launchpadUrl,
        coinUrl: coinPageUrl(policy.baseUrl, mint),
        graduatedAt: iso(nowMs),
      },
    })
    return true
  })
}
