import { noTracer } from '../../src/ports/tracer.ts'
import type { Storage } from '../../src/ports/storage/storage.ts'
import { createGuardedFetch } from '../../src/adapters/outbound/guarded-fetch.ts'
import { memoryStorage } from './memory-storage.ts'
import { type Caller, OPERATOR_KEY_ID } from '../../src/domain/api-key.ts'
import type { KeyId } from '../../src/domain/brands.ts'
import type { CoinEvent, EventType } from '../../src/domain/events.ts'
import { registerEndpoint } from '../../src/features/webhooks/register-endpoint.ts'
import { createLogger } from '../../src/lib/logger.ts'
import { createSecretBox } from '../../src/lib/secret-box.ts'
import { Secret } from '../../src/lib/secret.ts'
import type { Deps } from '../../src/ports/deps.ts'
import { createCountedIds } from './counted-ids.ts'
import { createManualClock, type ManualClock } from './manual-clock.ts'
import { createWebhookReceiver, type WebhookReceiver } from './webhook-receiver.ts'
import { machineTime } from './machine-time.ts'

/** Whoever calls with this key. */
export const callerOf = (keyId: string): Caller => ({
  keyId: keyId as KeyId,
  operator: keyId === OPERATOR_KEY_ID,
  ops: false,
  requireApproval: false,
  launchesPerHour: 5,
  referral: null,
})

type SceneDeps = Pick<Deps, 'storage' | 'tracer' | 'clock' | 'ids' | 'log' | 'web' | 'mail' | 'webhookSecrets' | 'policy' | 'redact'>

/** The webhook feature on its own: storage in memory, a clock moved by hand, the guarded web, and receivers on loopback. */
export interface WebhookScene {
  readonly deps: SceneDeps
  readonly clock: ManualClock
  readonly logLines: string[]
  /** A receiver, registered for every event type unless told otherwise. */
  addReceiver(
    keyId: string,
    events?: EventType[],
  ): Promise<WebhookReceiver & { readonly id: Awaited<ReturnType<typeof registerEndpoint>>['endpoint']['id'] }>
  /** Commits an event of this key and returns its id. */
  emit(keyId: string, type?: EventType): Promise<string>
  close(): Promise<void>
}

const EVERY_TYPE: EventType[] = [
  'launch.created',
  'feeShare.locked',
  'remit.cranked',
  'buyback.executed',
  'holderKol.locked',
  'coin.graduated',
]

/** Opens it. `overrides` replaces members of the dependencies. */
export async function createWebhookScene(overrides: Partial<SceneDeps> = {}): Promise<WebhookScene> {
  const clock = createManualClock()
  const ids = createCountedIds()
  const logLines: string[] = []
  const storage = overrides.storage ?? (await memoryStorage())
  const deps: SceneDeps = {
    tracer: noTracer,
    storage,
    clock,
    ids,
    log: createLogger({ level: 'debug', nowMs: clock.nowMs, write: (line) => logLines.push(line) }),
    web: createGuardedFetch(machineTime, { allowLoopback: true }),
    mail: null,
    webhookSecrets: createSecretBox(new Secret('a test key'), 'webhook-secrets'),
    policy: { cluster: 'simulated', simulatedOpen: true } as Deps['policy'],
    redact: (text) => text,
    ...overrides,
  }
  const receivers: WebhookReceiver[] = []
  return {
    deps,
    clock,
    logLines,
    async addReceiver(keyId, events = EVERY_TYPE) {
      const receiver = createWebhookReceiver(clock.machineMs)
      receivers.push(receiver)
      const { endpoint, secret } = await registerEndpoint(deps, callerOf(keyId), { url: receiver.url, events })
      receiver.secrets.push(secret.reveal())
      return Object.assign(receiver, { id: endpoint.id })
    },
    async emit(keyId, type = 'launch.created') {
      const event: CoinEvent = {
        id: `evt_${ids.text(20)}`,
        type,
        mint: null,
        keyId: keyId as KeyId,
        atMs: clock.nowMs(),
        data: { name: 'Zoë 🚀' } as never,
      }
      await storage.transaction((tx) => tx.events.insert(event))
      return event.id
    },
    async close() {
      for (const receiver of receivers) receiver.stop()
      await storage.close()
    },
  }
}

/** Opens scenes of which a test needs several; `closeAll` closes them. */
export function createWebhookScenes() {
  const scenes: WebhookScene[] = []
  return {
    async open(overrides?: Parameters<typeof createWebhookScene>[0]): Promise<WebhookScene> {
      const scene = await createWebhookScene(overrides)
      scenes.push(scene)
      return scene
    },
    async closeAll() {
      for (const scene of scenes.splice(0)) await scene.close()
    },
  }
}

/** Logs of one delivery for each owner. */
export const withSmallLog = (storage: Storage): Storage => ({
  ...storage,
  transaction: (work) =>
    storage.transaction((tx) => {
      const { webhooks } = tx
      const redeliver: typeof webhooks.redeliver = (id, of, copy, nowMs) => webhooks.redeliver(id, of, copy, nowMs, 1)
      const small = { ...webhooks, redeliver }
      return work(new Proxy(tx, { get: (repos, name) => (name === 'webhooks' ? small : Reflect.get(repos, name)) }))
    }),
})
