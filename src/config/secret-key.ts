import { chmodSync, existsSync, linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from './config.ts'
import { isMemory } from './embedded-database.ts'
import type { IdSource } from '../ports/clock.ts'
import { Secret } from '../lib/secret.ts'

/** False until the first start has created one. */
export const hasSecretKey = (data: Config['data']): boolean =>
  data.secretKey !== null || isMemory(data) || existsSync(join(data.dataDir, 'secret.key'))

/**
 * Creates the sealing key on the first start; of several at once on one folder, the first to have written a whole one. Data sealed with it
 * cannot be opened without it: it belongs in the backup.
 */
export function keepSecretKey({ ids }: { readonly ids: IdSource }, data: Config['data']): void {
  const file = join(data.dataDir, 'secret.key')
  if (hasSecretKey(data)) return
  // Written atomically: a partial key on a full disk would be taken for the key at the next start.
  const making = `${file}.${ids.text(12)}.new`
  try {
    writeFileSync(making, ids.text(64), { mode: 0o600, flag: 'wx', flush: true })
    chmodSync(making, 0o600)
    linkSync(making, file)
  } catch (error) {
    if (!existsSync(file)) throw error
  } finally {
    rmSync(making, { force: true })
  }
}

/** The sealing key: configured, or created by the first start. */
export const readSecretKey = (data: Config['data']): Secret<string> =>
  data.secretKey ?? new Secret(isMemory(data) ? 'memory' : readFileSync(join(data.dataDir, 'secret.key'), 'utf8'))
