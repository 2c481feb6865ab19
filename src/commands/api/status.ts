import { parseArgs } from 'node:util'
import { dataOf, waitForLaunch } from '../../../clients/typescript/src/agent-launch-client.ts'
import { amountText, percentText } from './amount-text.ts'
import { callService, EXIT, SERVICE_OPTIONS, type ServiceCall } from './call-service.ts'
import { CommandMisused } from './command-misused.ts'
import type { Environment } from '../../config/environment.ts'

/**
 * `status MINT` reads a coin from the chain; `status LAUNCH_ID` waits until that launch has ended.
 * @throws CommandMisused for other arguments
 */
export async function status(args: readonly string[], env: Environment): Promise<number> {
  const { values, positionals } = parseArgs({ args: [...args], allowPositionals: true, options: SERVICE_OPTIONS })
  const work: Parameters<typeof callService>[2] = async (call) => {
    const [subject] = positionals
    if (subject === undefined || positionals.length > 1) throw new CommandMisused('Say status MINT, or status LAUNCH_ID.')
    return subject.startsWith('op_') ? launchStatus(call, subject) : coinStatus(call, subject)
  }
  return callService(env, values, work, { quotes: true })
}

async function launchStatus({ client, say, answer }: ServiceCall, launchId: string): Promise<number> {
  say(`Waiting for ${launchId} to end …`)
  const row = await waitForLaunch(client, launchId)
  if (!row) {
    process.stderr.write('This key has no launch of that id.\n')
    return EXIT.refused
  }
  const { state, mint, ticker, failure } = row
  answer(row, [`${ticker}  ${mint}  ${state}`, ...(failure ? [`${failure.detail} (${failure.code})`] : [])])
  return state === 'locked' ? 0 : state === 'unlocked' ? EXIT.notLocked : EXIT.refused
}

async function coinStatus({ client, answer, table }: ServiceCall, mint: string): Promise<number> {
  const coin = dataOf(await client.GET('/api/agent/status/{mint}', { params: { path: { mint } } }))
  const { stage, feeShareLocked, accrued, shareholders, tip } = coin
  answer(coin, [
    `${coin.coin.name} (${coin.coin.ticker})  ${mint}`,
    `${stage}; fees ${feeShareLocked ? 'locked' : 'not locked'}; ${amountText(accrued)} to pay out`,
    tip,
  ])
  table(
    ['role', 'handle', 'share', 'wallet'],
    shareholders.map(({ role, handle, bps, wallet }) => [role, handle, percentText(bps), wallet]),
  )
  return feeShareLocked ? 0 : EXIT.notLocked
}
