import { type UnixMs, unixMs } from '../../domain/brands.ts'
import { isDelivered, nextAttempt } from '../../domain/webhook-schedule.ts'
import { type DeliveryAttempt, messageBody, type WebhookEndpoint } from '../../domain/webhook.ts'
import type { Deps } from '../../ports/deps.ts'
import type { QueuedDelivery, TurnResult } from '../../ports/webhooks.ts'
import { attemptDelivery } from './attempt-delivery.ts'

/** The right to deliver to one endpoint, alone, until the lease ends. */
export interface DeliveryTurn {
  readonly endpoint: WebhookEndpoint
  readonly leaseId: string
}

type DeliveryDeps = Pick<Deps, 'storage' | 'clock' | 'ids' | 'log' | 'web' | 'webhookSecrets'>

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
 * Delivers the oldest events of an endpoint, one after the other. A failure ends the turn: what is behind waits, so that events
 * arrive in their order. Nothing is recorded here; a process that dies before it is sends the same messages again.
 */
export async function deliverTurn(deps: DeliveryDeps, turn: DeliveryTurn, stop?: AbortSignal): Promise<EndedTurn> {
  const { storage, clock } = deps
  const { endpoint } = turn
  const startedAtMs = clock.nowMs()
  const tried: TurnResult['tried'][number][] = []
  let outcome: Omit<TurnResult, 'tried'> = { nextAttemptAtMs: startedAtMs, firstFailedAtMs: endpoint.firstFailedAtMs, disabled: null }
  for (const delivery of await storage.webhooks.queue(endpoint.id, TURN_DELIVERIES_MAX)) {
    if (stop?.aborted || clock.nowMs() - startedAtMs >= TURN_MS) break
    const attempt = await attemptOrFail(deps, endpoint, delivery)
    const attempts = [...delivery.attempts, attempt]
    if (isDelivered(attempt.status)) {
      outcome = { ...outcome, firstFailedAtMs: null }
      tried.push({ id: delivery.id, attempts, state: 'delivered' })
      continue
    }
    const failure = afterFailure(deps, attempts.length, attempt.status, outcome.firstFailedAtMs)
    outcome = failure.outcome
    tried.push({ id: delivery.id, attempts, state: failure.state })
    break
  }
  return { ...turn, result: { ...outcome, tried } }
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

function afterFailure({ clock, ids }: DeliveryDeps, attempt: number, status: number | null, failedSinceMs: UnixMs | null) {
  const nowMs = clock.nowMs()
  const firstFailedAtMs = failedSinceMs ?? nowMs
  const next = nextAttempt({ attempt, status, firstFailedAtMs, nowMs, random: fraction(ids.bytes(4)) })
  const outcome = {
    firstFailedAtMs,
    nextAttemptAtMs: next.outcome === 'retry' ? next.atMs : nowMs,
    disabled: next.outcome === 'disable' ? next.reason : null,
  }
  return { outcome, state: next.outcome === 'retry' ? ('pending' as const) : ('failed' as const) }
}

/** Four bytes as a number from 0 up to 1. */
const fraction = (bytes: Uint8Array): number => new DataView(bytes.buffer, bytes.byteOffset).getUint32(0) / 2 ** 32
