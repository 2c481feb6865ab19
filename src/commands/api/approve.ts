import { parseArgs } from 'node:util'
import { approveDryRun, dataOf } from '../../../clients/typescript/src/agent-launch-client.ts'
import { percentText } from './amount-text.ts'
import { callService, SERVICE_OPTIONS } from './call-service.ts'
import { CommandMisused } from './command-misused.ts'
import { readSigner } from './read-secret.ts'
import type { Environment } from '../../config/environment.ts'

/**
 * `approve DRY_RUN_ID --with KEYPAIR`: shows the plan, and approves it as the wallet of the keypair.
 * @throws CommandMisused for other arguments
 */
export async function approve(args: readonly string[], env: Environment): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { ...SERVICE_OPTIONS, with: { type: 'string' } },
  })
  const work: Parameters<typeof callService>[2] = async ({ client, say, answer, table }) => {
    const [id] = positionals
    if (id === undefined || positionals.length > 1 || values.with === undefined) {
      throw new CommandMisused('Say approve DRY_RUN_ID --with KEYPAIR, a file or - for standard input.')
    }
    const { plan } = dataOf(await client.GET('/api/agent/launch/dry-run/{id}', { params: { path: { id } } }))
    say(`${plan.name} (${plan.ticker})`)
    table(
      ['role', 'handle', 'share', 'wallet'],
      plan.shareholders.map(({ role, handle, bps, wallet }) => [role, handle, percentText(bps), wallet]),
    )
    const approved = dataOf(await approveDryRun(client, id, await readSigner(values.with)))
    const count = `${approved.approvals.length} of ${approved.approvalsRequired} approvals`
    answer(approved, [approved.approved ? `Approved by ${approved.approvedByWallet}.` : `Not approved yet: ${count}.`])
    return 0
  }
  return callService(env, values, work, { withoutKey: true, quotes: true })
}
