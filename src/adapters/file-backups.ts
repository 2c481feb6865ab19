import { mkdirSync, readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { type UnixMs, unixMs } from '../domain/brands.ts'
import { StorageFault } from '../ports/storage/storage-fault.ts'
import type { Backup, Backups } from '../ports/machine/backups.ts'

const NAME = /^service-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z\.db$/
/** Leftovers of a killed backup: see storage/backup/copy-sqlite.ts. */
const UNFINISHED = /^service-\d{8}T\d{6}Z\.db\.partial$/

/** The file name of a backup made at that time; names sort by time. */
export const backupName = (atMs: UnixMs): string => `service-${new Date(atMs).toISOString().replaceAll(/[-:]|\.\d{3}/g, '')}.db`

/** The backups in a folder, newest first; none when there is no such folder. */
export function listBackups(folder: string): Backup[] {
  return namesIn(folder)
    .filter((name) => NAME.test(name))
    .toSorted()
    .reverse()
    .map((name) => ({ name, atMs: timeOf(name), bytes: statSync(join(folder, name)).size }))
}

/**
 * Backups as files of one folder (0700), the newest `keep` of them. `copy` is a command that gets the file to create: a process of its
 * own, since copying a large database would block this one.
 */
export function createFileBackups(options: {
  readonly folder: string
  readonly keep: number
  /** Free space that a backup leaves for the database itself. */
  readonly spareBytes?: number
  readonly freeBytes?: () => number | null
  /** The expected size of the next one. */
  readonly bytesOf?: () => number
  readonly copy: { readonly command: readonly string[]; readonly env: Readonly<Record<string, string>> }
}): Backups {
  const { folder, keep, copy, spareBytes = 0, freeBytes = () => null, bytesOf = () => 0 } = options
  return {
    list: async () => listBackups(folder),
    async make(nowMs) {
      mkdirSync(folder, { recursive: true, mode: 0o700 })
      for (const name of namesIn(folder)) if (UNFINISHED.test(name)) rmSync(join(folder, name), { force: true })
      const [free, needed] = [freeBytes(), bytesOf()]
      if (free !== null && free - needed < spareBytes) {
        const cause = new Error(`a backup takes ${mib(needed)} MiB, ${mib(free)} are free, and ${mib(spareBytes)} are left alone`)
        throw new StorageFault('storage_full', { cause })
      }
      const name = backupName(nowMs)
      const child = Bun.spawn([...copy.command, join(folder, name)], { env: copy.env, stdout: 'ignore', stderr: 'pipe' })
      const [code, output] = await Promise.all([child.exited, new Response(child.stderr).text()])
      if (code !== 0) throw new Error(`the copy ended with code ${code}: ${output.trim().slice(0, 500)}`)
      const made = statSync(join(folder, name))
      for (const old of listBackups(folder).slice(keep)) rmSync(join(folder, old.name), { force: true })
      return { name, atMs: timeOf(name), bytes: made.size }
    },
  }
}

const mib = (bytes: number): number => Math.ceil(bytes / 1_048_576)

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return []
    throw error
  }
}

function timeOf(name: string): UnixMs {
  const [year, month, day, hour, minute, second] = NAME.exec(name)!.slice(1).map(Number)
  return unixMs(Date.UTC(year!, month! - 1, day, hour, minute, second))
}
