import { readConfig } from '../config/read-config.ts'
import { readSecretKey } from '../config/secret-key.ts'
import type { Environment } from '../config/environment.ts'
import { shownHost } from '../domain/webhooks/webhook.ts'
import { resealEndpoints } from '../features/webhooks/reseal-endpoints.ts'
import { createSecretBox } from '../lib/secret-box.ts'
import { print } from './print.ts'
import { withDeps } from './with-deps.ts'

/**
 * `keys reseal`: seals with the present key what SECRET_KEY_PREVIOUS sealed, while services run. Killed at any moment, it goes on with
 * the next call. Where neither key opens what is needed it says which, and changes nothing.
 */
export async function reseal(env: Environment): Promise<number> {
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
