import type { UnixMs, OperationId, DryRunId, Mint, KeyId, AtomicUnits } from '../../domain/brands.ts'
import type { LaunchOffer, LockOffer } from '../../domain/launch-offer.ts'
import type { Operation, LaunchOperation, LockOperation, OperationKind, OperationOf, OperationState } from '../../domain/operation.ts'
import type { Charged } from '../payments.ts'
import type { PageRequest, Page } from './page.ts'

/** The journal of operations. Every written operation was charged before; only features/operations writes and finishes them. */
export interface OperationRepo {
  /** Null when its dry-run, its idempotency claim or (except for a launch) its mint already has an unfinished operation. */
  insert(operation: Charged<Operation>, nextCheckAtMs: UnixMs): Promise<Operation | null>
  /** Includes finished ones; null when there is none. */
  find(id: OperationId): Promise<Operation | null>
  /** The operation written under this idempotency claim. */
  findByIdempotency(idempotencyId: string): Promise<Operation | null>
  /** The newest that used this dry-run, failed ones included. */
  findByDryRun(id: DryRunId): Promise<LaunchOperation | LockOperation | null>
  /** The launch whose coin points to this metadata id. */
  findByMetadata(metadataId: string): Promise<LaunchOperation | null>
  /** The unfinished operation of this kind on this mint. */
  findUnfinished<Kind extends OperationKind>(kind: Kind, mint: Mint): Promise<OperationOf<Kind> | null>
  /** Moves an unfinished operation from one unfinished state to another; null, with nothing changed, when it is not in `from` any more. */
  advance(id: OperationId, from: OperationState, to: OperationState): Promise<Operation | null>
  /**
   * Moves an unfinished operation to a final state, with the mint that the chain created where given; null when another driver did so
   * first.
   */
  finish(
    id: OperationId,
    change: Pick<Operation, 'state' | 'failure' | 'result'> & { readonly mint?: Mint },
    nowMs: UnixMs,
  ): Promise<Operation | null>
  /**
   * Takes unfinished operations whose next check is due, and sets their next check to `leaseUntilMs`, so that two replicas rarely take
   * the same.
   */
  claimDue(due: { readonly beforeMs: UnixMs; readonly leaseUntilMs: UnixMs; readonly limit: number }): Promise<Operation[]>
  /** The newest operation of this kind on this mint that was done since then. */
  findRecent<Kind extends OperationKind>(kind: Kind, mint: Mint, sinceMs: UnixMs): Promise<OperationOf<Kind> | null>
  /** The newest launch of this mint that failed, of which no coin was made. */
  findFailedLaunch(mint: Mint): Promise<LaunchOperation | null>
  /** Sets the next check of an operation. */
  postpone(id: OperationId, nextCheckAtMs: UnixMs): Promise<void>
  /** Operations of this kind, newest first: all, those of one state, or those under way that were written before a time. */
  list<Kind extends OperationKind>(
    kind: Kind,
    page: PageRequest,
    which?: { readonly state: OperationState } | { readonly unfinishedSinceMs: UnixMs },
  ): Promise<Page<OperationOf<Kind>>>
  /** How many operations of this kind are unfinished, and when the oldest was written; null when there is none. */
  countUnfinished(kind: OperationKind): Promise<UnfinishedWork>
  /** Launches of one key, under one policy, or all, newest first. */
  listLaunches(of: KeyId | { readonly policyHash: string } | null, page: PageRequest): Promise<Page<LaunchOperation>>
  /** When this key's launches since then were written, oldest first, for the hourly limit. */
  launchTimes(keyId: KeyId, sinceMs: UnixMs): Promise<UnixMs[]>
  /** The initial buys of this key's launches that were written then or since, together. */
  initialBuys(keyId: KeyId, sinceMs: UnixMs): Promise<AtomicUnits>
}

/** The unfinished operations of a kind. */
export interface UnfinishedWork {
  readonly count: number
  readonly oldestAtMs: UnixMs | null
}

/** Offers of unsigned launches. */
export interface LaunchOfferRepo {
  /** Stores an offer under the id of its operation; a duplicate throws. */
  insert(offer: Charged<LaunchOffer | LockOffer>): Promise<void>
  /** A launch by the id of its operation; includes expired ones. */
  find(id: OperationId): Promise<LaunchOffer | null>
  /** A lock by the id of its operation; includes expired ones. */
  findLock(id: OperationId): Promise<LockOffer | null>
  /** When this key's unsubmitted launches expire or expired, oldest first, after this time. */
  expiryTimes(keyId: KeyId, sinceMs: UnixMs): Promise<UnixMs[]>
  /** Deletes at most `limit` offers that expired before then, except those whose launch is under way; returns how many. */
  prune(beforeMs: UnixMs, limit: number): Promise<number>
}
