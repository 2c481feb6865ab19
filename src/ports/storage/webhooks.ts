import type { DeliveryId, KeyId, UnixMs, WebhookId } from '../../domain/brands.ts'
import type { CoinEvent } from '../../domain/events.ts'
import type { DeliveryAttempt, DeliveryState, DisabledReason, WebhookDelivery, WebhookEndpoint } from '../../domain/webhooks/webhook.ts'
import type { Page, PageRequest } from './page.ts'

/** A delivery waiting in its endpoint's queue. */
export interface QueuedDelivery {
  readonly id: DeliveryId
  readonly attempts: readonly DeliveryAttempt[]
  readonly event: CoinEvent
}

/** An attempted delivery, with all its attempts. */
export interface TriedDelivery {
  readonly id: DeliveryId
  readonly attempts: readonly DeliveryAttempt[]
  readonly state: DeliveryState
  /** A pending one is not retried before. */
  readonly dueAtMs: UnixMs
}

/** The result of a turn. */
export interface TurnResult {
  readonly tried: readonly TriedDelivery[]
  /** Nothing is sent to the endpoint before. */
  readonly nextAttemptAtMs: UnixMs
  readonly firstFailedAtMs: UnixMs | null
  readonly failures: number
  readonly disabled: DisabledReason | null
}

/** The queues of enabled endpoints. */
export interface WebhookBacklog {
  readonly pending: number
  /** The time of the oldest waiting event. */
  readonly oldestAtMs: UnixMs | null
  /** Since when the longest overdue queue has been due without a worker; null when none is. */
  readonly overdueSinceMs: UnixMs | null
}

/** What the database has of an endpoint that only the sealing key opens. */
export interface SealedTexts {
  readonly sealedSecret: string
  readonly previousSealedSecret: string | null
  readonly sealedUrl: string | null
}

/** Webhook endpoints, and their deliveries. */
export interface WebhookRepo {
  /** Stores a new endpoint. A duplicate id throws. */
  insert(endpoint: WebhookEndpoint): Promise<void>
  /** How many endpoints the key has, disabled ones included. */
  count(keyId: KeyId): Promise<number>
  /** Includes disabled ones; null when there is none. */
  find(id: WebhookId): Promise<WebhookEndpoint | null>
  /** Of one key, or of all, newest first; with `failing` those that are switched off, or whose last attempt failed. */
  list(keyId: KeyId | null, page: PageRequest, which?: { readonly failing: boolean }): Promise<Page<WebhookEndpoint>>
  /** Removes the endpoint and its deliveries; false when there is none. */
  delete(id: WebhookId): Promise<boolean>
  /**
   * Makes `sealedSecret` the signing one, beside the previous one until `previousUntilMs`. Null, with nothing changed, when the signing
   * one is no longer `expectedSealed`, or there is no such endpoint.
   */
  rotateSecret(
    id: WebhookId,
    expectedSealed: string,
    change: { readonly sealedSecret: string; readonly previousUntilMs: UnixMs },
  ): Promise<WebhookEndpoint | null>
  /** Replaces the sealed texts of the endpoint; false, with nothing changed, when its secret was rotated since, or it is gone. */
  reseal(endpoint: Pick<WebhookEndpoint, 'id' | 'sealedSecret'>, sealed: SealedTexts): Promise<boolean>
  /**
   * Enables it and resets its failures; waiting deliveries are due at once. Null, with nothing changed, when it is not disabled for
   * `expected` any more, or there is no such endpoint.
   */
  enable(id: WebhookId, expected: DisabledReason): Promise<WebhookEndpoint | null>

  /**
   * Adds the event to the queue of every endpoint that is enabled, subscribed to its type, and owned by the event's key or the operator.
   * Endpoints of a revoked key receive nothing. Called by `events.insert`, in its commit.
   */
  enqueue(event: CoinEvent): Promise<void>
  /**
   * Leases endpoints with a due delivery, the longest waiting first; no other caller gets them until the lease expires. None of a revoked
   * key. Run it in a transaction that holds a lock of its own, so that replicas take turns.
   */
  claimDue(lease: {
    readonly id: string
    readonly nowMs: UnixMs
    readonly untilMs: UnixMs
    readonly endpointsMax: number
  }): Promise<WebhookEndpoint[]>
  /** Ends every lease: for the only process, at its start. */
  releaseLeases(): Promise<void>
  /** The pending deliveries of an endpoint that are due by then, in the order of their events. */
  queue(endpointId: WebhookId, dueByMs: UnixMs, limit: number): Promise<QueuedDelivery[]>
  /**
   * Stores the result of a turn and releases the endpoint, in one commit; false, with nothing stored, when the lease was lost or the
   * endpoint deleted.
   */
  finishTurn(endpointId: WebhookId, leaseId: string, result: TurnResult, nowMs: UnixMs): Promise<boolean>

  /** Sizes of the queues, and since when the longest overdue delivery is due. */
  backlog(nowMs: UnixMs): Promise<WebhookBacklog>
  /** Newest first. */
  listDeliveries(endpointId: WebhookId, page: PageRequest): Promise<Page<WebhookDelivery>>
  /**
   * Sends an event again: a pending delivery becomes due at once; of a finished one a copy with the id `copyId` is queued. Null when the
   * endpoint has no such delivery; `full`, with nothing changed, where the owner's log is full.
   */
  redeliver(
    endpointId: WebhookId,
    id: DeliveryId,
    copyId: DeliveryId,
    nowMs: UnixMs,
    ownMax?: number,
  ): Promise<WebhookDelivery | 'full' | null>
  /**
   * Deletes at most `limit` deliveries that ended before then, or whose endpoint is gone; returns how many.
   */
  prune(beforeMs: UnixMs, limit: number): Promise<number>
}
