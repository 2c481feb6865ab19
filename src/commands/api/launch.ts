import { parseArgs } from 'node:util'
import {
  approveDryRun,
  dataOf,
  launch as launchCoin,
  type LaunchRequest,
  type LaunchResponse,
  launchUnsigned,
  newSigner,
  waitForApproval,
} from '../../../clients/typescript/src/agent-launch-client.ts'
import type { Secret } from '../../lib/secret.ts'
import { callService, EXIT, oneFromStdin, SERVICE_OPTIONS, type ServiceCall } from './call-service.ts'
import { CommandMisused } from './command-misused.ts'
import { launchFile, showPlan } from './launch-file.ts'
import { readSecret, readSigner, signerIn } from './read-secret.ts'
import type { Environment } from '../../config/environment.ts'

const OPTIONS = {
  ...SERVICE_OPTIONS,
  launcher: { type: 'string' },
  mint: { type: 'string' },
  picture: { type: 'string' },
  'dry-run': { type: 'string' },
  'approve-with': { type: 'string' },
  unsigned: { type: 'boolean', default: false },
} as const

/**
 * `launch FILE --launcher KEYPAIR`: dry-run, approval where one is needed, launch. With `--unsigned` the transactions are signed
 * here and no secret is sent. The launch has the dry-run as its idempotency key, so that a call that was cut short is ended by
 * another one with `--dry-run ID`, and makes no second coin.
 * @throws CommandMisused for other arguments
 */
export async function launch(args: readonly string[], env: Environment): Promise<number> {
  const { values, positionals } = parseArgs({ args: [...args], allowPositionals: true, options: OPTIONS })
  const work: Parameters<typeof callService>[2] = async (call) => {
    const { launcher: launcherFile, mint: mintFile, unsigned } = values
    if (launcherFile === undefined)
      throw new CommandMisused('--launcher names the file of the launcher’s secret key, or - for standard input.')
    if (mintFile !== undefined && !unsigned) throw new CommandMisused('--mint is for launches with --unsigned.')
    oneFromStdin([positionals[0], values.key, launcherFile, mintFile, values['approve-with']])
    const file = await launchFile(positionals[0], values.picture)
    const secret = await readSecret(launcherFile)
    const launcher = await signerIn(secret)
    const body: LaunchRequest = { ...(launcher && { launcherPubkey: launcher.address }), ...file }
    const dryRunId = await plannedAs(call, body, values)
    call.say(unsigned ? 'Signing and launching …' : 'Launching …')
    const spent = { ...body, dryRunId }
    return show(call, await (unsigned ? unsignedly(call, spent, launcherFile, secret, mintFile) : custodially(call, spent, secret)))
  }
  return callService(env, values, work, { quotes: true })
}

/** The dry-run to launch: a new one unless one is named, and approved when it has to be. */
async function plannedAs(
  call: ServiceCall,
  body: LaunchRequest,
  values: { readonly 'dry-run'?: string | undefined; readonly 'approve-with'?: string | undefined },
): Promise<string> {
  const named = values['dry-run'] ?? body.dryRunId
  const plan = named === undefined ? await showPlan(call, body) : null
  const dryRunId = plan?.dryRunId ?? named!
  const approver = values['approve-with']
  const given = approver === undefined ? null : dataOf(await approveDryRun(call.client, dryRunId, await readSigner(approver)))
  if (given) call.say(`approved  by ${given.approvedByWallet ?? `${given.approvals.length} of ${given.approvalsRequired} approvers`}`)
  if (plan?.approvalRequired && given?.approved !== true) {
    call.say(`Waiting for an approver to sign at ${plan.approvalUrl} …`)
    const { approvedByWallet } = dataOf(await waitForApproval(call.client, dryRunId))
    if (approvedByWallet !== null) call.say(`approved  by ${approvedByWallet}`)
  }
  return dryRunId
}

const custodially = async ({ client }: ServiceCall, body: LaunchRequest & { dryRunId: string }, secret: Secret<string>) =>
  dataOf(await launchCoin(client, body, { launcherKey: secret.reveal(), idempotencyKey: `dry-run-${body.dryRunId}` }))

async function unsignedly({ client }: ServiceCall, body: LaunchRequest, file: string, secret: Secret<string>, mintFile?: string) {
  const launcher = await signerIn(secret)
  if (!launcher) throw new CommandMisused(`${file} has no Solana secret key in it; other chains’ launches are signed in a wallet.`)
  const mint = mintFile === undefined ? await newSigner() : await readSigner(mintFile)
  const unsigned = { ...body, launcherPubkey: launcher.address, mintPubkey: mint.address }
  return dataOf(await launchUnsigned(client, unsigned, [launcher, mint]))
}

function show({ answer }: ServiceCall, launched: LaunchResponse): number {
  const { name, ticker, mint, launchpadUrl, coinUrl, feeShareLocked, lockPath, nextSteps } = launched
  answer(launched, [
    `${name} (${ticker}) is launched: ${mint}`,
    coinUrl ?? launchpadUrl,
    feeShareLocked ? `Its fees are locked (${lockPath}).` : 'Its fees are NOT locked yet:',
    ...nextSteps,
  ])
  return feeShareLocked ? 0 : EXIT.notLocked
}
