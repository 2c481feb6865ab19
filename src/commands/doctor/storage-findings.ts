import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { RefusedDatabase } from '../../adapters/storage/migrations/refused-database.ts'
import { inspectStorage } from '../../adapters/storage/storage.ts'
import { asStorageFault } from '../../adapters/storage-faults.ts'
import type { Config } from '../../config/config.ts'
import type { DataLock } from '../../adapters/lock-file.ts'
import { policyOf } from '../../config/policy.ts'
import { embeddedFile, isMemory } from '../../config/embedded-database.ts'
import { holdToRead } from '../../lock-data.ts'
import { createSecretBox, opens } from '../../lib/secret-box.ts'
import { readSecretKey } from '../../config/secret-key.ts'
import type { Storage } from '../../ports/storage/storage.ts'
import { StorageFault } from '../../ports/storage/storage-fault.ts'
import { databaseClockFinding } from '../../domain/operator/clock-finding.ts'
import type { Finding } from '../../domain/operator/finding.ts'
import { stateFindings } from '../../features/findings/state-findings.ts'
import { verifyChain } from '../../features/operator-log/verify-chain.ts'
import { failureSentence } from '../failure-sentence.ts'
import type { Deps } from '../../ports/deps.ts'
import type { Environment } from '../../config/environment.ts'
import { agreedSettingsOf } from '../../config/checks/agreed-settings.ts'
import { agreementFindings } from './agreement-findings.ts'
import { FULL, serverFindings } from './server-findings.ts'

type Timed = Pick<Deps, 'clock'>
/** `env` is what a failure is explained by. */
type Explained = Timed & { readonly env: Environment }

const PAGE = { limit: 100, cursor: null }

/** Checks of the database and of pending work. Changes nothing: the database is not even migrated. */
export const storageFindings = (deps: Explained, config: Config): Promise<Finding[]> =>
  inspected(deps, config.data, (storage) => currentFindings(deps, config, storage))

/**
 * Whether this configuration may serve the existing data: the database answers, belongs to this service and is no newer, and the sealing
 * key matches. `doctor` prints it, and `serve` starts only when none fails. Changes nothing.
 */
export const dataFindings = (deps: Explained, config: Config): Promise<Finding[]> =>
  inspected(deps, config.data, async (storage) => [
    ...(await agreement(config, storage)),
    ...keyOfDatabase(config.data, (await storage.webhooks.list(null, PAGE)).rows),
  ])

/** Whether the settings are those of the other replicas; an embedded database has one. */
const agreement = async (config: Config, { exclusive, agreedSettings }: Storage): Promise<Finding[]> =>
  exclusive ? [] : agreementFindings(agreedSettingsOf(config), await agreedSettings.list())

/** The findings of `look` in a migrated database; in an older one only those that serving needs. */
async function inspected(deps: Explained, data: Config['data'], look: (storage: Storage) => Promise<Finding[]>): Promise<Finding[]> {
  if (isMemory(data)) return [{ level: 'ok', text: 'nothing is kept: the database is in memory' }]
  const file = embeddedFile(data)
  if (file !== null && !existsSync(file)) return [{ level: 'ok', text: 'the database is made on first start' }]
  let held: DataLock | null = null
  try {
    held = holdToRead(deps, data, 'doctor')
    const { storage, missingSteps, isNew, pooled, clockAheadMs, server, isFull } = await inspectStorage(deps, data.databaseUrl)
    try {
      const clock = databaseClockFinding(clockAheadMs)
      const outside = [...(clock ? [clock] : []), ...(pooled ? [POOLED] : []), ...(server ? serverFindings(server) : [])]
      if (missingSteps.length === 0) {
        const full = server?.readOnly === null && (await isFull())
        return [...outside, ...(full ? [FULL] : []), ...(await look(storage))]
      }
      if (isNew) return [...outside, { level: 'ok', text: 'the database is empty: its tables are made on first start' }]
      // Its first version had no webhooks.
      const { rows } = await storage.webhooks.list(null, PAGE).catch(() => ({ rows: [] }))
      return [...outside, olderFinding(missingSteps, file === null), ...keyOfDatabase(data, rows)]
    } finally {
      await storage.close()
    }
  } catch (error) {
    if (error instanceof RefusedDatabase) return [{ level: 'fail', text: error.reason, fix: error.fix }]
    const fault = asStorageFault(error)
    if (embeddedFile(data) === null && fault instanceof StorageFault && fault.code === 'storage_full') return [{ ...FULL, level: 'fail' }]
    return [{ level: 'fail', text: 'the database does not open, or does not answer', fix: failureSentence(error, deps.env) }]
  } finally {
    held?.release()
  }
}

const POOLED: Finding = {
  level: 'ok',
  text: 'the database is behind a pooler of transactions: limits are set with each of them, and no statement needs a session of its own',
}

const olderFinding = (missing: readonly string[], isPostgres: boolean): Finding => ({
  level: 'warn',
  text: `the database is of an earlier version: ${missing.join(', ')} will be applied when the service starts`,
  fix: `make a backup first: ${isPostgres ? 'pg_dump' : '`agent-launch backup`'}`,
})

async function currentFindings({ clock }: Timed, config: Config, storage: Storage): Promise<Finding[]> {
  return [
    { level: 'ok', text: 'the database answers and is up to date' },
    ...(await stateFindings({ clock, storage, policy: policyOf(config) })),
    await auditFinding(storage),
    ...(await agreement(config, storage)),
    ...keyOfDatabase(config.data, (await storage.webhooks.list(null, PAGE)).rows),
  ]
}

/** Whether the audit log is as the service wrote it. */
async function auditFinding({ operatorLog }: Storage): Promise<Finding> {
  const check = await verifyChain(operatorLog)
  if (check.fits) {
    const { number, hash } = check.last
    return { level: 'ok', text: `the audit log is whole: ${check.count} entries, and the last is number ${number} with the hash ${hash}` }
  }
  const { number, id, why } = check
  return {
    level: 'fail',
    text: `the audit log does not fit from entry ${number}${id === null ? '' : ` (${id})`} on: ${why}`,
    fix: 'somebody wrote into the database past the service: compare `GET /api/audit?format=csv` with copies and backups from before, and change its passwords',
  }
}

/** Whether the configured sealing key opens the newest endpoints' secrets. */
function keyOfDatabase(data: Config['data'], endpoints: readonly { readonly id: string; readonly sealedSecret: string }[]): Finding[] {
  if (endpoints.length === 0) return []
  const fix =
    'bring back the SECRET_KEY or DATA_DIR/secret.key that belongs to this database; if it is lost for good, `agent-launch webhooks forget` removes what it sealed, and those receivers register anew'
  if (data.secretKey === null && !existsSync(join(data.dataDir, 'secret.key')))
    return [{ level: 'fail', text: 'secret.key is missing: webhooks cannot be signed', fix }]
  const closed = endpointsOfOtherKey(data, endpoints).length
  const waiting = endpointsOfOtherKey({ ...data, previousSecretKey: null }, endpoints).length
  if (closed === 0 && waiting > 0) {
    const text = `${waiting} of the newest ${endpoints.length} endpoint(s) still need SECRET_KEY_PREVIOUS`
    return [{ level: 'warn', text, fix: 'run `agent-launch keys reseal`' }]
  }
  if (closed === 0) return [{ level: 'ok', text: 'the sealing key opens the webhook secrets' }]
  if (closed === endpoints.length)
    return [{ level: 'fail', text: 'the sealing key is not the one of this database: webhooks cannot be signed', fix }]
  return [{ level: 'warn', text: `${closed} of the newest ${endpoints.length} endpoint(s) were sealed with another key`, fix }]
}

/** The endpoints whose secrets the configured keys do not open. */
export function endpointsOfOtherKey<Endpoint extends { readonly id: string; readonly sealedSecret: string }>(
  data: Config['data'],
  endpoints: readonly Endpoint[],
): Endpoint[] {
  const box = createSecretBox(readSecretKey(data), 'webhook-secrets', data.previousSecretKey)
  return endpoints.filter(({ id, sealedSecret }) => !opens(box, sealedSecret, id))
}
