import { type KeyId, type WebhookId, unixMs } from '../../src/domain/brands.ts'
import type { CoinEvent } from '../../src/domain/events.ts'
import type { DeliveryAttempt, WebhookEndpoint } from '../../src/domain/webhooks/webhook.ts'
import type { Storage } from '../../src/ports/storage/storage.ts'
import type { TurnResult } from '../../src/ports/storage/webhooks.ts'

/** When all of it happens. */
export const nowMs = unixMs(1_800_000_000_000)
/** So long after that. */
export const later = (ms: number) => unixMs(nowMs + ms)
/** When everything that waits is due. */
export const someDay = later(1e12)

/** An attempt that was answered. */
export const attempt: DeliveryAttempt = { atMs: nowMs, status: 200, durationMs: 5, answerStart: 'ok\u0000', error: null }
/** An endpoint after a turn in which nothing failed. */
export const rested: Omit<TurnResult, 'tried'> = { nextAttemptAtMs: nowMs, firstFailedAtMs: null, failures: 0, disabled: null }

/** Rows of webhooks whose ids nobody else has, in the storage that is open. */
export function webhookRows(storage: () => Storage) {
  let made = 0
  const id = (prefix: string) => `${prefix}_${++made}`
  const endpointOf = (keyId: KeyId, changes: Partial<WebhookEndpoint> = {}): WebhookEndpoint => ({
    id: id('wh') as WebhookId,
    keyId,
    url: 'https://public.test/hook',
    format: 'standard',
    sealedUrl: null,
    events: ['launch.created', 'feeShare.locked'],
    label: null,
    disabled: null,
    sealedSecret: 'v1.sealed',
    previous: null,
    firstFailedAtMs: null,
    failures: 0,
    createdAtMs: nowMs,
    ...changes,
  })
  const eventOf = (keyId: KeyId, changes: Partial<CoinEvent> = {}) =>
    ({
      id: id('evt'),
      type: 'launch.created',
      mint: null,
      keyId,
      atMs: nowMs,
      data: { name: 'Zoë', lamports: 2n ** 60n } as never,
      ...changes,
    }) as CoinEvent
  return {
    newKey: () => id('ak') as KeyId,
    id,
    endpointOf,
    eventOf,
    async add(keyId: KeyId, changes?: Partial<WebhookEndpoint>) {
      const endpoint = endpointOf(keyId, changes)
      await storage().webhooks.insert(endpoint)
      return endpoint
    },
    async emit(keyId: KeyId, changes?: Partial<CoinEvent>) {
      const event = eventOf(keyId, changes)
      await storage().events.insert(event)
      return event
    },
    /** Ids of the events that wait for the endpoint. */
    queued: async (endpoint: WebhookEndpoint) => (await storage().webhooks.queue(endpoint.id, someDay, 100)).map(({ event }) => event.id),
    /** Leases what is due for half a minute; the lease, or null when the endpoint is not among it. */
    async claim(endpoint: WebhookEndpoint, atMs = nowMs, lease = id('lease')) {
      const claimed = await storage().webhooks.claimDue({ id: lease, nowMs: atMs, untilMs: unixMs(atMs + 30_000), endpointsMax: 100 })
      return claimed.some((other) => other.id === endpoint.id) ? lease : null
    },
  }
}
