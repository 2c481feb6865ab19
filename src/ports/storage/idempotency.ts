import type { OperationId, UnixMs } from '../../domain/brands.ts'

/** An idempotency key as a request brings it: unique in `scope`, and good for one `fingerprint`. */
export interface IdempotencyKey {
  readonly scope: string
  readonly key: string
  readonly fingerprint: string
}

/** A claim of an idempotency key, as the one who asked finds it. The answer itself is in the operation. */
export type IdempotencyClaim =
  | { readonly outcome: 'claimed' }
  | { readonly outcome: 'running' }
  | { readonly outcome: 'finished'; readonly operationId: OperationId }
  | { readonly outcome: 'reused' }

/** Claims of idempotency keys. */
export interface IdempotencyRepo {
  /**
   * Claims (scope, key) under `id`, or says who has it. Ended answers and claims without an operation whose lease ran out are
   * taken over.
   */
  claim(input: IdempotencyKey & { readonly id: string; readonly nowMs: UnixMs; readonly leaseMs: number }): Promise<IdempotencyClaim>
  /** What `claim` would say, with nothing claimed; null when the key is free. */
  peek(input: IdempotencyKey & { readonly nowMs: UnixMs }): Promise<Exclude<IdempotencyClaim, { outcome: 'claimed' }> | null>
  /** Ties the claim to an operation: from now on only its end frees it. False when the claim was lost to another. */
  bind(id: string, operation: OperationId): Promise<boolean>
  /** Opens the replay window: until then the key answers from its operation. */
  finish(id: string, expiresAtMs: UnixMs): Promise<void>
  /** Gives back a claim that has no operation. */
  release(id: string): Promise<void>
  /** Gives back every claim that has no operation: for the only process, at its start. */
  releaseOrphans(): Promise<void>
  /** Removes what no request can meet any more; returns how many. */
  prune(nowMs: UnixMs): Promise<number>
}
