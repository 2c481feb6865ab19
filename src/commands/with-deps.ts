import { existsSync } from 'node:fs'
import { LockedByAnother } from '../adapters/lock-file.ts'
import { inspectStorage } from '../adapters/storage/storage.ts'
import { compose } from '../compose.ts'
import type { Config } from '../config/config.ts'
import { embeddedFile } from '../config/embedded-database.ts'
import { lockData } from '../lock-data.ts'
import { hasSecretKey } from '../config/secret-key.ts'
import { dataFindings } from './doctor/storage-findings.ts'
import { refuseFailures } from './start-refused.ts'
import { createLogger } from '../lib/logger.ts'
import type { Deps } from '../ports/deps.ts'
import { StorageFault } from '../ports/storage/storage-fault.ts'
import { createSystemClock } from '../adapters/system-clock.ts'
import type { Environment } from '../config/environment.ts'

/** How long a starting server may take to migrate its database. */
const WAIT_MS = 5_000
const LOOK_MS = 100

/**
 * Runs a command on the data of this configuration, also while a service runs on it: nothing that the service has leased is touched, and
 * the database is migrated only while nobody serves it. `newKey` allows replacing a lost sealing key.
 * @throws StartRefused when the sealing key is missing, LockedByAnother while a backup is being restored, or when a server of an earlier
 * version runs on it
 */
export async function withDeps<Result>(
  { env, config }: { readonly env: Environment; readonly config: Config },
  command: string,
  work: (deps: Deps) => Promise<Result>,
  { newKey = false }: { readonly newKey?: boolean } = {},
): Promise<Result> {
  const clock = createSystemClock()
  const held = lockData({ clock }, config.data, 'use', command)
  try {
    // A new sealing key is created for a new database only, never beside secrets that another key sealed.
    if (!newKey && !hasSecretKey(config.data)) refuseFailures(await dataFindings({ clock, env }, config))
    const alone = await prepare({ clock }, config, command)
    const quiet = createLogger({ level: 'silent', nowMs: clock.nowMs, write: () => {} })
    const { deps, close } = await compose(config, { log: quiet }).finally(() => alone?.release())
    try {
      return await work(deps)
    } finally {
      await close()
    }
  } finally {
    held.release()
  }
}

/** Takes the data's lock where the database has to be created or migrated; null where it is ready. */
async function prepare({ clock }: Pick<Deps, 'clock'>, config: Config, command: string) {
  const endMs = clock.elapsedMs() + WAIT_MS
  for (;;) {
    if (await isReady({ clock }, config)) return null
    try {
      return lockData({ clock }, config.data, 'serve', command)
    } catch (error) {
      // A server that has just started is migrating it.
      if (!(error instanceof LockedByAnother) || clock.elapsedMs() > endMs) throw error
      await clock.sleep(LOOK_MS)
    }
  }
}

async function isReady(deps: Pick<Deps, 'clock'>, config: Config): Promise<boolean> {
  const file = embeddedFile(config.data)
  if (file === null) return true
  if (!existsSync(file)) return false
  try {
    const { storage, missingSteps } = await inspectStorage(deps, config.data.databaseUrl)
    await storage.close()
    return missingSteps.length === 0
  } catch (error) {
    // Whoever creates it holds its lock for a moment.
    if (error instanceof StorageFault && error.code === 'storage_unavailable') return false
    throw error
  }
}
