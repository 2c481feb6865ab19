import type { UnixMs } from '../../domain/brands.ts'
import { shouldHaveBought } from '../../domain/buyback.ts'
import { OWN_LIMITS } from '../../domain/limits/own-limits.ts'
import { ledgerDifference } from '../../domain/ledger/ledger-difference.ts'
import type { Deps } from '../../ports/deps.ts'
import { readBudgets } from '../budgets/read-budgets.ts'
import { createCachedProbe } from '../readyz/cached-probe.ts'
import { createOpenWork } from './open-work.ts'
import { recordJobRun } from './record-job-run.ts'
import { createWalletBalances } from './wallet-balances.ts'

/** A scrape waits at most this long for a slow chain or storage; most scrape every 15 s or more. */
const PROBE = { keepMs: 10_000, waitMs: 1_000 } as const

type MetricsDeps = Pick<
  Deps,
  'storage' | 'disk' | 'clock' | 'metrics' | 'policy' | 'launchpads' | 'crankPayers' | 'buybackPayer' | 'payments'
>

/**
 * Updates the gauges and returns every metric in Prometheus' text format. The gauges of a part that does not answer keep their values; a
 * balance becomes NaN.
 */
export function createMetricsReader(deps: MetricsDeps): () => Promise<string> {
  const { storage, disk, clock, metrics, policy } = deps
  const backlog = createCachedProbe(deps, () => storage.webhooks.backlog(clock.nowMs()), PROBE)
  const databaseBytes = createCachedProbe(deps, () => storage.bytes(), PROBE)
  const jobs = createCachedProbe(deps, () => storage.scheduledRuns.list(), PROBE)
  const budgets = createCachedProbe(deps, () => readBudgets(policy, storage, clock), PROBE)
  const ledgers = createCachedProbe(deps, () => storage.ledger.listWallets(), PROBE)
  const buybacks = createCachedProbe(deps, () => storage.buybacks.listOf('treasury', OWN_LIMITS.buybackMintsMax), PROBE)
  const balances = createWalletBalances(deps)
  const recordOpenWork = createOpenWork(deps)

  const recordOutbox = async () => {
    const found = await backlog()
    if (!found) return
    const age = (sinceMs: UnixMs | null) => (sinceMs === null ? 0 : Math.max(0, clock.nowMs() - sinceMs) / 1_000)
    metrics.set('svc_outbox_pending', {}, found.pending)
    metrics.set('svc_outbox_oldest_seconds', {}, age(found.oldestAtMs))
    metrics.set('svc_outbox_overdue_seconds', {}, age(found.overdueSinceMs))
  }
  const recordDiskSpace = async () => {
    const [bytes, free] = [await databaseBytes(), disk.freeBytes()]
    if (bytes !== null) metrics.set('svc_database_bytes', {}, bytes)
    if (free !== null) metrics.set('svc_data_dir_free_bytes', {}, free)
    metrics.set('svc_storage_full', {}, Number(storage.isFull() || disk.shortage() !== null))
  }
  const recordJobs = async () => {
    for (const { name, lastStartedAtMs, lastFinishedAtMs, lastOutcome, nextRunAtMs } of (await jobs()) ?? []) {
      const failed = lastOutcome?.startsWith('failed') ?? false
      recordJobRun(deps, { job: name, startedAtMs: lastStartedAtMs, finishedAtMs: lastFinishedAtMs, failed, nextRunAtMs })
    }
  }
  const recordBudgets = async () => {
    for (const { budget, spentAtomic, leftAtomic } of (await budgets()) ?? []) {
      const labels = { budget: budget.budgetName, currency: budget.currency }
      metrics.set('svc_wallet_budget_spent_atomic', labels, spentAtomic)
      metrics.set('svc_wallet_budget_left_atomic', labels, leftAtomic)
    }
  }
  const recordLedgers = async () => {
    for (const state of (await ledgers()) ?? []) {
      const { wallet, chainId: chain, currency } = state
      const difference = ledgerDifference(state)
      if (difference)
        metrics.set('svc_ledger_difference_atomic', { wallet, chain, currency }, BigInt(`${difference.sign}${difference.amountAtomic}`))
    }
  }
  const recordBuybacks = async () => {
    const runs = (await buybacks()) ?? []
    const last = runs.filter(({ dueAtMs }) => dueAtMs === runs[0]?.dueAtMs)
    if (last.some(({ finishedAtMs }) => finishedAtMs !== null))
      metrics.set('svc_buyback_last_run_failed', {}, Number(last.some(shouldHaveBought)))
  }
  const recordBalances = async () => {
    for (const { role, platform, wallet, currency, balanceAtomic } of await balances()) {
      metrics.set('svc_wallet_balance_atomic', { role, wallet, platform, currency }, balanceAtomic ?? Number.NaN)
    }
  }

  return async () => {
    metrics.set('svc_build_info', { commit: policy.buildCommit, cluster: policy.cluster }, 1)
    await Promise.all([
      recordOutbox(),
      recordDiskSpace(),
      recordJobs(),
      recordBudgets(),
      recordLedgers(),
      recordBuybacks(),
      recordBalances(),
      recordOpenWork(),
    ])
    return metrics.text()
  }
}
