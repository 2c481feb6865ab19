import type { UnixMs, OperationId, DryRunId, Mint, KeyId } from '../../domain/brands.ts'
import type { LaunchOffer } from '../../domain/launch-offer.ts'
import type { Operation, LaunchOperation, LockOperation, OperationKind, OperationOf, OperationState } from '../../domain/operation.ts'
import type { Charged } from '../payments.ts'
import type { PageRequest, Page } from './page.ts'

/** The journal of operations. What is written is charged before, and only the kernel of operations writes and ends it. */
export interface OperationRepo {
  /** Null when its dry-run, its idempotency claim or (for anything but a launch) its mint already has a living operation. */
  insert(operation: Charged<Operation>, nextCheckAtMs: UnixMs): Promise<Operation | null>
  /** Finished ones too; null when there is none. */
  find(id: OperationId): Promise<Operation | null>
  /** The operation that was written under this claim. */
  findByIdempotency(idempotencyId: string): Promise<Operation | null>
  /** The newest that used this dry-run, failed ones too. */
  findByDryRun(id: DryRunId): Promise<LaunchOperation | LockOperation | null>
  /** The launch whose coin points to this short id. */
  findByMetadata(metadataId: string): Promise<LaunchOperation | null>
  /** The unfinished operation of this kind on this mint. */
  findUnfinished<Kind extends OperationKind>(kind: Kind, mint: Mint): Promise<OperationOf<Kind> | null>
  /** Moves an unfinished operation to another unfinished state; null when it is finished already. */
  advance(id: OperationId, state: OperationState): Promise<Operation | null>
  /**
   * Moves an unfinished operation to a final state, with the mint that the chain made where it is given; null when another did
   * so first.
   */
  finish(
    id: OperationId,
    change: Pick<Operation, 'state' | 'failure' | 'result'> & { readonly mint?: Mint },
    nowMs: UnixMs,
  ): Promise<Operation | null>
  /** Takes unfinished operations whose next check is due and moves it to `leaseUntilMs`, so that two replicas rarely take one. */
  claimDue(due: { readonly beforeMs: UnixMs; readonly leaseUntilMs: UnixMs; readonly limit: number }): Promise<Operation[]>
  /** The newest operation of this kind on this mint that was done since then. */
  findRecent<Kind extends OperationKind>(kind: Kind, mint: Mint, sinceMs: UnixMs): Promise<OperationOf<Kind> | null>
  /** Puts the next check of an operation at that time. */
  postpone(id: OperationId, nextCheckAtMs: UnixMs): Promise<void>
  /** Launches of one key, or of all, newest first. */
  listLaunches(keyId: KeyId | null, page: PageRequest): Promise<Page<LaunchOperation>>
  /** When this key's launches since then were written, oldest first: what the hourly limit counts. */
  launchTimes(keyId: KeyId, sinceMs: UnixMs): Promise<UnixMs[]>
}

/** Launches that were handed out to be signed elsewhere. */
export interface LaunchOfferRepo {
  /** Keeps an offer under the id of its operation, which throws when it is there already. */
  insert(offer: Charged<LaunchOffer>): Promise<void>
  /** By the id of its operation; expired ones too. */
  find(id: OperationId): Promise<LaunchOffer | null>
  /** When this key's offers expire or expired, oldest first: those after then, which nobody has submitted. */
  expiryTimes(keyId: KeyId, sinceMs: UnixMs): Promise<UnixMs[]>
  /** Removes offers that expired before then, but for those whose launch is under way; returns how many. */
  prune(beforeMs: UnixMs): Promise<number>
}
