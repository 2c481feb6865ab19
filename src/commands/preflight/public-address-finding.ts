import { abortAfter } from '../../adapters/abort-after.ts'
import { readConfig } from '../../config/read-config.ts'
import type { Environment } from '../../config/environment.ts'
import type { Finding } from '../../domain/operator/finding.ts'
import type { MachineTime } from '../../ports/clock.ts'

const ANSWER_MS = 10_000

/**
 * Whether a service that is ready answers at BASE_URL, asked as clients ask it: by its name, with its certificate verified.
 * @throws ConfigError when the settings are refused
 */
export async function publicAddressFinding({ timers }: Pick<MachineTime, 'timers'>, env: Environment): Promise<Finding> {
  const { baseUrl } = readConfig(env).server
  const fix = 'start the service and its proxy, and let the name of BASE_URL point to this machine'
  try {
    const answer = await fetch(`${baseUrl}/readyz`, { signal: abortAfter(timers, ANSWER_MS), redirect: 'manual' })
    const { ok, detail } = (await answer.json()) as { ok?: unknown; detail?: unknown }
    if (ok === true) return { level: 'ok', text: `the service answers at ${baseUrl}, and is ready` }
    return { level: 'fail', text: `${baseUrl} is not ready: ${typeof detail === 'string' ? detail : `status ${answer.status}`}`, fix }
  } catch (error) {
    const why = error instanceof Error && 'code' in error ? ` (${String(error.code)})` : ''
    return { level: 'fail', text: `no service answers at ${baseUrl}${why}`, fix }
  }
}
