import { parseArgs } from 'node:util'
import { callService, oneFromStdin, SERVICE_OPTIONS } from './call-service.ts'
import { launchFile, showPlan } from './launch-file.ts'
import type { Environment } from '../../config/environment.ts'

/** `dry-run FILE`: what a launch will do and cost; spends nothing. */
export async function dryRun(args: readonly string[], env: Environment): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { ...SERVICE_OPTIONS, picture: { type: 'string' } },
  })
  const work: Parameters<typeof callService>[2] = async (call) => {
    oneFromStdin([positionals[0], values.key])
    const plan = await showPlan(call, await launchFile(positionals[0], values.picture))
    call.answer(plan, [`Approve at ${plan.approvalUrl}`, plan.tip])
    return 0
  }
  return callService(env, values, work, { quotes: true })
}
