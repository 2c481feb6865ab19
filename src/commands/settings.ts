import { parseArgs } from 'node:util'
import { environmentFile } from '../config/settings-texts.ts'
import type { SecretMark } from '../config/variable.ts'
import { ALL_VARIABLES } from '../config/variables.ts'
import { print } from './print.ts'
import type { Environment } from '../config/environment.ts'

/**
 * `settings [--env | --agree]`: every variable with its value; secrets are only shown as set. With --agree, the replicas of this database
 * have to have from now on what is set here.
 */
export async function settings(args: readonly string[], env: Environment): Promise<number> {
  const { values } = parseArgs({
    args: [...args],
    options: { env: { type: 'boolean', default: false }, agree: { type: 'boolean', default: false } },
  })
  if (values.agree) return agree(env)
  if (values.env) process.stdout.write(environmentFile())
  else
    for (const { name, default: otherwise, meaning, secret } of ALL_VARIABLES)
      print(lines(name, otherwise, meaning, shown(name, env[name], secret)))
  return 0
}

async function agree(env: Environment): Promise<number> {
  const { readConfig } = await import('../config/read-config.ts')
  const { withSampleSettings } = await import('./sample/sample-settings.ts')
  const { agreedSettingsOf } = await import('../config/checks/agreed-settings.ts')
  const { withDeps } = await import('./with-deps.ts')
  const config = readConfig(withSampleSettings(env))
  return withDeps({ env, config }, 'settings --agree', async ({ storage }) => {
    const fingerprints = agreedSettingsOf(config)
    await storage.agreedSettings.replace(fingerprints)
    print(`Replicas that start from now on need ${Object.keys(fingerprints).join(', ')} as they are set here: restart those that run.`)
    return 0
  })
}

/** Hashes of keys, which can be guessed where a key can. */
const HASHES: ReadonlySet<string> = new Set(['OPS_KEY_HASHES', 'OPERATOR_KEYS'])

const lines = (name: string, otherwise: string, meaning: string, value: string | null): string =>
  `${name}${value === null ? '' : ` = ${value}`}\n    ${meaning.replaceAll('`', '')}\n    default: ${otherwise}`

function shown(name: string, value: string | undefined, secret: SecretMark | undefined): string | null {
  const text = value?.trim() ?? ''
  if (text === '') return null
  return secret || HASHES.has(name) ? '[set, not shown]' : text
}
