import { unixMs } from '../../domain/brands.ts'
import { HOUR_MS, LIMITS } from '../../domain/limits.ts'
import type { Deps } from '../../ports/deps.ts'
import { prunePictures } from '../plan/keep-picture.ts'

/** Whoever waits for an answer gets it in between. */
const BREATH_MS = 5
const KEYS_AT_ONCE = 500
const JOBS_AT_ONCE = 200

const ago = (nowMs: number, ms: number) => unixMs(nowMs - ms)

/**
 * Removes what is over: expired dry-runs (a day later, so that "expired" can be told from "unknown") and offers (an hour later),
 * pictures that nobody needs, signatures, replays, old deliveries, keys that nobody uses. The room goes back to the disk.
 * @see docs/kept.md
 */
export async function pruneStorage(deps: Pick<Deps, 'storage' | 'clock'>): Promise<void> {
  const { storage, clock } = deps
  const nowMs = clock.nowMs()
  await storage.dryRuns.prune(ago(nowMs, LIMITS.dryRunKeptMs))
  await storage.launchOffers.prune(ago(nowMs, HOUR_MS))
  await prunePictures(deps)
  await storage.signatures.prune(nowMs)
  await storage.idempotency.prune(nowMs)
  await storage.spending.prune(unixMs(clock.machineMs() - LIMITS.spendingLogMs))
  await storage.payments.prune(unixMs(nowMs - LIMITS.idempotencyReplayMs))
  await storage.webhooks.prune(unixMs(nowMs - LIMITS.webhookLogMs))
  await storage.payments.forgetRejected(unixMs(clock.machineMs() - LIMITS.paymentRejectedMs))
  await storage.jobs.pruneCancelled(ago(nowMs, LIMITS.jobCancelledMs), JOBS_AT_ONCE)
  await storage.keys.prune({
    unusedBeforeMs: ago(nowMs, LIMITS.keyUnusedMs),
    idleBeforeMs: ago(nowMs, LIMITS.keyIdleMs),
    limit: KEYS_AT_ONCE,
  })
  await storage.giveBack(() => clock.sleep(BREATH_MS))
}
