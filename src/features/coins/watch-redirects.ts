import { unixMs } from '../../domain/brands.ts'
import { iso } from '../../domain/json.ts'
import { MINUTE_MS } from '../../domain/limits.ts'
import { OWN_LIMITS } from '../../domain/limits/own-limits.ts'
import { coinPageUrl } from '../../domain/results/coin-page-url.ts'
import type { Mint } from '../../domain/brands.ts'
import type { Deps } from '../../ports/deps.ts'
import type { SplitRedirect } from '../../ports/launchpad/fee-share.ts'
import type { ScheduledJob } from '../../ports/scheduled-job.ts'
import type { LockedSplit } from '../../ports/storage/scheduling/coin-passes.ts'
import { recordEvent } from '../events/record-event.ts'
import { LOCKED_WAIT_MAX_MS, nextLook } from './next-look.ts'

type RedirectNeeds = 'storage' | 'launchpads' | 'clock' | 'policy' | 'ids' | 'log'

/** A lock whose height is not known is final by then. */
const FINAL_AFTER_MS = 10 * MINUTE_MS

/**
 * Records every locked coin whose fees its launchpad took from the split; one that nobody trades is read less and less, but within the
 * hour. What cannot be read is left as it is, and read again in the next pass.
 *
 * @throws the first error when no launchpad could be read
 */
export const watchRedirects: ScheduledJob<RedirectNeeds> = async (deps, { mayContinue }) => {
  const sums = { read: 0, redirected: 0 }
  const failures: unknown[] = []
  const nowMs = deps.clock.nowMs()
  let after: Mint | null = null
  for (;;) {
    const batch: readonly LockedSplit[] = await deps.storage.coinPasses.listSplits(after, { nowMs, limit: OWN_LIMITS.batchReadMax })
    if (batch.length === 0) break
    for (const [platform, splits] of byPlatform(deps, batch)) {
      try {
        const found = await (await deps.launchpads.get(platform)).feeShare?.readRedirects?.(splits)
        if (!found) continue
        sums.read += splits.length
        for (const redirect of found) if (await recordRedirect(deps, redirect)) sums.redirected += 1
        const looks = splits.map((last) => nextLook(last, { nowMs, waitMaxMs: LOCKED_WAIT_MAX_MS }))
        await deps.storage.coinPasses.keepLooks('split', looks, nowMs)
      } catch (error) {
        failures.push(error)
        deps.log.warn('splits not read', { platform, error })
      }
    }
    after = batch.at(-1)!.mint
    if (!(await mayContinue())) break
  }
  if (sums.read === 0 && failures.length > 0) throw failures[0]
  return `${sums.read} coins read, ${sums.redirected} redirected${failures.length === 0 ? '' : `; ${failures.length} reads failed`}`
}

/** Of launchpads that are enabled, those coins whose lock is final. */
function byPlatform({ launchpads, clock }: Pick<Deps, 'launchpads' | 'clock'>, batch: readonly LockedSplit[]): Map<string, LockedSplit[]> {
  const lockedBeforeMs = unixMs(clock.nowMs() - FINAL_AFTER_MS)
  const judged = batch.filter(({ lockHeight, launchedAtMs }) => lockHeight !== null || launchedAtMs <= lockedBeforeMs)
  return Map.groupBy(
    judged.filter(({ platform }) => launchpads.ids.includes(platform)),
    ({ platform }) => platform,
  )
}

/** Writes the redirect and its event in one commit; false when they were written before. */
async function recordRedirect(deps: Pick<Deps, RedirectNeeds>, { mint, to }: SplitRedirect): Promise<boolean> {
  const { storage, clock, policy, launchpads, log } = deps
  const atMs = clock.nowMs()
  const isNew = await storage.transaction(async (tx) => {
    const coin = await tx.coinPasses.redirect(mint, { atMs, to })
    if (!coin) return false
    await recordEvent(deps, tx, {
      type: 'coin.feesRedirected',
      mint,
      keyId: coin.keyId,
      data: {
        cluster: policy.cluster,
        platform: coin.platform,
        mint,
        name: coin.name,
        ticker: coin.ticker,
        launchpadUrl: launchpads.facts(coin.platform).coinUrl(mint),
        coinUrl: coinPageUrl(policy.baseUrl, mint),
        feesRedirected: { at: iso(atMs), to },
      },
    })
    return true
  })
  if (isNew) log.warn('the fees of a locked coin are redirected', { mint, to })
  return isNew
}
