import { abortAfter } from '../../adapters/abort-after.ts'
import { createSystemTimers } from '../../adapters/system-timers.ts'
import { existsSync, mkdtempSync, rmdirSync, statfsSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { nextRunsAtMs } from '../../adapters/cron-pattern.ts'
import { listBackups } from '../../adapters/file-backups.ts'
import type { Config } from '../../config/config.ts'
import { backupFolder, embeddedFile } from '../../config/embedded-database.ts'
import { whoServesData } from '../../lock-data.ts'
import type { Finding } from '../../domain/operator/finding.ts'
import { MIB_BYTES } from '../../lib/bytes.ts'
import { ownAddress } from '../own-address.ts'
import type { Deps } from '../../ports/deps.ts'
import type { UnixMs } from '../../domain/brands.ts'
import { HOUR_MS, MINUTE_MS } from '../../domain/limits.ts'

const FREE_MIN_BYTES = 100 * MIB_BYTES
/** Enough for a backup and an hour of writes beside the database. */
const FREE_TIMES = 3
const ANSWER_MS = 2_000

/** Checks of this machine: the folder, its free space, the sealing key, the backups, and whether the service runs. */
export async function hostFindings({ clock }: Pick<Deps, 'clock'>, config: Config): Promise<Finding[]> {
  const folder = folderFinding(config.data)
  // Further checks need a usable folder.
  if (folder.level === 'fail') return [folder, await serviceFinding(config.server)]
  return [
    folder,
    ...holderFindings(config.data),
    ...spaceFindings(config.data),
    ...secretKeyFindings(config.data),
    backupFinding(config.data, clock.nowMs()),
    await serviceFinding(config.server),
  ]
}

function folderFinding({ dataDir }: Config['data']): Finding {
  const folder = resolve(dataDir)
  const there = existsSync(folder)
  if (there && !statSync(folder).isDirectory())
    return { level: 'fail', text: `DATA_DIR (${folder}) is a file`, fix: 'remove it, or set DATA_DIR to another folder' }
  if (!takesFolders(there ? folder : nearestFolder(folder))) {
    const fix = 'chown it to the user that runs the service, or set DATA_DIR to a folder on a disk'
    return { level: 'fail', text: `DATA_DIR (${folder}) cannot be ${there ? 'written' : 'made'}`, fix }
  }
  if (!there) return { level: 'ok', text: `DATA_DIR (${folder}) is made on first start` }
  if ((statSync(folder).mode & 0o077) === 0) return { level: 'ok', text: `DATA_DIR (${folder}) can be written, and is its owner’s alone` }
  return { level: 'warn', text: `others on this machine can look into DATA_DIR (${folder})`, fix: `chmod 700 ${folder}` }
}

/** True where a folder could be made in this one: permissions alone do not say it (/proc, a full disk), so that one is made and removed. */
function takesFolders(folder: string): boolean {
  try {
    rmdirSync(mkdtempSync(join(folder, '.doctor-')))
    return true
  } catch {
    return false
  }
}

/** The existing folder in which missing ones would be created. */
function nearestFolder(folder: string): string {
  let above = dirname(folder)
  while (!existsSync(above)) above = dirname(above)
  return above
}

function spaceFindings(data: Config['data']): Finding[] {
  if (!existsSync(data.dataDir)) return []
  const { bavail, bsize } = statfsSync(data.dataDir)
  const file = embeddedFile(data)
  const used = file !== null && existsSync(file) ? statSync(file).size : 0
  const free = bavail * bsize
  const text = `DATA_DIR has ${Math.round(free / MIB_BYTES)} MiB free; the database takes ${Math.ceil(used / MIB_BYTES)} MiB`
  const least = Math.max(FREE_MIN_BYTES, data.diskFreeMinBytes)
  if (free < least)
    return [{ level: 'fail', text, fix: 'make room: below DISK_FREE_MIN_MIB nothing new is begun, and launches are refused' }]
  if (free < FREE_TIMES * used) return [{ level: 'warn', text, fix: 'make room for a backup, or lower BACKUP_KEEP' }]
  return [{ level: 'ok', text }]
}

function secretKeyFindings({ dataDir, secretKey }: Config['data']): Finding[] {
  if (secretKey !== null) return [{ level: 'ok', text: 'webhook secrets are sealed with SECRET_KEY' }]
  const file = join(dataDir, 'secret.key')
  if (!existsSync(file)) return existsSync(dataDir) ? [] : [{ level: 'ok', text: 'the sealing key is made on first start' }]
  const fix = `chmod 600 ${file}`
  return (statSync(file).mode & 0o077) === 0
    ? [{ level: 'ok', text: 'secret.key is its owner’s alone; keep a copy of it apart from the backups' }]
    : [{ level: 'warn', text: 'others on this machine can read secret.key, which opens webhook secrets', fix }]
}

function backupFinding(data: Config['data'], nowMs: UnixMs): Finding {
  if (embeddedFile(data) === null) return { level: 'ok', text: 'no embedded database: PostgreSQL is backed up with its own tools' }
  const byHand = 'make one now: `agent-launch backup`'
  const [newest, ...older] = listBackups(backupFolder(data))
  const pattern = data.backupCron
  if (pattern === null) {
    const fix = 'unset BACKUP_CRON, or see to it that something else runs `agent-launch backup`'
    return { level: 'warn', text: 'scheduled backups are switched off', fix }
  }
  const [nextAtMs, afterNextAtMs] = nextRunsAtMs(pattern, 2, nowMs)
  const comes = `the next comes at ${iso(nextAtMs)}`
  if (!newest) return { level: 'warn', text: `there is no backup yet; ${comes}`, fix: byHand }
  const ageMs = nowMs - newest.atMs
  const text = `${1 + older.length} backup(s), the newest (${newest.name}, ${Math.ceil(newest.bytes / MIB_BYTES)} MiB) is ${hours(ageMs)} old; ${comes}`
  const periodMs = nextAtMs === undefined || afterNextAtMs === undefined ? Infinity : afterNextAtMs - nextAtMs
  if (ageMs <= 2 * periodMs) return { level: 'ok', text }
  return { level: 'warn', text, fix: `see job backup below and in the log for why; ${byHand}` }
}

/** The process that serves this data, by its lock. */
function holderFindings(data: Config['data']): Finding[] {
  const other = whoServesData(data)
  if (other === null) return []
  const text =
    other.holder === null
      ? 'a process that has not said who it is'
      : `process ${other.holder.pid} on ${other.holder.host} since ${other.holder.since}`
  return [{ level: 'ok', text: `this data is served by ${text}${other.holder?.url ? `, at ${other.holder.url}` : ''}` }]
}

/** Asks the service itself, on its listening address. */
async function serviceFinding(server: Config['server']): Promise<Finding> {
  const url = ownAddress(server)
  try {
    // The certificate is not verified: it is for the public name, and this connects by the machine's own address.
    const answer = await fetch(`${url}/readyz`, { signal: abortAfter(createSystemTimers(), ANSWER_MS), tls: { rejectUnauthorized: false } })
    const { ok, detail } = (await answer.json()) as { ok?: unknown; detail?: unknown }
    if (ok === true) return { level: 'ok', text: `the service runs at ${url}, and is ready` }
    if (typeof detail === 'string')
      return { level: 'warn', text: `${url}: ${detail}`, fix: 'see its log, and what is said of that part here' }
  } catch (error) {
    const refused = error instanceof Error && 'code' in error && /^(ConnectionRefused|ECONNREFUSED)$/.test(String(error.code))
    if (refused) return { level: 'ok', text: `the service does not run: nothing listens at ${url}` }
  }
  return {
    level: 'warn',
    text: `something else answers at ${url}, or the service hangs`,
    fix: 'free the port or set PORT; or restart the service',
  }
}

const iso = (timeMs: UnixMs | undefined): string => (timeMs === undefined ? 'no time' : new Date(timeMs).toISOString())
const hours = (ms: number): string =>
  ms < 2 * HOUR_MS ? `${Math.max(0, Math.round(ms / MINUTE_MS))} min` : `${Math.round(ms / HOUR_MS)} h`
