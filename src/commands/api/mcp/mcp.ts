import { parseArgs } from 'node:util'
import { callService, keyFor, SERVICE_OPTIONS } from '../call-service.ts'
import { CommandMisused } from '../command-misused.ts'
import { readSigner } from '../read-secret.ts'
import { createPostMessage } from './post-message.ts'
import { relayMessages } from './relay-messages.ts'
import type { Environment } from '../../../config/environment.ts'

/**
 * `mcp [--keypair KEYPAIR]`: MCP on standard input and output for a program on this machine, over the service's POST /mcp. With a
 * keypair it has tools that launch and lock with its signature, which is made here: the secret is sent to nobody.
 * @throws CommandMisused for other arguments
 */
export async function mcp(args: readonly string[], env: Environment): Promise<number> {
  const { values } = parseArgs({ args: [...args], options: { ...SERVICE_OPTIONS, keypair: { type: 'string' } } })
  const work: Parameters<typeof callService>[2] = async ({ url, say }) => {
    if (values.key === '-' || values.keypair === '-')
      throw new CommandMisused('Standard input carries the messages: name files of secrets.')
    const signer = values.keypair === undefined ? null : await readSigner(values.keypair)
    const post = createPostMessage(url, await keyFor(env, url, values.key))
    say(`MCP of ${url}${signer ? `, signing as ${signer.address}` : ''}`)
    const write = (message: object) => void process.stdout.write(`${JSON.stringify(message)}\n`)
    await relayMessages(Bun.stdin.stream(), { post, signer, write })
    return 0
  }
  return callService(env, values, work, { withoutKey: true })
}
