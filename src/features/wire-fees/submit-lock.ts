import type { Caller } from '../../domain/api-key.ts'
import type { OperationId } from '../../domain/brands.ts'
import { AppError } from '../../domain/errors.ts'
import type { LockOperation } from '../../domain/operation.ts'
import type { PaidRun } from '../../ports/payments.ts'
import type { Repos } from '../../ports/storage/storage.ts'
import { acceptSubmitted, type Submitted } from '../operations/accept-submitted.ts'
import { type AwaitDeps, awaitOperation } from '../operations/await-operation.ts'
import { journalOperation } from '../operations/journal-operation.ts'
import { inspectRecipients } from '../plan/inspect-recipients.ts'
import { findLockUnderWay } from './find-lock-under-way.ts'

/** What comes back for a lock's offer. */
export interface LockSubmission {
  readonly caller: Caller
  /** The payment of the call; null for callers with a key. */
  readonly payment: PaidRun | null
  readonly lockId: OperationId
  readonly submitted: Submitted
}

/**
 * Takes a lock that was signed elsewhere, and returns its finished operation as wireFees does. The dry-run is reserved in the commit
 * that writes the row. A second call joins the first, with whatever transactions.
 */
export async function submitLock(deps: AwaitDeps, submission: LockSubmission): Promise<LockOperation> {
  const operation = (await findOperation(deps.storage, submission)) ?? (await takeUpLock(deps, submission))
  return awaitOperation(deps, operation)
}

async function findOperation({ operations }: Pick<Repos, 'operations'>, { caller, lockId }: LockSubmission): Promise<LockOperation | null> {
  const operation = await operations.find(lockId)
  const isLock = operation?.kind === 'wire-fees' || operation?.kind === 'lock-holder-kol'
  return isLock && operation.keyId === caller.keyId ? operation : null
}

/** Checks what came back and journals it. Nothing is sent; nothing is kept when it throws. */
async function takeUpLock(deps: AwaitDeps, submission: LockSubmission): Promise<LockOperation> {
  const { caller, payment, lockId, submitted } = submission
  const offer = await deps.storage.launchOffers.findLock(lockId)
  if (!offer || offer.operation.keyId !== caller.keyId) throw new AppError('lock_offer_unknown')
  // What a wallet has sent already may land whenever it comes to be told.
  if (submitted.hashes === null && offer.expiresAtMs <= deps.clock.nowMs()) throw new AppError('lock_offer_expired')
  // The operator may have required approvals since.
  if (caller.requireApproval && offer.operation.dryRunId === null) {
    throw new AppError('dry_run_required', {}, { fields: [{ path: '/dryRunId', message: 'is required' }] })
  }
  const { mint, platform, plan } = offer.operation
  const launchpad = await deps.launchpads.get(platform)
  const transactions = await acceptSubmitted(launchpad, offer.unsigned, submitted)
  await inspectRecipients(launchpad, plan)
  const facts = { idempotencyId: payment?.runId ?? null, transactions, createdAtMs: deps.clock.nowMs() }
  return journalOperation<LockOperation>(deps, {
    caller,
    payment,
    operation: { ...offer.operation, ...facts },
    lock: `lock ${mint}`,
    async findFirst(tx) {
      const first = await findOperation(tx, submission)
      if (!first && (await findLockUnderWay(tx, mint))) throw new AppError('wire_fees_in_progress', { mint })
      return first
    },
  })
}
