import { unixMs } from '../../domain/brands.ts'
import { isDelivered, nextAttempt, restMs } from '../../domain/webhooks/webhook-schedule.ts'
import { type DeliveryAttempt, messageBody, type WebhookEndpoint } from '../../domain/webhooks/webhook.ts'
import type { Deps } from '../../ports/deps.ts'
import type { QueuedDelivery, TriedDelivery, TurnResult } from '../../ports/storage/webhooks.ts'
import { attemptDelivery } from './attempt-delivery.ts'

/** The right to deliver to one endpoint, alone, until the lease ends. */
export interface DeliveryTurn {
  readonly endpoint: WebhookEndpoint
  readonly leaseId: string
}

/** What a turn changes of its endpoint. */
type EndpointRecord = Omit<TurnResult, 'tried'>

type DeliveryDeps = Pick<Deps, 'storage' | 'clock' | 'ids' | 'log' | 'web' | 'webhookSecrets' | 'strikeOut'>

/** A turn begins no attempt after this, so that an endpoint's results are in the storage soon. */
const TURN_MS = 1_000
const TURN_DELIVERIES_MAX = 50
/** Longer than a turn and its last attempt can take: only a killed worker lets it run out. */
const LEASE_MS = 30_000

/** A turn that ended, and what is still to be recorded of it. */
export interface EndedTurn extends DeliveryTurn {
  readonly result: TurnResult
}

/**
 * Records ended turns and takes new ones, at most `endpointsMax`, in one commit: with many endpoints at work, one commit serves
 * what all of them did since the last. A turn whose lease was lost is dropped: whoever has the endpoint now sends again.
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
 * Delivers the oldest events of an endpoint that are due, one after the other, so that first attempts are made in the order of the
 * events; one that failed waits for its own next attempt, and what is behind it goes on. An endpoint that fails again and
 * again rests, and its turn ends. Nothing is recorded here; a process that dies before it is sends the same messages again.
 */
export async function deliverTurn(deps: DeliveryDeps, turn: DeliveryTurn, stop?: AbortSignal): Promise<EndedTurn> {
  const { storage, clock } = deps
  const { endpoint } = turn
  const startedAtMs = clock.nowMs()
  const tried: TriedDelivery[] = []
  let record: EndpointRecord = { ...endpoint, nextAttemptAtMs: startedAtMs, disabled: null }
  for (const delivery of await storage.webhooks.queue(endpoint.id, startedAtMs, TURN_DELIVERIES_MAX)) {
    // A first attempt is made however long the storage took: a turn always gets on.
    if (stop?.aborted || (tried.length > 0 && clock.nowMs() - startedAtMs >= TURN_MS)) break
    const attempt = await attemptOrFail(deps, endpoint, delivery)
    const attempts = [...delivery.attempts, attempt]
    const next = isDelivered(attempt.status) ? delivered(deps) : failed(deps, attempts.length, attempt.status, record)
    tried.push({ id: delivery.id, attempts, state: next.state, dueAtMs: next.dueAtMs })
    record = next.record
    if (record.disabled !== null || record.nextAttemptAtMs > clock.nowMs()) break
  }
  const { nextAttemptAtMs, firstFailedAtMs, failures, disabled } = record
  return { ...turn, result: { tried, nextAttemptAtMs, firstFailedAtMs, failures, disabled } }
}

/** One pass: delivers to every endpoint with something due, all at the same time, and returns how many there were. */
export async function deliverDue(deps: DeliveryDeps, endpointsMax = 200): Promise<number> {
  const turns = await exchangeTurns(deps, [], endpointsMax)
  const ended = await Promise.all(turns.map((turn) => deliverTurn(deps, turn)))
  await exchangeTurns(deps, ended, 0)
  return turns.length
}

/** An attempt that could not even be made is a failed one, with its reason in the log: the other endpoints go on. */
async function attemptOrFail(deps: DeliveryDeps, endpoint: WebhookEndpoint, { event }: QueuedDelivery): Promise<DeliveryAttempt> {
  const atMs = deps.clock.nowMs()
  try {
    return await attemptDelivery(deps, endpoint, { id: event.id, body: messageBody(event) })
  } catch (error) {
    deps.log.error('webhook not sent', { webhookId: endpoint.id, eventId: event.id, error })
    return { atMs, status: null, durationMs: 0, answerStart: '', error: 'it was not sent, for a reason on our side' }
  }
}

/** How a delivery stands after an attempt, and its endpoint. */
type AttemptEnd = Pick<TriedDelivery, 'state' | 'dueAtMs'> & { readonly record: EndpointRecord }

function delivered({ clock }: DeliveryDeps): AttemptEnd {
  const nowMs = clock.nowMs()
  return { state: 'delivered', dueAtMs: nowMs, record: { nextAttemptAtMs: nowMs, firstFailedAtMs: null, failures: 0, disabled: null } }
}

function failed({ clock, ids }: DeliveryDeps, attempt: number, status: number | null, before: EndpointRecord): AttemptEnd {
  const nowMs = clock.nowMs()
  const firstFailedAtMs = before.firstFailedAtMs ?? nowMs
  const failures = before.failures + 1
  const next = nextAttempt({ attempt, status, firstFailedAtMs, nowMs, random: fraction(ids.bytes(4)) })
  const disabled = next.outcome === 'disable' ? next.reason : null
  const record = { firstFailedAtMs, failures, disabled, nextAttemptAtMs: unixMs(nowMs + restMs(failures)) }
  return next.outcome === 'retry' ? { state: 'pending', dueAtMs: next.atMs, record } : { state: 'failed', dueAtMs: nowMs, record }
}

/** Four bytes as a number from 0 up to 1. */
const fraction = (bytes: Uint8Array): number => new DataView(bytes.buffer, bytes.byteOffset).getUint32(0) / 2 ** 32
