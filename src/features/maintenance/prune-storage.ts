import { type UnixMs, unixMs } from '../../domain/brands.ts'
import { HOUR_MS, LIMITS } from '../../domain/limits.ts'
import { OWN_LIMITS } from '../../domain/limits/own-limits.ts'
import type { Deps } from '../../ports/deps.ts'
import { prunePictures } from '../plan/keep-picture.ts'

/** Yields to requests between batches. */
const BREATH_MS = 5
/** Rows that one statement removes: a few milliseconds, however many there are. */
const ROWS_AT_ONCE = 100

const ago = (nowMs: UnixMs, ms: number) => unixMs(nowMs - ms)

/**
 * Deletes expired rows: dry-runs (a day after expiry, so that "expired" can be told from "unknown"), offers (an hour after), unused
 * pictures, signatures, replays, old deliveries, old entries of the operator's log, unused keys. The freed space is returned to the disk.
 * @see docs/bounded-state.md
 */
export async function pruneStorage(deps: Pick<Deps, 'storage' | 'clock'>): Promise<void> {
  const { storage, clock } = deps
  const nowMs = clock.nowMs()
  const passes = [
    (limit: number) => storage.dryRuns.prune(ago(nowMs, OWN_LIMITS.dryRunRetentionMs), limit),
    (limit: number) => storage.launchOffers.prune(ago(nowMs, HOUR_MS), limit),
    (limit: number) => storage.signatures.prune(nowMs, limit),
    () => storage.leases.prune(nowMs),
    (limit: number) => storage.idempotency.prune(nowMs, limit),
    (limit: number) => storage.spending.prune(ago(clock.machineMs(), OWN_LIMITS.spendingLogRetentionMs), limit),
    (limit: number) => storage.payments.prune(ago(nowMs, LIMITS.idempotencyReplayMs), limit),
    (limit: number) => storage.webhooks.prune(ago(nowMs, OWN_LIMITS.webhookLogRetentionMs), limit),
    (limit: number) =>
      storage.events.prune(
        { monthMs: ago(nowMs, OWN_LIMITS.webhookLogRetentionMs), dayMs: ago(nowMs, OWN_LIMITS.webhookDryRunLogMs) },
        limit,
      ),
    (limit: number) => storage.payments.forgetRejected(ago(clock.machineMs(), OWN_LIMITS.paymentRejectedRetentionMs), limit),
    (limit: number) => storage.jobs.pruneCancelled(ago(nowMs, OWN_LIMITS.jobCancelledRetentionMs), limit),
    (limit: number) =>
      storage.operatorLog.prune({ beforeMs: ago(nowMs, OWN_LIMITS.operatorLogRetentionMs), most: OWN_LIMITS.operatorLogMax }, limit),
    (limit: number) =>
      storage.keys.prune({ unusedBeforeMs: ago(nowMs, OWN_LIMITS.keyUnusedMs), idleBeforeMs: ago(nowMs, OWN_LIMITS.keyIdleMs), limit }),
  ]
  for (const prune of passes) while ((await prune(ROWS_AT_ONCE)) >= ROWS_AT_ONCE) await clock.sleep(BREATH_MS)
  await prunePictures(deps)
  await storage.giveBack(() => clock.sleep(BREATH_MS))
}
