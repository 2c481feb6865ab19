import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Secret } from '../../lib/secret.ts'
import type { Environment } from '../../config/environment.ts'

/** Where the key of a service is kept: a file for each, so that none is sent to another service than its own. */
export function keyFileOf(url: string, env: Environment): string {
  const folder = env.XDG_CONFIG_HOME?.trim() || join(env.HOME?.trim() || '.', '.config')
  return join(folder, 'agent-launch', 'keys', new URL(url).host.replaceAll(/[^\w.-]/g, '_'))
}

/** Writes the key for its owner alone. @throws Error EEXIST when the file is there: a key is shown once */
export function keepKey(path: string, key: Secret<string>): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  writeFileSync(path, `${key.reveal()}\n`, { flag: 'wx', mode: 0o600 })
}
