import { existsSync } from 'node:fs'
import { HeldByAnother } from '../adapters/hold-file.ts'
import { inspectStorage } from '../adapters/storage/storage.ts'
import { compose } from '../compose.ts'
import type { Config } from '../config/config.ts'
import { embeddedFile } from '../config/embedded-database.ts'
import { holdData } from '../hold-data.ts'
import { hasSecretKey } from '../config/secret-key.ts'
import { dataFindings } from './doctor/storage-findings.ts'
import { refuseFailures } from './start-refused.ts'
import { createLogger } from '../lib/logger.ts'
import type { Deps } from '../ports/deps.ts'
import { StorageFault } from '../ports/storage/storage-fault.ts'
import { createSystemClock } from '../adapters/system-clock.ts'

/** As long as a server that starts may take to bring its database forward. */
const WAIT_MS = 5_000
const LOOK_MS = 100

/**
 * Does the work of a command on the data of this configuration, beside a service that may be running on it: nothing that the
 * service holds is touched, and the database is brought forward only while nobody serves it.
 * `newKey` says that a lost sealing key is given up.
 * @throws StartRefused when the sealing key is missing, HeldByAnother while a backup is put in its place, or when a server of
 * an earlier version runs on it
 */
export async function withDeps<Result>(
  config: Config,
  command: string,
  work: (deps: Deps) => Promise<Result>,
  { newKey = false }: { readonly newKey?: boolean } = {},
): Promise<Result> {
  const clock = createSystemClock()
  const held = holdData({ clock }, config.data, 'use', command)
  try {
    // A new sealing key is made for a new database, and never beside secrets that another one sealed.
    if (!newKey && !hasSecretKey(config.data)) refuseFailures(await dataFindings({ clock }, config.data))
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

/** Holds the data alone where the database has to be made or brought forward; null where it is ready. */
async function prepare({ clock }: Pick<Deps, 'clock'>, config: Config, command: string) {
  const endMs = clock.elapsedMs() + WAIT_MS
  for (;;) {
    if (await isReady({ clock }, config)) return null
    try {
      return holdData({ clock }, config.data, 'serve', command)
    } catch (error) {
      // A server that has just started is at it.
      if (!(error instanceof HeldByAnother) || clock.elapsedMs() > endMs) throw error
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
    // Whoever makes it has it to itself for a moment.
    if (error instanceof StorageFault && error.code === 'storage_unavailable') return false
    throw error
  }
}
