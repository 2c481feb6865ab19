import type { OperationId, UnixMs } from '../../domain/brands.ts'

/** An idempotency key of a request: unique in `scope`, and valid for one `fingerprint`. */
export interface IdempotencyKey {
  readonly scope: string
  readonly key: string
  readonly fingerprint: string
}

/** The claim of an idempotency key, as a caller finds it. The answer itself is in the operation. */
export type IdempotencyClaim =
  | { readonly outcome: 'claimed' }
  | { readonly outcome: 'running' }
  | { readonly outcome: 'finished'; readonly operationId: OperationId }
  | { readonly outcome: 'reused' }

/** Claims of idempotency keys. */
export interface IdempotencyRepo {
  /**
   * Claims (scope, key) under `id`, or returns the existing claim. Expired answers, and claims without an operation whose lease expired,
   * are taken over.
   */
  claim(input: IdempotencyKey & { readonly id: string; readonly nowMs: UnixMs; readonly leaseMs: number }): Promise<IdempotencyClaim>
  /** The claim that exists, without claiming; null when the key is free. */
  peek(input: IdempotencyKey & { readonly nowMs: UnixMs }): Promise<Exclude<IdempotencyClaim, { outcome: 'claimed' }> | null>
  /** Binds the claim to an operation, whose end alone releases it from then on. False when the claim was lost to another request. */
  bind(id: string, operation: OperationId): Promise<boolean>
  /** Opens the replay window: until then the key answers from its operation. */
  finish(id: string, expiresAtMs: UnixMs): Promise<void>
  /** Releases a claim without an operation. False where there is none: it was lost to another request, or has its operation. */
  release(id: string): Promise<boolean>
  /** Releases every claim without an operation: for the only process, at its start. */
  releaseOrphans(): Promise<void>
  /** Deletes at most `limit` rows that no request can use any more; returns how many. */
  prune(nowMs: UnixMs, limit: number): Promise<number>
}
