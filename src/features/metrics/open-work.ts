import { OPERATION_KINDS } from '../../domain/operation.ts'
import { type ProgramRecord, programState } from '../../domain/operator/deployed-program.ts'
import { type UnixMs, unixMs } from '../../domain/brands.ts'
import { DAY_MS } from '../../domain/limits.ts'
import type { Deps } from '../../ports/deps.ts'
import { createCachedProbe } from '../readyz/cached-probe.ts'

/** A slow storage is waited for at most this long; it is asked at most every ten seconds. */
const PROBE = { keepMs: 10_000, waitMs: 1_000 } as const

/** Updates the gauges of what waits: operations, locks, refunds, redirects, programs. They stay while the storage does not answer. */
export function createOpenWork(deps: Pick<Deps, 'storage' | 'clock' | 'metrics'>): () => Promise<void> {
  const { storage, clock, metrics } = deps
  const unfinished = createCachedProbe(deps, () => readUnfinished(storage), PROBE)
  const unlocked = createCachedProbe(deps, () => readUnlocked(storage), PROBE)
  const redirected = createCachedProbe(deps, () => storage.coinPasses.countRedirectedSince(unixMs(clock.nowMs() - DAY_MS)), PROBE)
  const refundsDue = createCachedProbe(deps, async () => (await storage.payments.countByState()).get('refund_due') ?? 0, PROBE)
  const programs = createCachedProbe(deps, () => storage.programs.list(), PROBE)
  const ageSeconds = (sinceMs: UnixMs | null) => (sinceMs === null ? 0 : Math.max(0, clock.nowMs() - sinceMs) / 1_000)

  return async () => {
    const [work, open, lost, due, known] = await Promise.all([unfinished(), unlocked(), redirected(), refundsDue(), programs()])
    for (const { kind, count, oldestAtMs } of work ?? []) {
      metrics.set('svc_operations_under_way', { kind }, count)
      metrics.set('svc_operation_oldest_seconds', { kind }, ageSeconds(oldestAtMs))
    }
    if (open !== null) {
      metrics.set('svc_coins_unlocked', {}, open.count)
      metrics.set('svc_coin_unlocked_oldest_seconds', {}, ageSeconds(open.oldestAtMs))
    }
    if (lost !== null) metrics.set('svc_coins_redirected_lately', {}, lost)
    if (known !== null) recordDoubted(metrics, known)
    if (due !== null) metrics.set('svc_payments_refund_due', {}, due)
  }
}

/** Of each platform, so that a state that has passed is 0. */
function recordDoubted(metrics: Deps['metrics'], records: readonly ProgramRecord[]): void {
  for (const [platform, own] of Map.groupBy(records, (record) => record.platform))
    for (const state of ['changed', 'disputed'] as const)
      metrics.set('svc_programs_doubted', { platform, state }, own.filter((record) => programState(record) === state).length)
}

const readUnfinished = ({ operations }: Pick<Deps['storage'], 'operations'>) =>
  Promise.all(OPERATION_KINDS.map(async (kind) => ({ kind, ...(await operations.countUnfinished(kind)) })))

/** Coins without a locked split: how many, and since when the oldest. */
async function readUnlocked({ totals, coinPasses }: Pick<Deps['storage'], 'totals' | 'coinPasses'>) {
  const { coins, locked } = await totals.read()
  return { count: coins - locked, oldestAtMs: await coinPasses.oldestUnlockedAtMs() }
}
