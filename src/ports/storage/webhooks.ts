import type { DeliveryId, KeyId, UnixMs, WebhookId } from '../../domain/brands.ts'
import type { CoinEvent } from '../../domain/events.ts'
import type { DeliveryAttempt, DeliveryState, DisabledReason, WebhookDelivery, WebhookEndpoint } from '../../domain/webhooks/webhook.ts'
import type { Page, PageRequest } from './page.ts'

/** A delivery that waits in its endpoint's queue. */
export interface QueuedDelivery {
  readonly id: DeliveryId
  readonly attempts: readonly DeliveryAttempt[]
  readonly event: CoinEvent
}

/** A delivery that was tried, with all its attempts. */
export interface TriedDelivery {
  readonly id: DeliveryId
  readonly attempts: readonly DeliveryAttempt[]
  readonly state: DeliveryState
  /** A pending one is not tried again before. */
  readonly dueAtMs: UnixMs
}

/** What came of a turn. */
export interface TurnResult {
  readonly tried: readonly TriedDelivery[]
  /** Nothing is sent to the endpoint before. */
  readonly nextAttemptAtMs: UnixMs
  readonly firstFailedAtMs: UnixMs | null
  readonly failures: number
  readonly disabled: DisabledReason | null
}

/** What waits for endpoints that are on. */
export interface WebhookBacklog {
  readonly pending: number
  /** The time of the oldest event that waits. */
  readonly oldestAtMs: UnixMs | null
  /** Since when the queue that was neglected longest has been due with nobody at it; null when none is. */
  readonly overdueSinceMs: UnixMs | null
}

/** Receivers of events, and the deliveries that wait for them. */
export interface WebhookRepo {
  /** Keeps a new endpoint. An id that is there already throws. */
  insert(endpoint: WebhookEndpoint): Promise<void>
  /** How many endpoints the key has, switched off ones too. */
  count(keyId: KeyId): Promise<number>
  /** Switched off ones too; null when there is none. */
  find(id: WebhookId): Promise<WebhookEndpoint | null>
  /** Of one key, or of all, newest first. */
  list(keyId: KeyId | null, page: PageRequest): Promise<Page<WebhookEndpoint>>
  /** Removes the endpoint and its deliveries; false when there is none. */
  delete(id: WebhookId): Promise<boolean>
  /**
   * Makes `sealedSecret` the one that signs, beside the old one until `previousUntilMs`. Null, and nothing is changed, when the
   * one that signs is no longer `expectedSealed`, or there is no such endpoint.
   */
  rotateSecret(
    id: WebhookId,
    expectedSealed: string,
    change: { readonly sealedSecret: string; readonly previousUntilMs: UnixMs },
  ): Promise<WebhookEndpoint | null>
  /** Switches it on, with a clean record; what waited is due at once. */
  enable(id: WebhookId): Promise<WebhookEndpoint | null>

  /**
   * Adds the event to the queue of every endpoint that is on, subscribed to its type, and of its owner or of the operator.
   * Endpoints of a revoked key hear nothing more. Called by `events.insert`, in its commit.
   */
  enqueue(event: CoinEvent): Promise<void>
  /**
   * Takes endpoints with a delivery that is due, those that waited longest first: until the lease ends no other caller gets
   * them. None of a revoked key.
   * Run it in a transaction that holds a lock of its own, so that replicas take turns.
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
   * Records a turn and gives the endpoint back, in one commit; false, with nothing recorded, when the lease was lost or the
   * endpoint deleted.
   */
  finishTurn(endpointId: WebhookId, leaseId: string, result: TurnResult, nowMs: UnixMs): Promise<boolean>

  /** What waits now, and since when the most neglected of it is due. */
  backlog(nowMs: UnixMs): Promise<WebhookBacklog>
  /** Newest first. */
  listDeliveries(endpointId: WebhookId, page: PageRequest): Promise<Page<WebhookDelivery>>
  /**
   * Sends an event again: a pending delivery is due at once, of a finished one a copy named `copyId` joins the queue.
   * Null when the endpoint has no such delivery; `full`, and nothing is changed, where the owner's endpoints have as many as they may.
   */
  redeliver(
    endpointId: WebhookId,
    id: DeliveryId,
    copyId: DeliveryId,
    nowMs: UnixMs,
    ownMax?: number,
  ): Promise<WebhookDelivery | 'full' | null>
  /** Removes deliveries that ended before then, or whose endpoint is gone; returns how many. */
  prune(beforeMs: UnixMs): Promise<number>
}
