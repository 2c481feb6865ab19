import { type AtomicUnits, type Mint, type UnixMs, unixMs } from '../../domain/brands.ts'
import { coinPageUrl } from '../../domain/results/coin-page-url.ts'
import { iso } from '../../domain/json.ts'
import { DAY_MS, MINUTE_MS } from '../../domain/limits.ts'
import { OWN_LIMITS } from '../../domain/limits/own-limits.ts'
import type { Deps } from '../../ports/deps.ts'
import type { LastLook } from '../../ports/storage/scheduling/coin-passes.ts'
import { recordEvent } from '../events/record-event.ts'
import { nextLook } from './next-look.ts'
import { readChain } from './read-chain.ts'
import type { ScheduledJob } from '../../ports/scheduled-job.ts'

type GraduationNeeds = 'storage' | 'launchpads' | 'clock' | 'policy' | 'ids' | 'log'

/** Longest wait for the next look at a coin that nobody trades. */
const WAIT_MAX_MS = 10 * MINUTE_MS
/** Where coins do not graduate. */
const NEVER_MS = 365 * DAY_MS

/**
 * Records the graduation of every coin whose pool exists. A complete curve is not enough: until it is migrated the coin cannot be traded.
 * Coins are read when they are due: the longer nothing was accrued, the less often.
 *
 * @see rules 3.3, 6
 */
export const watchGraduations: ScheduledJob<GraduationNeeds> = async (deps, { mayContinue }) => {
  const nowMs = deps.clock.nowMs()
  let [read, graduated] = [0, 0]
  for (;;) {
    const due = await deps.storage.coinPasses.listCurvesDue({ nowMs, limit: OWN_LIMITS.batchReadMax })
    if (due.length === 0) break
    const graduating = due.filter(({ platform }) => canGraduate(deps, platform))
    const seen = new Map((await readChain(deps, graduating)).map((coin) => [coin.mint, coin]))
    for (const { mint, stage } of seen.values()) if (stage === 'graduated' && (await recordGraduation(deps, mint))) graduated += 1
    const looks = due.map((last) => lookAfter(deps, last, { accruedAtomic: seen.get(last.mint)?.accruedAtomic, nowMs }))
    await deps.storage.coinPasses.keepLooks('curve', looks, nowMs)
    read += graduating.length
    if (!(await mayContinue())) return `${read} coins read, ${graduated} graduated; broken off`
  }
  return `${read} coins read, ${graduated} graduated`
}

/** Whether coins of this launchpad graduate, and it can be asked. */
const canGraduate = ({ launchpads }: Pick<Deps, 'launchpads'>, platform: string): boolean =>
  launchpads.ids.includes(platform) && launchpads.facts(platform).graduates

/** What is kept of a coin that was looked at. One that could not be read now counts as one to which nothing happened. */
function lookAfter(
  { launchpads }: Pick<Deps, 'launchpads'>,
  last: LastLook,
  seen: { accruedAtomic: AtomicUnits | undefined; nowMs: UnixMs },
) {
  const never = launchpads.ids.includes(last.platform) && !launchpads.facts(last.platform).graduates
  const next = nextLook(last, { ...seen, waitMaxMs: WAIT_MAX_MS })
  // Later than now, so that no pass lists a coin twice.
  return { ...next, dueAtMs: unixMs(never ? seen.nowMs + NEVER_MS : Math.max(next.dueAtMs, seen.nowMs + 1)) }
}

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
