import type { Caller } from '../../domain/api-key.ts'
import { type DryRunId, unixMs, type UnixMs } from '../../domain/brands.ts'
import { AppError } from '../../domain/errors.ts'
import type { Budget } from '../../domain/money/spending.ts'
import { claimOf, dryRunOf, type Operation, planOf } from '../../domain/operation.ts'
import { dryRunState, isApproved } from '../../domain/plan/dry-run.ts'
import type { Image } from '../../domain/plan/image.ts'
import type { Deps } from '../../ports/deps.ts'
import type { Charged, PaidRun } from '../../ports/payments.ts'
import type { Policy } from '../../ports/policy.ts'
import type { Repos } from '../../ports/storage/storage.ts'
import { spend, type SpendingOrder } from '../budgets/spend.ts'
import { type PolicyRule, spendUnderPolicy } from '../budgets/spend-under-policy.ts'
import { checkConsent } from '../consents/check-consent.ts'
import { chargeFor } from './charge-for.ts'
import { SETTLE_LEASE_MS } from './settle-operation.ts'

/** The most that an operation costs the operator's wallet, and the refusal when the day's budget does not cover it. */
export interface Spends {
  readonly budget: Budget
  readonly order: Omit<SpendingOrder, 'id' | 'caller'>
  readonly refusal: () => AppError
}

/** What is written together with an operation. */
export interface Journaled<Op extends Operation> {
  readonly operation: Op
  /** The caller: its dry-run must be approved where the caller needs approvals. */
  readonly caller: Pick<Caller, 'keyId' | 'requireApproval'>
  readonly spends?: Spends | null
  /** The picture of the coin, where no dry-run stored it. */
  readonly image?: Image | null
}

/** An operation to be journaled. */
export interface JournalOrder<Op extends Operation> extends Journaled<Op> {
  /** The payment of the call; null for callers with a key. */
  readonly payment: PaidRun | null
  /** Operations with the same lock name are written one at a time; none where `findFirst` is not needed. */
  readonly lock?: string
  /** Throws what would certainly refuse it. Runs before a payer is charged, and again in the commit. */
  readonly check?: (repos: Repos) => Promise<void>
  /** Finds an earlier operation to join, under the lock. @throws AppError wire_fees_in_progress when it may not be joined */
  readonly findFirst?: (tx: Repos) => Promise<Op | null>
}

/**
 * The one commit before anything is sent, after the payer is charged: dry-run, idempotency claim, budget, picture and row, or none of
 * them. Returns the operation in the journal: this one, or the earlier one that it joined.
 */
export async function journalOperation<Op extends Operation>(
  { storage, clock, policy }: Pick<Deps, 'storage' | 'clock' | 'policy'>,
  { payment, lock, check, findFirst, ...journaled }: JournalOrder<Op>,
): Promise<Op> {
  if (payment) await check?.(storage)
  const operation = await chargeFor(payment, journaled.operation)
  return storage.transaction(async (tx) => {
    if (lock !== undefined) await tx.lock(lock)
    await check?.(tx)
    const first = await findFirst?.(tx)
    if (first) return first
    const policyHash = await writeOperation(
      { tx, policy },
      { ...journaled, operation, lostClaim: payment ? 'payment_in_progress' : 'idempotency_in_progress' },
      clock.nowMs(),
    )
    return policyHash === null ? operation : { ...operation, policyHash }
  })
}

/** Writes an operation and reserves what it needs, in the given transaction. Returns the hash of the policy that it was counted under. */
export async function writeOperation(
  { tx, policy }: { readonly tx: Repos; readonly policy: PolicyRule & Pick<Policy, 'requireConsent'> },
  {
    operation,
    caller,
    spends,
    image,
    lostClaim = 'idempotency_in_progress',
  }: Journaled<Charged<Operation>> & { readonly lostClaim?: 'payment_in_progress' | 'idempotency_in_progress' },
  nowMs: UnixMs,
): Promise<string | null> {
  const [dryRunId, claimId, plan] = [dryRunOf(operation), claimOf(operation), planOf(operation)]
  // What was agreed when the operation was prepared may have been taken back meanwhile.
  if (plan) await checkConsent(tx, policy, plan)
  const policyHash = dryRunId === null ? null : await reserveDryRun({ tx, policy }, { dryRunId, operation, caller }, nowMs)
  // A claim whose lease expired may have been taken over: then the other request does the work.
  if (claimId !== null && !(await tx.idempotency.bind(claimId, operation.id))) throw new AppError(lostClaim)
  const { id, kind, mint } = operation
  if (spends && !(await spend(tx, spends.budget, { ...spends.order, id, caller: caller.keyId }, nowMs))) throw spends.refusal()
  await usePicture(tx, { image: image ?? null, sha256: plan?.image?.sha256 ?? null }, caller, nowMs)
  if (kind === 'launch' && (await tx.operations.findUnfinished(kind, mint))) throw new AppError('mint_exists', { mint })
  const written = policyHash === null ? operation : { ...operation, policyHash }
  if (await tx.operations.insert(written, unixMs(nowMs + SETTLE_LEASE_MS))) return policyHash
  if (plan) throw new AppError('dry_run_not_spendable', { state: 'in use' })
  throw new Error(`a ${kind} of ${mint} is neither there nor new`)
}

async function reserveDryRun(
  { tx, policy }: { readonly tx: Repos; readonly policy: PolicyRule },
  asked: { dryRunId: DryRunId; operation: Operation; caller: Pick<Caller, 'requireApproval'> },
  nowMs: UnixMs,
): Promise<string | null> {
  const { operation } = asked
  const reserved = await tx.dryRuns.reserve(asked.dryRunId, operation.id, nowMs)
  if (reserved) {
    // What was approved when the operation was prepared may be so no more: the operator changes who approves, and how many have to.
    if (!asked.caller.requireApproval || isApproved(reserved, policy)) return null
    return spendUnderPolicy(tx, policy, { dryRun: reserved, launcher: operation.launcher, operation: operation.id }, nowMs)
  }
  const now = await tx.dryRuns.find(asked.dryRunId)
  throw new AppError('dry_run_not_spendable', { state: now ? dryRunState(now, nowMs) : 'unknown' })
}

/** Assigns a picture to an operation, so that it counts in no quota; stores it first where no dry-run did. */
async function usePicture(
  tx: Repos,
  { image, sha256 }: { image: Image | null; sha256: string | null },
  { keyId }: Pick<Caller, 'keyId'>,
  atMs: UnixMs,
): Promise<void> {
  if (image) await tx.images.insert(image, { keyId, atMs })
  if (sha256 !== null) await tx.images.use(sha256)
}
