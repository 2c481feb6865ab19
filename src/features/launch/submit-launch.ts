import type { Caller } from '../../domain/api-key.ts'
import type { OperationId } from '../../domain/brands.ts'
import { AppError } from '../../domain/errors.ts'
import { isAtomic } from '../../domain/lock-path.ts'
import type { LaunchOffer } from '../../domain/launch-offer.ts'
import type { LaunchOperation } from '../../domain/operation.ts'
import type { Deps } from '../../ports/deps.ts'
import type { PaidRun } from '../../ports/payments.ts'
import type { Repos } from '../../ports/storage/storage.ts'
import { looksAsPlanned } from '../plan/planned-lock.ts'
import { inspectRecipients } from '../plan/inspect-recipients.ts'
import { acceptSubmitted, type Submitted } from '../operations/accept-submitted.ts'
import { type AwaitDeps, awaitOperation } from '../operations/await-operation.ts'
import { journalOperation } from '../operations/journal-operation.ts'
import { checkPrograms } from '../programs/check-programs.ts'
import { checkLaunchLimits } from './launch-limits.ts'

/** What comes back for an offer. */
export interface Submission {
  readonly caller: Caller
  /** The payment of the call; null for callers with a key. */
  readonly payment: PaidRun | null
  readonly launchId: OperationId
  readonly submitted: Submitted
}

/**
 * Submits an unsigned launch that the client signed, and returns its finished operation as a custodial launch does. The dry-run is
 * reserved, and the hourly limit counted, in the commit that writes the row. A second call joins the first, whatever it brings.
 *
 * @see rules 10.20
 */
export async function submitLaunch(deps: AwaitDeps, submission: Submission): Promise<LaunchOperation> {
  const operation = (await findOperation(deps, submission)) ?? (await takeUpLaunch(deps, submission))
  return awaitOperation(deps, operation)
}

async function findOperation({ storage }: Pick<Deps, 'storage'>, { caller, launchId }: Submission): Promise<LaunchOperation | null> {
  const operation = await storage.operations.find(launchId)
  return operation?.kind === 'launch' && operation.keyId === caller.keyId ? operation : null
}

/** Checks the signed transactions and journals the launch. Nothing is sent; nothing is stored when it throws. */
async function takeUpLaunch(deps: AwaitDeps, submission: Submission): Promise<LaunchOperation> {
  const { caller, payment, launchId, submitted } = submission
  const offer = await deps.storage.launchOffers.find(launchId)
  if (!offer || offer.operation.keyId !== caller.keyId) throw new AppError('launch_offer_unknown')
  // What a wallet has sent already may land whenever it comes to be told.
  if (submitted.hashes === null && offer.expiresAtMs <= deps.clock.nowMs()) throw new AppError('launch_offer_expired')
  // The operator may have required approvals since the offer.
  if (caller.requireApproval && offer.operation.dryRunId === null) {
    throw new AppError('dry_run_required', {}, { fields: [{ path: '/dryRunId', message: 'is required' }] })
  }
  const launchpad = await deps.launchpads.get(offer.operation.platform)
  // What a wallet has sent already is watched to its end.
  if (submitted.hashes === null) await checkPrograms(deps, offer.operation.platform)
  const transactions = await acceptSubmitted(launchpad, offer.unsigned, submitted)
  try {
    // Checked again: up to a minute has passed since the offer.
    await Promise.all([checkMintIsFree(deps, offer), inspectRecipients(launchpad, offer.operation.plan)])
    const facts = { idempotencyId: payment?.runId ?? null, transactions, createdAtMs: deps.clock.nowMs() }
    const check = (repos: Repos) => checkLaunchLimits(repos, caller, facts.createdAtMs, offer.operation.plan.request)
    return await journalOperation<LaunchOperation>(deps, { caller, payment, operation: { ...offer.operation, ...facts }, check })
  } catch (error) {
    // Of two concurrent submissions one writes the row and the other joins it, even when it has finished by now.
    const winner = await findOperation(deps, submission)
    if (!winner) throw error
    return winner
  }
}

/**
 * The client holds the mint's key, so it may have used it since: for another coin, or for this very launch, which some wallets send as
 * soon as they sign it.
 */
async function checkMintIsFree({ storage, launchpads }: Pick<Deps, 'storage' | 'launchpads'>, { operation }: LaunchOffer): Promise<void> {
  const { mint, platform } = operation
  const launchpad = await launchpads.get(platform)
  const record = { shareholders: operation.plan.shareholders, launcher: operation.launcher }
  const [ours, onChain] = await Promise.all([storage.coins.find(mint), launchpad.readCoin(mint, record)])
  // Where the address is derived from the launcher, no other coin can be there.
  const maybeAnothers = launchpad.facts.clientHoldsMint || isAtomic(operation.lockPath)
  const taken = onChain && maybeAnothers && !looksAsPlanned(operation, onChain)
  if (ours || taken) throw new AppError('mint_exists', { mint })
}
