import { createGuardedFetch } from '../../src/adapters/outbound/guarded-fetch.ts'
import { createRandomIds } from '../../src/adapters/random-ids.ts'
import { openStorage } from '../../src/adapters/storage/storage.ts'
import { createSystemClock } from '../../src/adapters/system-clock.ts'
import { startWebhookLoop } from '../../src/scheduler/webhook-loop.ts'
import { type KeyId, unixMs } from '../../src/domain/brands.ts'
import { createLogger } from '../../src/lib/logger.ts'
import { createSecretBox } from '../../src/lib/secret-box.ts'
import { Secret } from '../../src/lib/secret.ts'
import { redactNothing } from '../../src/lib/redactor.ts'
import { noTracer } from '../../src/ports/tracer.ts'
import type { Clock } from '../../src/ports/clock.ts'
import type { Storage } from '../../src/ports/storage/storage.ts'
import { createMachineTime } from '../../src/adapters/machine-time.ts'

/** What bench/measures/webhooks.ts tells its worker, as JSON in the first argument. */
export interface WorkerOrder {
  readonly databaseUrl: string
  readonly secretKey: string
  /** Events of all workers before and this one; each is made once. */
  readonly events: number
  readonly endpoints: number
  /** The service's clock goes so many times as fast as the machine's, so that retries of minutes come in seconds. */
  readonly speed: number
  /** Since when it does; the same for every worker, so that its time never goes back. */
  readonly anchorMs: number
  /** False: events are only made, not delivered. */
  readonly deliver: boolean
}

const EVENTS_A_COMMIT = 20

const fastClock = ({ speed, anchorMs }: WorkerOrder, real: Clock): Clock => ({
  nowMs: () => unixMs(anchorMs + Math.round((real.machineMs() - anchorMs) * speed)),
  machineMs: () => real.machineMs(),
  elapsedMs: () => real.elapsedMs(),
  sleep: (ms) => real.sleep(ms / speed),
})

/** Makes the events that are missing; each commit says on stdout how many there are now. */
async function makeEvents(storage: Storage, clock: Clock, { events, endpoints }: WorkerOrder): Promise<void> {
  for (let next = await countEvents(storage, endpoints); next < events; next += EVENTS_A_COMMIT) {
    await storage.transaction(async (tx) => {
      for (let number = next; number < Math.min(events, next + EVENTS_A_COMMIT); number += 1) {
        const keyId = `ak_${number % endpoints}` as KeyId
        const data = { number, name: 'Night Market Frog', ticker: 'NMFROG', mint: 'So11111111111111111111111111111111111111112' }
        await tx.events.insert({ id: `evt_${number}`, type: 'launch.created', mint: null, keyId, atMs: clock.nowMs(), data: data as never })
      }
    })
  }
}

/** Events 0, 1, 2, … are made in order, so the newest of every queue together tell how many there are. */
async function countEvents(storage: Storage, endpoints: number): Promise<number> {
  let count = 0
  for (const { id } of (await storage.webhooks.list(null, { limit: endpoints, cursor: null })).rows) {
    const [newest] = (await storage.webhooks.listDeliveries(id, { limit: 1, cursor: null })).rows
    if (newest) count = Math.max(count, Number(newest.eventId.slice('evt_'.length)) + 1)
  }
  return count
}

const order = JSON.parse(process.argv[2]!) as WorkerOrder
const storage = await openStorage(new Secret(order.databaseUrl))
const clock = fastClock(order, createSystemClock())
const log = createLogger({ level: 'error', nowMs: clock.nowMs, write: (line) => process.stderr.write(`${line}\n`) })
if (order.deliver) {
  const webhookSecrets = createSecretBox(new Secret(order.secretKey), 'webhook-secrets')
  const web = createGuardedFetch(createMachineTime(), { allowLoopback: true })
  startWebhookLoop({
    storage,
    clock,
    tracer: noTracer,
    log,
    ids: createRandomIds(),
    web,
    mail: null,
    webhookSecrets,
    redact: redactNothing,
  })
}
await makeEvents(storage, clock, order)
if (!order.deliver) process.exit(0)
