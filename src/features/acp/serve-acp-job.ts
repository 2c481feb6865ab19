import type { Caller } from '../../domain/api-key.ts'
import type { KeyId } from '../../domain/brands.ts'
import { AppError } from '../../domain/errors.ts'
import { LIMITS, MINUTE_MS } from '../../domain/limits.ts'
import type { LaunchOperation } from '../../domain/operation.ts'
import { type LaunchRequest, requestOfLaunch } from '../../domain/plan/launch-request.ts'
import { canonicalJson } from '../../lib/canonical-json.ts'
import type { Acp, AcpJob, AcpMessage, AcpTransaction } from '../../ports/acp.ts'
import type { Deps } from '../../ports/deps.ts'
import { budgetsOf } from '../budgets/budgets-of.ts'
import { spend } from '../budgets/spend.ts'
import { launchCoin } from '../launch/launch-coin.ts'
import { answerOf } from '../operations/answer-of.ts'
import { type AwaitDeps, awaitOperation } from '../operations/await-operation.ts'
import { failureOf } from '../operations/failure-of.ts'
import { operationOfRun } from '../operations/operation-of-run.ts'
import { acpRun, acpRunId, isPaidFor } from './acp-run.ts'

/** What serving a job needs. */
export type ServeDeps = AwaitDeps &
  Pick<
    Deps,
    'acp' | 'policy' | 'storage' | 'clock' | 'ids' | 'launchpads' | 'directory' | 'keyedRandom' | 'web' | 'metadata' | 'log' | 'burnWallets'
  >

/** A launch, its confirmation and the hand-in fit into this. */
export const LAUNCH_ROOM_MS = 5 * MINUTE_MS
/** Until a block of Base is final. */
export const FINALITY_ROOM_MS = 30 * MINUTE_MS

/** Who launches what is ordered on the marketplace. */
const BUYER: Caller = {
  keyId: 'acp' as KeyId,
  operator: false,
  ops: false,
  requireApproval: false,
  // A buyer’s evaluator may reject what was launched: this bounds what that costs.
  launchesPerHour: LIMITS.launchesPerHourDefault,
  referral: null,
}

/** One job, and what was said of it. */
interface ServedJob {
  readonly acp: Acp
  readonly jobId: string
  readonly job: AcpJob
  readonly messages: readonly AcpMessage[]
}

/**
 * Takes a job one step on: names the price of a requirement that can be launched; launches once its payment is final, and hands the
 * result in. Nothing is launched for a job that expires sooner than that takes, and the mint is told after the hash of it is on chain.
 *
 * @throws Error when the day’s gas is used up
 */
export async function serveAcpJob(deps: ServeDeps, acp: Acp, jobId: string): Promise<void> {
  const job = await acp.job(jobId, 'latest')
  if (!job || job.provider !== acp.wallet || job.description !== acp.terms.offering) return
  const served = { acp, jobId, job, messages: await acp.messages(jobId) }
  if (job.state === 'open' && job.budgetAtomic !== acp.terms.priceAtomic) await namePrice(deps, served)
  if (job.state === 'funded') await launchAndSubmit(deps, served)
  if (job.state === 'submitted') await handIn(deps, served)
}

const roomMs = ({ clock }: Pick<Deps, 'clock'>, { job }: ServedJob): number => job.expiresAtMs - clock.machineMs()

async function namePrice(deps: ServeDeps, served: ServedJob): Promise<void> {
  const { acp, jobId, job } = served
  const order = orderOf(deps, served)
  if (order === null) return
  if ('problem' in order) return tell(served, order.problem)
  if (roomMs(deps, served) < FINALITY_ROOM_MS + LAUNCH_ROOM_MS) {
    const minutes = (FINALITY_ROOM_MS + LAUNCH_ROOM_MS) / MINUTE_MS
    return tell(served, `This job expires too soon: the payment has to be final before the launch, so a job needs ${minutes} minutes.`)
  }
  await send(deps, acp, job, () => acp.prepareBudget(jobId, acp.terms.priceAtomic))
}

async function launchAndSubmit(deps: ServeDeps, served: ServedJob): Promise<void> {
  const { acp, jobId, job } = served
  if (!isPaidFor(acp, await acp.job(jobId, 'finalized'))) return
  const operation = await launchOnce(deps, served)
  if (!operation) return
  const failure = failureOf(operation)
  if (failure)
    return tell(
      served,
      `The launch failed, and nothing was created: ${failure.message} The escrow can be claimed back when the job expires.`,
    )
  const sent = await send(deps, acp, job, () => acp.prepareSubmit(jobId, deliverableOf(operation)))
  if (sent) await acp.handIn(jobId, deliverableOf(operation))
}

/** The finished launch of the job, made now where there is none; null when there is nothing to hand in yet. */
async function launchOnce(deps: ServeDeps, served: ServedJob): Promise<LaunchOperation | null> {
  const { acp, jobId } = served
  const payment = acpRun(deps, acp, jobId)
  try {
    const existing = await operationOfRun(deps.storage, payment, 'launch')
    if (existing) return await awaitOperation(deps, existing)
    if (roomMs(deps, served) < LAUNCH_ROOM_MS) {
      await tell(served, 'This job expires before a launch would be done: nothing was launched. The escrow can be claimed back then.')
      return null
    }
    const order = orderOf(deps, served)
    if (!order || 'problem' in order) return null
    const { terms } = acp
    const { request, source } = order
    const launch = { caller: BUYER, payment, request, source, dryRunId: null, launcherSecret: terms.launcherSecret, idempotency: null }
    return await launchCoin(deps, launch)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    deps.log.warn('marketplace launch not done', { jobId, code: error.code })
    // It goes on by itself, or is tried again; what the buyer can mend is told.
    if (error.kind === 'invalid') await tell(served, `${error.message} ${error.fix}`)
    return null
  }
}

async function handIn({ storage }: ServeDeps, { acp, jobId }: ServedJob): Promise<void> {
  const operation = await storage.operations.findByIdempotency(acpRunId(acp, jobId))
  if (operation?.kind !== 'launch' || (await acp.deliverable(jobId)) !== null) return
  await acp.handIn(jobId, deliverableOf(operation))
}

/** What is handed in: the launch's own answer, the same text each time. */
const deliverableOf = (operation: LaunchOperation): string => canonicalJson(answerOf(operation))

type Order = { readonly request: ReturnType<typeof requestOfLaunch>; readonly source: LaunchRequest } | { readonly problem: string }

/** The launch that the buyer's first requirement asks for, or why there is none; null where none was sent. */
function orderOf({ launchpads, policy }: Pick<Deps, 'launchpads' | 'policy'>, { acp, job, messages }: ServedJob): Order | null {
  const requirement = messages.find(({ kind, from }) => kind === 'requirement' && from.toLowerCase() === job.client.toLowerCase())
  if (!requirement) return null
  const read = acp.readRequirement(requirement.content)
  if ('problem' in read) return read
  try {
    const defaults = { platform: launchpads.defaultId, atomicRequired: policy.atomicRequired }
    return { request: requestOfLaunch(read.launch, defaults), source: read.launch }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return { problem: `${error.message} ${error.fix}` }
  }
}

/** Says it to the buyer, once. */
async function tell({ acp, jobId, messages }: ServedJob, text: string): Promise<void> {
  const isTold = messages.some(({ from, content }) => from.toLowerCase() === acp.wallet.toLowerCase() && content === text)
  if (!isTold) await acp.say(jobId, text)
}

/** Sends a transaction of the seller's wallet within its day's budget; false while another one waits for its block. */
async function send(
  { storage, policy, ids, clock }: ServeDeps,
  acp: Acp,
  { client }: AcpJob,
  prepare: () => Promise<AcpTransaction>,
): Promise<boolean> {
  if (await acp.isSending()) return false
  const transaction = await prepare()
  const order = { id: ids.id('gas'), spendingClass: 'caller', caller: client.toLowerCase(), amountAtomic: transaction.weiMax } as const
  const fits = await storage.transaction((tx) => spend(tx, budgetsOf(policy).acp, order, clock.machineMs()))
  if (!fits) throw new Error('the day’s gas of ACP_WALLET_KEY is used up')
  await transaction.send()
  return true
}
