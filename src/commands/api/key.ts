import { existsSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { dataOf } from '../../../clients/typescript/src/agent-launch-client.ts'
import { callService, SERVICE_OPTIONS } from './call-service.ts'
import { CommandMisused } from './command-misused.ts'
import { Secret } from '../../lib/secret.ts'
import { keepKey, keyFileOf } from './key-file.ts'
import type { Environment } from '../../config/environment.ts'

/** `key claim`: gets a key of the service and keeps it in a file; it is never shown. @throws CommandMisused for other arguments */
export async function key(args: readonly string[], env: Environment): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      ...SERVICE_OPTIONS,
      label: { type: 'string', default: 'agent' },
      'agent-name': { type: 'string' },
      model: { type: 'string' },
      'referral-code': { type: 'string' },
    },
  })
  const work: Parameters<typeof callService>[2] = async ({ url, client, answer }) => {
    if (positionals.join(' ') !== 'claim') throw new CommandMisused('Say key claim.')
    const file = values.key ?? keyFileOf(url, env)
    if (file === '-') throw new CommandMisused('--key names the file to keep the key in.')
    if (existsSync(file)) throw new CommandMisused(`There is a key in ${file} already: name another file with --key, or remove that one.`)
    const { label, model } = values
    const [agentName, referralCode] = [values['agent-name'], values['referral-code']]
    const body = { label, ...(agentName && { agentName }), ...(model && { model }), ...(referralCode && { referralCode }) }
    const { key: text, id, keyRow } = dataOf(await client.POST('/api/agent/keys/claim', { body }))
    keepKey(file, new Secret(text))
    answer({ ok: true, id, keyFile: file, keyRow }, [`The key ${id} of ${url} is in ${file}; nobody can show it again.`])
    return 0
  }
  return callService(env, values, work, { withoutKey: true })
}
