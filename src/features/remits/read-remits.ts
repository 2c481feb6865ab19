import { unixMs } from '../../domain/brands.ts'
import type { Coin } from '../../domain/coin.ts'
import { HOUR_MS, MINUTE_MS } from '../../domain/limits.ts'
import { OWN_LIMITS } from '../../domain/limits/own-limits.ts'
import type { Deps } from '../../ports/deps.ts'
import type { Distribution, DistributionPage } from '../../ports/launchpad/fee-share.ts'
import type { RemitCursor } from '../../ports/storage/scheduling/coin-passes.ts'
import { recordDistribution } from '../crank/record-distribution.ts'
import type { ScheduledJob } from '../../ports/scheduled-job.ts'

const COINS_AT_ONCE = 20
const AGAIN_MS = HOUR_MS
const AFTER_FAILURE_MS = 10 * MINUTE_MS

type RemitNeeds = 'storage' | 'launchpads' | 'clock' | 'policy' | 'ids'

const NO_DISTRIBUTIONS: DistributionPage = { distributions: [], newest: null, before: null }

/**
 * Reads from the chain the new distributions of every locked coin, whoever sent them, and stores their remits. Each coin is read about
 * once an hour; a long history resumes where an interrupted run left it.
 */
export const readRemits: ScheduledJob<RemitNeeds | 'log'> = async (deps, { mayContinue }) => {
  const sums = { coins: 0, remits: 0, failed: 0 }
  for (;;) {
    const due = await deps.storage.coinPasses.listReadingsDue(deps.clock.nowMs(), COINS_AT_ONCE)
    if (due.length === 0) break
    for (const reading of due) {
      try {
        sums.remits += await readOn(deps, reading)
        sums.coins += 1
      } catch (error) {
        deps.log.warn('remits not read', { mint: reading.mint, error })
        sums.failed += 1
        await deps.storage.coinPasses.keepReading(reading, { ...reading, dueAtMs: unixMs(deps.clock.nowMs() + AFTER_FAILURE_MS) })
      }
    }
    if (!(await mayContinue())) break
  }
  return `${sums.coins} stretches read, ${sums.remits} new remits, ${sums.failed} failed`
}

/** Reads one page of a coin's history, newest first, and stores where the next one begins; returns how many remits were new. */
export async function readOn(deps: Pick<Deps, RemitNeeds>, cursor: RemitCursor): Promise<number> {
  const { mint, platform, readTo, newest, before } = cursor
  const { storage, launchpads, clock } = deps
  const coin = await storage.coins.find(mint)
  if (!coin) throw new Error(`coin ${mint} is due and not there`)
  const launchpad = await launchpads.get(platform)
  const range = { before, after: readTo, limit: OWN_LIMITS.batchReadMax }
  const page = (await launchpad.feeShare?.listDistributions(mint, range, coin)) ?? NO_DISTRIBUTIONS
  const added = await keepAll(deps, coin, page.distributions)
  const top = newest ?? page.newest
  const next =
    page.before === null
      ? { readTo: top ?? readTo, newest: null, before: null, dueAtMs: unixMs(clock.nowMs() + AGAIN_MS) }
      : { readTo, newest: top, before: page.before, dueAtMs: clock.nowMs() }
  // Where another process read on meanwhile, its cursor stays, and the next reading begins there.
  await storage.coinPasses.keepReading(cursor, next)
  return added
}

/** Oldest first, so that events are recorded in their order. */
async function keepAll(
  deps: Pick<Deps, Exclude<RemitNeeds, 'launchpads'>>,
  coin: Coin,
  distributions: readonly Distribution[],
): Promise<number> {
  let added = 0
  for (const distribution of distributions.toReversed()) {
    added += await deps.storage.transaction((tx) => recordDistribution(deps, tx, coin, distribution))
  }
  return added
}
