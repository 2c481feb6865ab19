import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from './config.ts'
import { isMemory } from './embedded-database.ts'
import { randomBase62 } from './lib/bytes.ts'

/** Makes the sealing key on the first start. What is sealed with it cannot be opened without it: it belongs in the backup. */
export function keepSecretKey(config: Config): void {
  const file = join(config.dataDir, 'secret.key')
  if (config.secretKey !== null || isMemory(config) || existsSync(file)) return
  writeFileSync(file, randomBase62(64), { mode: 0o600, flag: 'wx' })
  chmodSync(file, 0o600)
}

/** The sealing key: the configured one, or the one that the first start made. */
export const readSecretKey = (config: Config): string =>
  config.secretKey?.reveal() ?? (isMemory(config) ? 'memory' : readFileSync(join(config.dataDir, 'secret.key'), 'utf8'))
