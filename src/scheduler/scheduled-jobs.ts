import { createAlarmWatch } from '../features/alarms/alarm-watch.ts'
import { keepSignedIn, serveAcpJobs } from '../features/acp/serve-acp-jobs.ts'
import { burnEarnings } from '../features/buyback/burn-earnings.ts'
import { buybackJob } from '../features/buyback/run-buyback.ts'
import { sweepJobs } from '../features/jobs/sweep-jobs.ts'
import { resumeOperations } from '../features/operations/resume-operations.ts'
import { crankAllCoins } from '../features/crank/crank-all-coins.ts'
import type { PaymentDeps } from '../features/payments/move-payment.ts'
import { sweepPayments } from '../features/payments/sweep-payments.ts'
import { makeBackup } from '../features/maintenance/make-backup.ts'
import { checkDiskSpace } from '../features/maintenance/check-disk-space.ts'
import { pruneStorage } from '../features/maintenance/prune-storage.ts'
import { keepLedger } from '../features/ledger/keep-ledger.ts'
import { readRemits } from '../features/remits/read-remits.ts'
import { watchGraduations } from '../features/coins/watch-graduations.ts'
import { watchRedirects } from '../features/coins/watch-redirects.ts'
import { watchPrograms } from '../features/programs/watch-programs.ts'
import type { Policy } from '../ports/policy.ts'
import type { JobDeps, ScheduledJob } from '../ports/scheduled-job.ts'

/**
 * A scheduled job; one whose pattern is null is never due. With `randomDelay` it runs at an unpredictable moment between its time and the
 * next. One with `prepare` remembers something from run to run. One that is `leaderOnly` runs on one replica
 * at a time, and its runs are kept in the storage.
 */
export type ScheduledEntry = {
  readonly name: string
  readonly pattern: string | ((policy: Policy) => string | null)
  readonly randomDelay?: true
} & (
  | { readonly leaderOnly: true; readonly run: ScheduledJob }
  | { readonly leaderOnly: false; readonly run: (deps: JobDeps) => Promise<unknown> }
  | { readonly leaderOnly: false; readonly prepare: (deps: JobDeps) => () => Promise<unknown> }
)

/** Every scheduled job: each calls a use case, and runs at most once at a time in a process. */
export const SCHEDULED_JOBS: readonly ScheduledEntry[] = [
  { name: 'settle', pattern: '*/3 * * * * *', leaderOnly: false, run: (deps) => resumeOperations(deps) },
  // Indexes directory changes before a request needs them.
  { name: 'directory', pattern: '*/5 * * * * *', leaderOnly: false, run: ({ directory }) => directory.index() },
  { name: 'payments', pattern: '*/5 * * * * *', leaderOnly: false, run: sweep },
  { name: 'room', pattern: '*/5 * * * * *', leaderOnly: false, run: checkDiskSpace },
  { name: 'alarms', pattern: '*/30 * * * * *', leaderOnly: false, prepare: createAlarmWatch },
  { name: 'prune', pattern: '17 * * * * *', leaderOnly: false, run: pruneStorage },
  { name: 'crank', pattern: (policy) => policy.crankCron, leaderOnly: true, run: crankAllCoins },
  { name: 'buyback', pattern: (policy) => policy.buyback.cron, leaderOnly: true, randomDelay: true, run: buybackJob },
  { name: 'burn', pattern: '0 * * * *', leaderOnly: true, randomDelay: true, run: burnEarnings },
  { name: 'graduations', pattern: '*/20 * * * * *', leaderOnly: true, run: watchGraduations },
  { name: 'redirects', pattern: '50 */5 * * * *', leaderOnly: true, run: watchRedirects },
  {
    name: 'programs',
    pattern: ({ programGuard }) => (programGuard === 'off' ? null : '35 * * * * *'),
    leaderOnly: true,
    run: watchPrograms,
  },
  { name: 'backup', pattern: (policy) => policy.backupCron, leaderOnly: true, run: makeBackup },
  { name: 'jobs', pattern: '7,27,47 * * * * *', leaderOnly: true, run: sweepJobs },
  {
    name: 'acp',
    pattern: ({ budgetsInUse }) => (budgetsInUse.includes('acp') ? '*/10 * * * * *' : null),
    leaderOnly: true,
    run: serveAcpJobs,
  },
  { name: 'acp-sign-in', pattern: '*/30 * * * * *', leaderOnly: false, run: keepSignedIn },
  { name: 'remits', pattern: '40 * * * * *', leaderOnly: true, run: readRemits },
  { name: 'ledger', pattern: '55 * * * * *', leaderOnly: true, run: keepLedger },
]

/** Sweeps payments where the operator takes any. */
async function sweep(deps: Pick<JobDeps, keyof PaymentDeps>): Promise<void> {
  if (deps.payments) await sweepPayments({ ...deps, payments: deps.payments })
}
