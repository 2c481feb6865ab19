import { unixMs } from '../../domain/brands.ts'
import { backoffMs, type EndedAttempt, isDelivered, nextAttempt } from '../../domain/webhooks/webhook-schedule.ts'
import { type DeliveryAttempt, messageBody, type WebhookEndpoint } from '../../domain/webhooks/webhook.ts'
import { noticeOf } from '../../domain/webhooks/notice.ts'
import type { Deps } from '../../ports/deps.ts'
import type { QueuedDelivery, TriedDelivery, TurnResult } from '../../ports/storage/webhooks.ts'
import { attemptDelivery } from './attempt-delivery.ts'

/** The exclusive right to deliver to one endpoint until the lease expires. */
export interface DeliveryTurn {
  readonly endpoint: WebhookEndpoint
  readonly leaseId: string
}

/** What a turn changes of its endpoint's row. */
type EndpointRecord = Omit<TurnResult, 'tried'>

type DeliveryDeps = Pick<Deps, 'storage' | 'clock' | 'tracer' | 'ids' | 'log' | 'web' | 'mail' | 'webhookSecrets' | 'redact'>

/** A turn begins no attempt after this, so that its results are stored soon. */
const TURN_MS = 1_000
const TURN_DELIVERIES_MAX = 50
/** Longer than a turn and its last attempt can take: it expires only when a worker is killed. */
const LEASE_MS = 30_000

/** A finished turn whose results are not stored yet. */
export interface EndedTurn extends DeliveryTurn {
  readonly result: TurnResult
}

/**
 * Stores finished turns and takes new ones, at most `endpointsMax`, in one commit: with many endpoints at work, one commit serves all. A
 * turn whose lease was lost is dropped: the endpoint's new worker sends again.
 */
export async function exchangeTurns(
  { storage, clock, ids }: Pick<Deps, 'storage' | 'clock' | 'ids'>,
  ended: readonly EndedTurn[],
  endpointsMax: number,
): Promise<DeliveryTurn[]> {
  const leaseId = ids.text(20)
  const endpoints = await storage.transaction(async (tx) => {
    await tx.lock('webhook claims')
    const nowMs = clock.nowMs()
    for (const turn of ended) await tx.webhooks.finishTurn(turn.endpoint.id, turn.leaseId, turn.result, nowMs)
    if (endpointsMax === 0) return []
    return tx.webhooks.claimDue({ id: leaseId, nowMs, untilMs: unixMs(nowMs + LEASE_MS), endpointsMax })
  })
  return endpoints.map((endpoint) => ({ endpoint, leaseId }))
}

/**
 * Delivers the due events of an endpoint one after the other, oldest first, so that first attempts follow the order of events; a failed
 * one waits for its own next attempt without blocking those behind it. An endpoint that fails repeatedly backs off, and its turn ends.
 * Nothing is stored here: after a crash the same messages are sent again.
 */
export async function deliverTurn(deps: DeliveryDeps, turn: DeliveryTurn, stop?: AbortSignal): Promise<EndedTurn> {
  const { storage, clock } = deps
  const { endpoint } = turn
  const startedAtMs = clock.nowMs()
  const tried: TriedDelivery[] = []
  let record: EndpointRecord = { ...endpoint, nextAttemptAtMs: startedAtMs, disabled: null }
  for (const delivery of await storage.webhooks.queue(endpoint.id, startedAtMs, TURN_DELIVERIES_MAX)) {
    // A turn makes at least one attempt, however long the storage took.
    if (stop?.aborted || (tried.length > 0 && clock.nowMs() - startedAtMs >= TURN_MS)) break
    const attempt = await attemptOrFail(deps, endpoint, delivery)
    const attempts = [...delivery.attempts, attempt]
    const next = isDelivered(attempt.status)
      ? delivered(deps)
      : failed(deps, { attempt: attempts.length, format: endpoint.format, status: attempt.status }, record)
    tried.push({ id: delivery.id, attempts, state: next.state, dueAtMs: next.dueAtMs })
    record = next.record
    if (record.disabled !== null || record.nextAttemptAtMs > clock.nowMs()) break
  }
  const { nextAttemptAtMs, firstFailedAtMs, failures, disabled } = record
  return { ...turn, result: { tried, nextAttemptAtMs, firstFailedAtMs, failures, disabled } }
}

/** An attempt that threw counts as failed, with its reason in the log, so that other endpoints continue. */
async function attemptOrFail(deps: DeliveryDeps, endpoint: WebhookEndpoint, { event }: QueuedDelivery): Promise<DeliveryAttempt> {
  const atMs = deps.clock.nowMs()
  try {
    return await attemptDelivery(deps, endpoint, {
      id: event.id,
      body: messageBody(event),
      notice: () => noticeOf(event.type, event.data),
    })
  } catch (error) {
    deps.log.error('webhook not sent', { webhookId: endpoint.id, eventId: event.id, error })
    return { atMs, status: null, durationMs: 0, answerStart: '', error: 'it was not sent, for a reason on our side' }
  }
}

/** The delivery and its endpoint after an attempt. */
type AttemptEnd = Pick<TriedDelivery, 'state' | 'dueAtMs'> & { readonly record: EndpointRecord }

function delivered({ clock }: DeliveryDeps): AttemptEnd {
  const nowMs = clock.nowMs()
  return { state: 'delivered', dueAtMs: nowMs, record: { nextAttemptAtMs: nowMs, firstFailedAtMs: null, failures: 0, disabled: null } }
}

function failed(
  { clock, ids }: DeliveryDeps,
  ended: Pick<EndedAttempt, 'attempt' | 'format' | 'status'>,
  before: EndpointRecord,
): AttemptEnd {
  const nowMs = clock.nowMs()
  const firstFailedAtMs = before.firstFailedAtMs ?? nowMs
  const failures = before.failures + 1
  const next = nextAttempt({ ...ended, firstFailedAtMs, nowMs, random: fraction(ids.bytes(4)) })
  const disabled = next.outcome === 'disable' ? next.reason : null
  const record = { firstFailedAtMs, failures, disabled, nextAttemptAtMs: unixMs(nowMs + backoffMs(failures)) }
  return next.outcome === 'retry' ? { state: 'pending', dueAtMs: next.atMs, record } : { state: 'failed', dueAtMs: nowMs, record }
}

/** Four bytes as a number from 0 up to 1. */
const fraction = (bytes: Uint8Array): number => new DataView(bytes.buffer, bytes.byteOffset).getUint32(0) / 2 ** 32
