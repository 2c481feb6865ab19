import { parseArgs } from 'node:util'
import { readConfig } from '../config/read-config.ts'
import { shownHost } from '../domain/webhooks/webhook.ts'
import { endpoints } from '../features/webhooks/reseal-endpoints.ts'
import { endpointsOfOtherKey } from './doctor/storage-findings.ts'
import { print } from './print.ts'
import { withDeps } from './with-deps.ts'
import type { Environment } from '../config/environment.ts'

/**
 * `webhooks forget [--yes]`: after the loss of the sealing key. Lists the endpoints whose secrets the current key does not open, and
 * deletes them with --yes; their receivers have to register again.
 */
export async function webhooks(args: readonly string[], env: Environment): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { yes: { type: 'boolean', default: false } },
  })
  if (positionals.join(' ') !== 'forget') {
    process.stderr.write('Say webhooks forget [--yes], or webhooks listen.\n')
    return 2
  }
  const config = readConfig(env)
  return withDeps(
    { env, config },
    'webhooks forget',
    async ({ storage }) => {
      const lost = endpointsOfOtherKey(config.data, await Array.fromAsync(endpoints(storage)))
      for (const endpoint of lost) print(`${endpoint.id}  ${shownHost(endpoint)}`)
      if (values.yes) for (const { id } of lost) await storage.webhooks.delete(id)
      print(values.yes ? `${lost.length} endpoint(s) are removed.` : `${lost.length} endpoint(s); nothing was removed. --yes removes them.`)
      return 0
    },
    { newKey: true },
  )
}
