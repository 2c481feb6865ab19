import { statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { createDisk, freeIn } from '../adapters/disk.ts'
import { createFileBackups } from '../adapters/file-backups.ts'
import type { Config } from './read-config.ts'
import { type Disk, noDisk } from '../ports/disk.ts'
import type { Backups } from '../ports/backups.ts'

const SQLITE = 'sqlite:'

/** True when nothing is kept beyond the process. */
export const isMemory = (config: Config): boolean => config.databaseUrl.reveal() === 'sqlite::memory:'

/** The file of the embedded database; null for PostgreSQL and for one in memory. */
export function embeddedFile(config: Config): string | null {
  const url = config.databaseUrl.reveal()
  return url.startsWith(SQLITE) && !isMemory(config) ? url.slice(SQLITE.length) : null
}

/** The disk of the embedded database, and of what is beside it. */
export function diskOf(config: Config): Disk {
  const file = embeddedFile(config)
  return file === null ? noDisk : createDisk({ folders: [config.dataDir, dirname(file)], minFreeBytes: config.room.diskFreeMinBytes })
}

/** Where scheduled backups are kept. */
export const backupFolder = ({ dataDir }: Config): string => join(dataDir, 'backups')

/** Backups of the embedded database, made by this executable's own `backup` command, which is told the database and nothing else. */
export function backupsOf(config: Config, { fromSource }: { readonly fromSource: boolean }): Backups | null {
  const file = embeddedFile(config)
  if (file === null) return null
  const source = fromSource ? [Bun.fileURLToPath(new URL('../main.ts', import.meta.url))] : []
  const copy = { command: [process.execPath, ...source, 'backup'], env: { DATABASE_URL: config.databaseUrl.reveal() } }
  return createFileBackups({
    folder: backupFolder(config),
    keep: config.backupKeep,
    spareBytes: config.room.diskFreeMinBytes,
    freeBytes: () => freeIn(config.dataDir),
    bytesOf: () => statSync(file).size,
    copy,
  })
}
