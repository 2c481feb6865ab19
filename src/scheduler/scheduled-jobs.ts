import { buybackJob } from '../features/buyback/run-buyback.ts'
import { lookAfterJobs } from '../features/jobs/look-after-jobs.ts'
import { resumeOperations } from '../features/operations/resume-operations.ts'
import { crankAllCoins } from '../features/fee-share/crank-all-coins.ts'
import type { PaymentDeps } from '../features/payments/move-payment.ts'
import { sweepPayments } from '../features/payments/sweep-payments.ts'
import { makeBackup } from '../features/storage-care/make-backup.ts'
import { lookAfterRoom } from '../features/storage-care/look-after-room.ts'
import { pruneStorage } from '../features/storage-care/prune-storage.ts'
import { readRemits } from '../features/remits/read-remits.ts'
import { watchGraduations } from '../features/coins/watch-graduations.ts'
import type { Deps, Policy } from '../ports/deps.ts'
import type { ScheduledJob } from '../ports/scheduled-job.ts'

/**
 * A scheduled job; one whose pattern is null is never due. One that is `unforeseen` runs at a moment between its time and the
 * next that nobody outside can tell. One that is `leaderOnly` runs on one replica at a time, and its runs are kept in the storage.
 */
export type ScheduledEntry = {
  readonly name: string
  readonly pattern: string | ((policy: Policy) => string | null)
  readonly unforeseen?: true
} & (
  { readonly leaderOnly: true; readonly run: ScheduledJob } | { readonly leaderOnly: false; readonly run: (deps: Deps) => Promise<unknown> }
)

/** Every scheduled job of the service: each calls a use case, and never twice at once in a process. */
export const SCHEDULED_JOBS: readonly ScheduledEntry[] = [
  { name: 'settle', pattern: '*/3 * * * * *', leaderOnly: false, run: (deps) => resumeOperations(deps) },
  // What a KOL or the operator changed is ready for matching before a request asks for it.
  { name: 'directory', pattern: '*/5 * * * * *', leaderOnly: false, run: ({ directory }) => directory.index() },
  { name: 'payments', pattern: '*/5 * * * * *', leaderOnly: false, run: sweep },
  { name: 'room', pattern: '*/5 * * * * *', leaderOnly: false, run: lookAfterRoom },
  { name: 'prune', pattern: '17 * * * * *', leaderOnly: false, run: pruneStorage },
  { name: 'crank', pattern: (policy) => policy.crankCron, leaderOnly: true, run: crankAllCoins },
  { name: 'buyback', pattern: (policy) => policy.buyback.cron, leaderOnly: true, unforeseen: true, run: buybackJob },
  { name: 'graduations', pattern: '*/20 * * * * *', leaderOnly: true, run: watchGraduations },
  { name: 'backup', pattern: (policy) => policy.backupCron, leaderOnly: true, run: makeBackup },
  { name: 'jobs', pattern: '7,27,47 * * * * *', leaderOnly: true, run: lookAfterJobs },
  { name: 'remits', pattern: '40 * * * * *', leaderOnly: true, run: readRemits },
]

/** Looks after payments where any are taken. */
async function sweep(deps: Pick<Deps, keyof PaymentDeps>): Promise<void> {
  if (deps.payments) await sweepPayments({ ...deps, payments: deps.payments })
}
