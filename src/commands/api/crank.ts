import { parseArgs } from 'node:util'
import { dataOf } from '../../../clients/typescript/src/agent-launch-client.ts'
import { amountText } from './amount-text.ts'
import { callService, oneFromStdin, SERVICE_OPTIONS } from './call-service.ts'
import { CommandMisused } from './command-misused.ts'
import { readSecret } from './read-secret.ts'
import type { Environment } from '../../config/environment.ts'

/** `crank MINT [--launcher KEYPAIR]`: pays out what has accrued to a coin's shareholders. @throws CommandMisused for other arguments */
export async function crank(args: readonly string[], env: Environment): Promise<number> {
  const options = { ...SERVICE_OPTIONS, launcher: { type: 'string' } } as const
  const { values, positionals } = parseArgs({ args: [...args], allowPositionals: true, options })
  return callService(env, values, async ({ client, answer, table }) => {
    const [mint] = positionals
    if (mint === undefined || positionals.length > 1) throw new CommandMisused('Say crank MINT.')
    oneFromStdin([values.key, values.launcher])
    const headers = values.launcher === undefined ? {} : { 'x-launcher-key': (await readSecret(values.launcher)).reveal() }
    const paid = dataOf(await client.POST('/api/agent/crank', { body: { mint }, headers }))
    const { signature, distributed, missing, remits, tip } = paid
    answer(paid, [
      signature === null
        ? `Nothing was paid out${missing ? `: ${amountText(missing)} more is needed` : ''}.`
        : `${amountText(distributed)} was paid out by ${signature}.`,
      tip,
    ])
    if (remits.length > 0) {
      table(
        ['role', 'handle', 'paid', 'wallet'],
        remits.map(({ role, handle, amount, wallet }) => [role, handle, amountText(amount), wallet]),
      )
    }
    return 0
  })
}
