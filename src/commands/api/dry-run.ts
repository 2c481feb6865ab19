import { parseArgs } from 'node:util'
import { callService, oneFromStdin, SERVICE_OPTIONS } from './call-service.ts'
import { launchFile, showPlan } from './launch-file.ts'
import { readSigner } from './read-secret.ts'
import type { Environment } from '../../config/environment.ts'

/** `dry-run FILE`: what a launch will do and cost; spends nothing. With `--launcher` it is the plan of `launch` with that file. */
export async function dryRun(args: readonly string[], env: Environment): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { ...SERVICE_OPTIONS, launcher: { type: 'string' }, picture: { type: 'string' } },
  })
  const work: Parameters<typeof callService>[2] = async (call) => {
    const { key, launcher, picture } = values
    oneFromStdin([positionals[0], key, launcher])
    const file = await launchFile(positionals[0], picture)
    const launcherPubkey = launcher === undefined ? {} : { launcherPubkey: (await readSigner(launcher)).address }
    const plan = await showPlan(call, { ...launcherPubkey, ...file })
    call.answer(plan, [`Approve at ${plan.approvalUrl}`, plan.tip])
    return 0
  }
  return callService(env, values, work, { quotes: true })
}
