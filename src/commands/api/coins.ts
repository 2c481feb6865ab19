import { parseArgs } from 'node:util'
import { dataOf } from '../../../clients/typescript/src/agent-launch-client.ts'
import { amountText } from './amount-text.ts'
import { callService, SERVICE_OPTIONS } from './call-service.ts'
import { CommandMisused } from './command-misused.ts'
import type { Environment } from '../../config/environment.ts'

/** `coins [--limit N]`: the coins that were launched, newest first. @throws CommandMisused for other arguments */
export async function coins(args: readonly string[], env: Environment): Promise<number> {
  const { values } = parseArgs({ args: [...args], options: { ...SERVICE_OPTIONS, limit: { type: 'string', default: '20' } } })
  const work: Parameters<typeof callService>[2] = async ({ client, json, answer, table }) => {
    const limit = Number(values.limit)
    if (!Number.isInteger(limit) || limit < 1) throw new CommandMisused('--limit is a whole number, such as 20.')
    const page = dataOf(await client.GET('/api/coins', { params: { query: { limit } } }))
    if (json || page.coins.length === 0) {
      answer(page, ['No coin was launched yet.'])
      return 0
    }
    table(
      ['mint', 'ticker', 'name', 'fees', 'stage', 'paid out', 'launched'],
      page.coins.map(({ mint, ticker, name, feeShareLocked, status, paid, launchedAt }) => [
        mint,
        ticker,
        name,
        feeShareLocked ? 'locked' : 'open',
        status,
        amountText(paid),
        launchedAt.slice(0, 16),
      ]),
    )
    return 0
  }
  return callService(env, values, work, { withoutKey: true, quotes: true })
}
