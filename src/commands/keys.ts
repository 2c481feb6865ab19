import { readSecretKey } from '../config/secret-key.ts'
import { shownHost } from '../domain/webhooks/webhook.ts'
import { resealEndpoints } from '../features/webhooks/reseal-endpoints.ts'
import { createSecretBox } from '../lib/secret-box.ts'
import { fstatSync, statSync, writeSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { readConfig } from '../config/read-config.ts'
import type { KeyId } from '../domain/brands.ts'
import { AppError } from '../domain/errors.ts'
import { NO_BOUNDS } from '../domain/keys/key-bounds.ts'
import { LIMITS } from '../domain/limits.ts'
import { BY_COMMAND } from '../domain/operator/operator-act.ts'
import { mintKey } from '../features/keys/mint-key.ts'
import { revokeKey } from '../features/keys/revoke-key.ts'
import type { Deps } from '../ports/deps.ts'
import { print } from './print.ts'
import { withDeps } from './with-deps.ts'
import type { Environment } from '../config/environment.ts'

/** `keys mint LABEL`, `keys list`, `keys revoke ID`, `keys reseal`: for the operator on the machine, without the operator key. */
export async function keys(args: readonly string[], env: Environment): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      'launches-per-hour': { type: 'string' },
      'require-approval': { type: 'boolean', default: false },
      ops: { type: 'boolean', default: false },
    },
  })
  const [action, subject] = positionals
  if (action === 'reseal') return reseal(env)
  const launchesPerHour = Number(values['launches-per-hour'] ?? LIMITS.launchesPerHourDefault)
  if (!Number.isInteger(launchesPerHour) || launchesPerHour < 1 || launchesPerHour > LIMITS.launchesPerHourMax) {
    return refuse(`--launches-per-hour must be a whole number from 1 to ${LIMITS.launchesPerHourMax}.`)
  }
  if (action === 'mint' && (subject ?? '').length < LIMITS.keyLabelMin) return refuse('keys mint needs a LABEL of at least 2 characters.')
  if (action === 'revoke' && !subject) return refuse('keys revoke needs the ID of a key, as `keys list` shows it.')

  if (action !== 'mint' && action !== 'list' && action !== 'revoke') return refuse('Say keys mint, keys list, keys revoke or keys reseal.')
  return withDeps({ env, config: readConfig(env) }, `keys ${action}`, async (deps) => {
    if (action === 'mint') {
      const request = {
        agentName: null,
        model: null,
        referral: null,
        bounds: NO_BOUNDS,
        launchesPerHour,
        requireApproval: values['require-approval'],
        ops: values.ops,
      }
      if (nobodyReads()) return failed('Standard output is closed or /dev/null, and the key is shown once: nothing was minted.')
      const { key, text } = await mintKey(deps, BY_COMMAND, { label: subject!, ...request })
      try {
        // Synchronously: a key that cannot be shown is revoked.
        writeSync(1, `${key.id}  ${text.reveal()}\nShown this once: only its hash is stored.\n`)
        return 0
      } catch (error) {
        await revokeKey(deps, BY_COMMAND, key.id)
        return failed(`The key cannot be shown (${(error as NodeJS.ErrnoException).code}): ${key.id} is revoked again.`)
      }
    }
    if (action === 'list') return list(deps)
    const revoked = await revokeKey(deps, BY_COMMAND, subject as KeyId).catch(notFound)
    if (!revoked) return refuse(`There is no active key ${subject}.`)
    print(`${revoked.id} is revoked.`)
    return 0
  })
}

/** Null in the place of the refusal. */
function notFound(error: unknown): null {
  if (error instanceof AppError && error.code === 'key_not_found') return null
  throw error
}

async function list({ storage }: Pick<Deps, 'storage'>): Promise<number> {
  let cursor: string | null = null
  do {
    const page = await storage.keys.list({ limit: 100, cursor })
    for (const key of page.rows) {
      const flags = [key.active ? 'active' : 'revoked', ...(key.requireApproval ? ['approval'] : []), ...(key.ops ? ['ops'] : [])].join(',')
      print(
        `${key.id}  ${key.fingerprint}  ${flags.padEnd(16)} ${String(key.launchesPerHour).padStart(3)}/h  ${new Date(key.createdAtMs).toISOString()}  ${key.label}`,
      )
    }
    cursor = page.nextCursor
  } while (cursor !== null)
  return 0
}

/** True where standard output is closed, which the runtime replaces by /dev/null, or is /dev/null. */
function nobodyReads(): boolean {
  try {
    const [output, none] = [fstatSync(1), statSync('/dev/null')]
    return output.isCharacterDevice() && output.rdev === none.rdev
  } catch {
    return true
  }
}

const refuse = (problem: string): number => ended(problem, 2)
const failed = (problem: string): number => ended(problem, 1)

function ended(problem: string, code: number): number {
  process.stderr.write(`${problem}\n`)
  return code
}

/**
 * `keys reseal`: seals with the present key what SECRET_KEY_PREVIOUS sealed, while services run. Killed at any moment, it goes on with
 * the next call. Where neither key opens what is needed it says which, and changes nothing.
 */
async function reseal(env: Environment): Promise<number> {
  const config = readConfig(env)
  const { previousSecretKey } = config.data
  if (previousSecretKey === null) {
    process.stderr.write('keys reseal needs SECRET_KEY_PREVIOUS, the key from before, beside the new one.\n')
    return 2
  }
  return withDeps({ env, config }, 'keys reseal', async (deps) => {
    const key = readSecretKey(config.data)
    const purpose = 'webhook-secrets'
    const boxes = { own: createSecretBox(key, purpose), both: createSecretBox(key, purpose, previousSecretKey) }
    const { lost, resealed } = await resealEndpoints(deps, boxes)
    if (lost === null) {
      print(`${resealed} endpoint(s) are sealed with the new key. Without other services on the old one, SECRET_KEY_PREVIOUS can go.`)
      return 0
    }
    for (const endpoint of lost) print(`${endpoint.id}  ${shownHost(endpoint)}`)
    process.stderr.write(
      `Neither key opens the secrets of ${lost.length} endpoint(s): nothing was changed. Bring back the key that sealed them, or remove them with webhooks forget --yes.\n`,
    )
    return 1
  })
}
