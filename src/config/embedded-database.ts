import { statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { createDisk, freeIn } from '../adapters/disk.ts'
import { createFileBackups } from '../adapters/file-backups.ts'
import type { Config } from './config.ts'
import type { Clock, IdSource } from '../ports/clock.ts'
import { type Disk, noDisk } from '../ports/machine/disk.ts'
import type { Backups } from '../ports/machine/backups.ts'

const SQLITE = 'sqlite:'

/** True when the database is in memory. */
export const isMemory = (data: Config['data']): boolean => data.databaseUrl.reveal() === 'sqlite::memory:'

/** The file of the embedded database; null for PostgreSQL and for one in memory. */
export function embeddedFile(data: Config['data']): string | null {
  const url = data.databaseUrl.reveal()
  return url.startsWith(SQLITE) && !isMemory(data) ? url.slice(SQLITE.length) : null
}

/** The disk of the embedded database and the files beside it. */
export function diskOf({ clock, ids }: { readonly clock: Clock; readonly ids: IdSource }, data: Config['data']): Disk {
  const file = embeddedFile(data)
  if (file === null) return noDisk
  const folders = [data.dataDir, dirname(file)]
  return createDisk({ folders, minFreeBytes: data.diskFreeMinBytes, elapsedMs: clock.elapsedMs, randomBytes: ids.bytes })
}

/** Where scheduled backups are kept. */
export const backupFolder = ({ dataDir }: Config['data']): string => join(dataDir, 'backups')

/** Makes backups of the embedded database by running this executable's own `backup` command with no setting but the database. */
export function backupsOf(data: Config['data'], { fromSource }: { readonly fromSource: boolean }): Backups | null {
  const file = embeddedFile(data)
  if (file === null) return null
  const source = fromSource ? [Bun.fileURLToPath(new URL('../main.ts', import.meta.url))] : []
  const copy = { command: [process.execPath, ...source, 'backup'], env: { DATABASE_URL: data.databaseUrl.reveal() } }
  return createFileBackups({
    folder: backupFolder(data),
    keep: data.backupKeep,
    spareBytes: data.diskFreeMinBytes,
    freeBytes: () => freeIn(data.dataDir),
    bytesOf: () => statSync(file).size,
    copy,
  })
}
