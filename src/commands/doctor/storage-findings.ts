import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { inspectStorage } from '../../adapters/storage/storage.ts'
import type { Config } from '../../config/config.ts'
import { OPERATOR_KEY_ID } from '../../domain/api-key.ts'
import type { UnixMs } from '../../domain/brands.ts'
import { UNFINISHED_STATES } from '../../domain/operation.ts'
import type { DataLock } from '../../adapters/lock-file.ts'
import { embeddedFile, isMemory } from '../../config/embedded-database.ts'
import { holdToRead } from '../../lock-data.ts'
import { createSecretBox } from '../../lib/secret-box.ts'
import { readSecretKey } from '../../config/secret-key.ts'
import type { Storage } from '../../ports/storage/storage.ts'
import type { ScheduledRun } from '../../ports/storage/scheduling.ts'
import type { Finding } from './finding.ts'
import { failureSentence } from '../failure-sentence.ts'
import { budgetFindings } from './budget-findings.ts'
import type { Deps } from '../../ports/deps.ts'

const LATE_MS = 120_000
/** The shortest lease is 10 s. */
const CLOCK_OFF_MS = 2_000
const CLOCK_WRONG_MS = 8_000
const STUCK_MS = 600_000
type Timed = Pick<Deps, 'clock'>

const PAGE = { limit: 100, cursor: null }

/** Checks of the database and of pending work. Changes nothing: the database is not even migrated. */
export const storageFindings = (deps: Timed, config: Config): Promise<Finding[]> =>
  inspected(deps, config.data, (storage) => currentFindings(deps, config, storage))

/**
 * Whether this configuration may serve the existing data: the database answers, belongs to this service and is no newer, and the sealing
 * key matches. `doctor` prints it, and `serve` starts only when none fails. Changes nothing.
 */
export const dataFindings = (deps: Timed, data: Config['data']): Promise<Finding[]> =>
  inspected(deps, data, async (storage) => keyOfDatabase(data, (await storage.webhooks.list(null, PAGE)).rows))

/** The findings of `look` in a migrated database; in an older one only those that serving needs. */
async function inspected(deps: Timed, data: Config['data'], look: (storage: Storage) => Promise<Finding[]>): Promise<Finding[]> {
  if (isMemory(data)) return [{ level: 'ok', text: 'nothing is kept: the database is in memory' }]
  const file = embeddedFile(data)
  if (file !== null && !existsSync(file)) return [{ level: 'ok', text: 'the database is made on first start' }]
  let held: DataLock | null = null
  try {
    held = holdToRead(deps, data, 'doctor')
    const { storage, missingSteps, clockAheadMs } = await inspectStorage(deps, data.databaseUrl)
    try {
      const clock = clockFindings(clockAheadMs)
      if (missingSteps.length === 0) return [...clock, ...(await look(storage))]
      // Its first version had no webhooks.
      const { rows } = await storage.webhooks.list(null, PAGE).catch(() => ({ rows: [] }))
      return [...clock, olderFinding(missingSteps, file === null), ...keyOfDatabase(data, rows)]
    } finally {
      await storage.close()
    }
  } catch (error) {
    return [{ level: 'fail', text: 'the database does not open, or does not answer', fix: failureSentence(error, process.env) }]
  } finally {
    held?.release()
  }
}

/** Replicas read leases by their own clocks: one whose clock is ahead takes over work that another is doing. */
export function clockFindings(aheadMs: number): Finding[] {
  if (Math.abs(aheadMs) < CLOCK_OFF_MS) return []
  const text = `the clock of this machine is ${Math.round(Math.abs(aheadMs) / 1_000)} s ${aheadMs > 0 ? 'ahead of' : 'behind'} the database’s: what one replica is at would be taken for given up by another`
  const level = Math.abs(aheadMs) < CLOCK_WRONG_MS ? 'warn' : 'fail'
  return [{ level, text, fix: 'switch time synchronisation on (systemd-timesyncd, chrony)' }]
}

const olderFinding = (missing: readonly string[], isPostgres: boolean): Finding => ({
  level: 'warn',
  text: `the database is of an earlier version: ${missing.join(', ')} will be applied when the service starts`,
  fix: `make a backup first: ${isPostgres ? 'pg_dump' : '`agent-launch backup`'}`,
})

async function currentFindings(deps: Timed, config: Config, storage: Storage): Promise<Finding[]> {
  const runs = await storage.scheduledRuns.list()
  return [
    { level: 'ok', text: 'the database answers and is up to date' },
    await quotaFinding(config.data, storage),
    ...(await directoryFindings(config.solana, storage)),
    ...(await approvalFindings(config.access, storage)),
    ...(await launchFindings(deps, storage)),
    ...(await webhookFindings(deps, config.data, storage)),
    ...(await refundFindings(storage)),
    ...(await budgetFindings(deps, config, storage)),
    ...runs.map((run) => runFinding(run, deps.clock.nowMs())),
  ]
}

/** How much of the quotas that callers share is used. */
async function quotaFinding({ pictureTotalBytes }: Config['data'], storage: Storage): Promise<Finding> {
  const mib = (bytes: number) => Math.ceil(bytes / 1_048_576)
  const { allBytes } = await storage.images.unused(OPERATOR_KEY_ID, '')
  const text = `the database takes ${mib(await storage.bytes())} MiB; pictures that wait for a launch take ${mib(allBytes)} of ${mib(pictureTotalBytes)} MiB`
  if (allBytes * 4 < pictureTotalBytes * 3) return { level: 'ok', text }
  return {
    level: 'warn',
    text,
    fix: 'pictures of unused dry-runs go within an hour; raise PICTURE_TOTAL_MIB if callers are refused (pictures_full)',
  }
}

async function directoryFindings({ rpcUrls }: Config['solana'], { kols }: Storage): Promise<Finding[]> {
  const { rows } = await kols.list({ limit: 1, cursor: null })
  if (rows.length > 0) return [{ level: 'ok', text: 'the directory has people to hire' }]
  const sample = rpcUrls.length === 0 ? ', or `agent-launch kols import --sample` for invented ones' : ''
  return [{ level: 'warn', text: 'the directory is empty: Autohire hires nobody', fix: `agent-launch kols import FILE${sample}` }]
}

/** An empty allowlist refuses everyone, so that no key that needs an approval could launch. */
async function approvalFindings({ approverWallets }: Config['access'], { keys }: Storage): Promise<Finding[]> {
  if (approverWallets.length > 0) return [{ level: 'ok', text: `${approverWallets.length} wallet(s) may approve` }]
  const { rows } = await keys.list(PAGE)
  const waiting = rows.filter(({ active, requireApproval }) => active && requireApproval).length
  const fix = 'set APPROVER_WALLETS to the wallets of those who may approve'
  return waiting > 0
    ? [{ level: 'fail', text: `${waiting} key(s) need approval and nobody can give it: they cannot launch`, fix }]
    : [{ level: 'warn', text: 'nobody can approve a dry-run', fix: `${fix}, if any key is to need approval` }]
}

async function launchFindings({ clock }: Timed, { operations }: Storage): Promise<Finding[]> {
  const { rows } = await operations.listLaunches(null, PAGE)
  const unfinished = rows.filter(({ state }) => (UNFINISHED_STATES as readonly string[]).includes(state))
  const stuck = unfinished.filter(({ createdAtMs }) => clock.nowMs() - createdAtMs > STUCK_MS)
  if (stuck.length === 0) return [{ level: 'ok', text: `${unfinished.length} launch(es) under way, none for more than 10 minutes` }]
  const text = `${stuck.length} launch(es) under way for more than 10 minutes: ${stuck.map(({ id }) => id).join(', ')}`
  const fix = 'start the service if it does not run; else see "operation not settled yet" in its log, which names what the chain lacks'
  return [{ level: 'warn', text, fix }]
}

/** Refunds that the operator owes to payers; nothing when none is due. */
async function refundFindings({ payments }: Storage): Promise<Finding[]> {
  const due = (await payments.countByState()).get('refund_due') ?? 0
  if (due === 0) return []
  return [{ level: 'warn', text: `${due} refund(s) are due to payers`, fix: '`agent-launch payments list --state refund_due` shows them' }]
}

async function webhookFindings({ clock }: Timed, data: Config['data'], { webhooks }: Storage): Promise<Finding[]> {
  const nowMs = clock.nowMs()
  const { pending, oldestAtMs, overdueSinceMs } = await webhooks.backlog(nowMs)
  const { rows } = await webhooks.list(null, PAGE)
  const off = rows.filter(({ disabled }) => disabled !== null).length
  const age = oldestAtMs === null ? '' : `, the oldest since ${new Date(oldestAtMs).toISOString()}`
  const text = `${pending} webhook deliveries wait${age}; ${off} of the newest ${rows.length} endpoint(s) are switched off`
  const neglected = overdueSinceMs !== null && nowMs - overdueSinceMs > LATE_MS
  const fix = 'start the service if it does not run; else look for "webhook" in its log'
  return [neglected ? { level: 'warn', text: `${text}; nobody sends them`, fix } : { level: 'ok', text }, ...keyOfDatabase(data, rows)]
}

/** Whether the configured sealing key opens the newest endpoints' secrets. */
function keyOfDatabase(data: Config['data'], endpoints: readonly { readonly id: string; readonly sealedSecret: string }[]): Finding[] {
  if (endpoints.length === 0) return []
  const fix =
    'bring back the SECRET_KEY or DATA_DIR/secret.key that belongs to this database; if it is lost for good, `agent-launch webhooks forget` removes what it sealed, and those receivers register anew'
  if (data.secretKey === null && !existsSync(join(data.dataDir, 'secret.key')))
    return [{ level: 'fail', text: 'secret.key is missing: webhooks cannot be signed', fix }]
  const closed = endpointsOfOtherKey(data, endpoints).length
  if (closed === 0) return [{ level: 'ok', text: 'the sealing key opens the webhook secrets' }]
  if (closed === endpoints.length)
    return [{ level: 'fail', text: 'the sealing key is not the one of this database: webhooks cannot be signed', fix }]
  return [{ level: 'warn', text: `${closed} of the newest ${endpoints.length} endpoint(s) were sealed with another key`, fix }]
}

/** The endpoints whose secrets the configured key does not open. */
export function endpointsOfOtherKey<Endpoint extends { readonly id: string; readonly sealedSecret: string }>(
  data: Config['data'],
  endpoints: readonly Endpoint[],
): Endpoint[] {
  const box = createSecretBox(readSecretKey(data), 'webhook-secrets')
  return endpoints.filter(({ id, sealedSecret }) => {
    try {
      box.open(sealedSecret, id)
      return false
    } catch {
      return true
    }
  })
}

/** The last run of a scheduled job. */
function runFinding({ name, lastStartedAtMs, lastFinishedAtMs, lastOutcome, nextRunAtMs }: ScheduledRun, nowMs: UnixMs): Finding {
  const time = (timeMs: number | null) => (timeMs === null ? 'never' : new Date(timeMs).toISOString())
  const text = `job ${name}: last run ${time(lastStartedAtMs)}, ended ${time(lastFinishedAtMs)} (${lastOutcome ?? 'no outcome yet'}), next ${time(nextRunAtMs)}`
  if (lastOutcome?.startsWith('failed'))
    return { level: 'warn', text, fix: 'see "job failed" in the service’s log for the error; the job runs again at its next time' }
  if (nextRunAtMs !== null && nowMs - nextRunAtMs > LATE_MS)
    return { level: 'warn', text: `${text}, which has passed`, fix: 'start the service; if it runs, see "job" in its log' }
  return { level: 'ok', text }
}
