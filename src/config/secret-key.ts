import { chmodSync, existsSync, linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from './read-config.ts'
import { isMemory } from './embedded-database.ts'
import { randomBase62 } from '../lib/bytes.ts'

/** False while the first start has yet to make one. */
export const hasSecretKey = (config: Config): boolean =>
  config.secretKey !== null || isMemory(config) || existsSync(join(config.dataDir, 'secret.key'))

/** Makes the sealing key on the first start. What is sealed with it cannot be opened without it: it belongs in the backup. */
export function keepSecretKey(config: Config): void {
  const file = join(config.dataDir, 'secret.key')
  if (hasSecretKey(config)) return
  // Whole or not at all: half a key on a full disk would be taken for the key at the next start.
  const making = `${file}.new`
  rmSync(making, { force: true })
  try {
    writeFileSync(making, randomBase62(64), { mode: 0o600, flag: 'wx', flush: true })
    chmodSync(making, 0o600)
    linkSync(making, file)
  } catch (error) {
    if (!existsSync(file)) throw error
  } finally {
    rmSync(making, { force: true })
  }
}

/** The sealing key: the configured one, or the one that the first start made. */
export const readSecretKey = (config: Config): string =>
  config.secretKey?.reveal() ?? (isMemory(config) ? 'memory' : readFileSync(join(config.dataDir, 'secret.key'), 'utf8'))
