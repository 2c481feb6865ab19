import { Cron } from 'croner'
import { unixMs } from '../domain/brands.ts'
import { HOUR_MS, LIMITS } from '../domain/limits.ts'
import { settleDue } from '../features/operations/settle-operation.ts'
import type { Deps } from '../ports/deps.ts'

/** Every clocked job of the service: each calls a use case, and never twice at once. */
const JOBS: readonly { readonly name: string; readonly pattern: string; readonly run: (deps: Deps) => Promise<unknown> }[] = [
  { name: 'settle', pattern: '*/3 * * * * *', run: (deps) => settleDue(deps) },
  { name: 'prune', pattern: '17 * * * * *', run: prune },
]

/** A running schedule. */
export interface Schedule {
  stop(): void
}

/** Starts every job. One that fails is logged, and runs again at its next time. */
export function startSchedule(deps: Deps): Schedule {
  const jobs = JOBS.map(
    ({ name, pattern, run }) =>
      new Cron(
        pattern,
        { protect: true, catch: (error) => deps.log.error('job failed', { job: name, error }) },
        async () => void (await run(deps)),
      ),
  )
  return { stop: () => jobs.forEach((job) => job.stop()) }
}

/** Removes what is over: expired dry-runs (a day later, so that "expired" can be told from "unknown"), signatures, replays, old deliveries. */
async function prune({ storage, clock }: Deps): Promise<void> {
  const nowMs = clock.nowMs()
  await storage.dryRuns.prune(unixMs(nowMs - 24 * HOUR_MS))
  await storage.signatures.prune(nowMs)
  await storage.idempotency.prune(nowMs)
  await storage.webhooks.prune(unixMs(nowMs - LIMITS.webhookLogMs))
}
