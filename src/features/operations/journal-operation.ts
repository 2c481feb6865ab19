import type { Caller } from '../../domain/api-key.ts'
import { unixMs, type UnixMs } from '../../domain/brands.ts'
import { AppError } from '../../domain/errors.ts'
import type { Budget } from '../../domain/money/spending.ts'
import { claimOf, dryRunOf, type Operation, planOf } from '../../domain/operation.ts'
import { dryRunState } from '../../domain/plan/dry-run.ts'
import type { Image } from '../../domain/plan/image.ts'
import type { Deps } from '../../ports/deps.ts'
import type { Charged, PaidRun } from '../../ports/payments.ts'
import type { Repos } from '../../ports/storage/storage.ts'
import { spend, type SpendingOrder } from '../budgets/spend.ts'
import { chargeFor } from './charge-for.ts'
import { SETTLE_LEASE_MS } from './settle-operation.ts'

/** What the operator's wallet spends on an operation at most, and how that is refused when the day's budget has not so much left. */
export interface Spends {
  readonly budget: Budget
  readonly order: Omit<SpendingOrder, 'id' | 'caller'>
  readonly refusal: () => AppError
}

/** What is written with an operation, and only together with it. */
export interface Journaled<Op extends Operation> {
  readonly operation: Op
  /** Who asks: its dry-run must be approved where the caller needs approvals. */
  readonly caller: Pick<Caller, 'keyId' | 'requireApproval'>
  readonly spends?: Spends | null
  /** The picture of the coin, where no dry-run kept it. */
  readonly image?: Image | null
}

/** An operation that is to be journaled. */
export interface JournalOrder<Op extends Operation> extends Journaled<Op> {
  /** What pays for the call; null for callers with a key. */
  readonly payment: PaidRun | null
  /** Of those that name the same lock one at a time is written; none where nothing is looked for first. */
  readonly lock?: string
  /** What would refuse it for certain. Asked before a payer is charged, and again in the commit. */
  readonly check?: (repos: Repos) => Promise<void>
  /** The operation that it would come second to, looked for under the lock: that one is returned. @throws AppError where it may not join */
  readonly findFirst?: (tx: Repos) => Promise<Op | null>
}

/**
 * The one commit before anything is sent, after the payer is charged: dry-run, claim, budget, picture and row, or none of
 * them. Returns the operation that is in the journal now: this one, or the one that it came second to.
 *
 * @throws AppError of `check`, `findFirst` and `spends` | dry_run_not_spendable | mint_exists | idempotency_in_progress |
 *   payment_in_progress, and of chargeFor
 */
export async function journalOperation<Op extends Operation>(
  { storage, clock }: Pick<Deps, 'storage' | 'clock'>,
  { payment, lock, check, findFirst, ...journaled }: JournalOrder<Op>,
): Promise<Op> {
  if (payment) await check?.(storage)
  const operation = await chargeFor(payment, journaled.operation)
  return storage.transaction(async (tx) => {
    if (lock !== undefined) await tx.lock(lock)
    await check?.(tx)
    const first = await findFirst?.(tx)
    if (first) return first
    await writeOperation(
      tx,
      { ...journaled, operation, lostClaim: payment ? 'payment_in_progress' : 'idempotency_in_progress' },
      clock.nowMs(),
    )
    return operation
  })
}

/** Writes an operation, and holds what it needs, in the transaction it is given. @throws AppError as journalOperation */
export async function writeOperation(
  tx: Repos,
  {
    operation,
    caller,
    spends,
    image,
    lostClaim = 'idempotency_in_progress',
  }: Journaled<Charged<Operation>> & { readonly lostClaim?: 'payment_in_progress' | 'idempotency_in_progress' },
  nowMs: UnixMs,
): Promise<void> {
  const [dryRunId, claimId] = [dryRunOf(operation), claimOf(operation)]
  if (dryRunId !== null && !(await tx.dryRuns.reserve(dryRunId, operation.id, nowMs, { approved: caller.requireApproval }))) {
    const now = await tx.dryRuns.find(dryRunId)
    throw new AppError('dry_run_not_spendable', { state: now ? dryRunState(now, nowMs) : 'unknown' })
  }
  // A claim whose lease ended may have been taken over: then the other request does it, and this one must not.
  if (claimId !== null && !(await tx.idempotency.bind(claimId, operation.id))) throw new AppError(lostClaim)
  const { id, kind, mint } = operation
  if (spends && !(await spend(tx, spends.budget, { ...spends.order, id, caller: caller.keyId }, nowMs))) throw spends.refusal()
  await usePicture(tx, { image: image ?? null, sha256: planOf(operation)?.image?.sha256 ?? null }, caller, nowMs)
  if (kind === 'launch' && (await tx.operations.findUnfinished(kind, mint))) throw new AppError('mint_exists', { mint })
  if (await tx.operations.insert(operation, unixMs(nowMs + SETTLE_LEASE_MS))) return
  if (planOf(operation)) throw new AppError('dry_run_not_spendable', { state: 'in use' })
  throw new Error(`a ${kind} of ${mint} is neither there nor new`)
}

/** Makes a picture an operation's own, which counts in no quota; it is kept first where no dry-run did. */
async function usePicture(
  tx: Repos,
  { image, sha256 }: { image: Image | null; sha256: string | null },
  { keyId }: Pick<Caller, 'keyId'>,
  atMs: UnixMs,
): Promise<void> {
  if (image) await tx.images.insert(image, { keyId, atMs })
  if (sha256 !== null) await tx.images.use(sha256)
}
