import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Webhook } from 'standardwebhooks'
import { createRandomIds } from '../../src/adapters/random-ids.ts'
import { openStorage } from '../../src/adapters/storage/storage.ts'
import type { KeyId } from '../../src/domain/brands.ts'
import { registerEndpoint } from '../../src/features/webhooks/register-endpoint.ts'
import { createSystemClock } from '../../src/adapters/system-clock.ts'
import { createSecretBox } from '../../src/lib/secret-box.ts'
import { Secret } from '../../src/lib/secret.ts'
import type { Deps } from '../../src/ports/deps.ts'
import { createSeededRandom } from '../../test/support/seeded-random.ts'
import type { Figure } from '../figure.ts'
import type { Bench, Measure } from '../measure.ts'
import type { WorkerOrder } from './webhooks-worker.ts'

/** How a run goes. */
export interface WebhookRun {
  readonly events: number
  readonly endpoints: number
  /** The first so many endpoints answer 500 to some messages. */
  readonly failing: number
  readonly failureRate: number
  /** The worker is killed with SIGKILL this often; null = never. */
  readonly killEveryMs: number | null
  readonly speed: number
}

/** What the receivers saw. */
export interface WebhookRunResult {
  readonly kills: number
  readonly elapsedMs: number
  /** Messages that arrived, repeated and refused ones too. */
  readonly arrived: number
  /** Messages that the receivers answered with 500. */
  readonly refused: number
  /** Messages that came again after they had been taken, each with its own id: killed workers make some. */
  readonly repeated: number
  /** Events that one of their endpoints never got: must be none. */
  readonly lost: number
  /** Messages that the standardwebhooks library did not verify: must be none. */
  readonly forged: number
  /** Endpoints at which a first attempt was out of order: must be none. */
  readonly disordered: number
}

const SECRET_KEY = 'a key of the bench, 32 characters'
const SEED = 5

const EVENTS = { full: 50_000, quick: 10_000 }

/** Deliveries a second with nothing failing. */
async function run(bench: Bench): Promise<Figure[]> {
  bench.say('webhooks')
  const events = bench.quick ? EVENTS.quick : EVENTS.full
  const { arrived, elapsedMs } = await runWebhooks({ events, endpoints: 50, failing: 0, failureRate: 0, killEveryMs: null, speed: 1 })
  const ours = [(arrived / elapsedMs) * 1_000]
  return [{ measure: 'webhook deliveries, 50 endpoints', what: 'rate', unit: '/s', better: 'higher', ours, budget: { least: 2_000 } }]
}

/** Plays the receivers of one run over a fresh SQLite file, with a worker process that is killed again and again. */
export async function runWebhooks(run: WebhookRun): Promise<WebhookRunResult> {
  const folder = mkdtempSync(join(tmpdir(), 'webhooks-'))
  const databaseUrl = `sqlite:${join(folder, 'service.db')}`
  const receivers = startReceivers(run)
  try {
    await registerAll(databaseUrl, run, receivers)
    const order = { ...run, databaseUrl, secretKey: SECRET_KEY, anchorMs: Date.now() }
    // Without kills only delivering is timed: the events are there before.
    if (run.killEveryMs === null) await startWorker({ ...order, deliver: false }).exited
    const startedMs = performance.now()
    const kills = await workUntil(receivers.complete, { ...order, deliver: true }, run.killEveryMs)
    return { kills, elapsedMs: performance.now() - startedMs, ...receivers.result() }
  } finally {
    receivers.stop()
    rmSync(folder, { recursive: true })
  }
}

const startWorker = (order: WorkerOrder) =>
  Bun.spawn([process.execPath, new URL('webhooks-worker.ts', import.meta.url).pathname, JSON.stringify(order)], {
    stdout: 'ignore',
    stderr: 'inherit',
  })

/** Keeps a worker running, killing it as often as told, until `complete`; returns how often it was killed. */
async function workUntil(complete: Promise<void>, order: WorkerOrder, killEveryMs: number | null): Promise<number> {
  for (let kills = 0; ; kills += 1) {
    const worker = startWorker(order)
    const done = complete.then(() => true)
    const ended = await Promise.race([done, ...(killEveryMs === null ? [] : [Bun.sleep(killEveryMs).then(() => false)])])
    worker.kill('SIGKILL')
    await worker.exited
    if (ended) return kills
  }
}

async function registerAll(databaseUrl: string, { endpoints }: WebhookRun, receivers: Receivers): Promise<void> {
  const storage = await openStorage(new Secret(databaseUrl))
  const deps: Parameters<typeof registerEndpoint>[0] = {
    storage,
    clock: createSystemClock(),
    ids: createRandomIds(),
    policy: { cluster: 'simulated', simulatedOpen: true } as Deps['policy'],
    mail: null,
    webhookSecrets: createSecretBox(new Secret(SECRET_KEY), 'webhook-secrets'),
  }
  for (let index = 0; index < endpoints; index += 1) {
    const caller = {
      keyId: `ak_${index}` as KeyId,
      operator: false,
      ops: false,
      requireApproval: false,
      launchesPerHour: null,
      referral: null,
    }
    const { secret } = await registerEndpoint(deps, caller, { url: `${receivers.url}/${index}`, events: ['launch.created'] })
    receivers.trust(index, secret.reveal())
  }
  await storage.close()
}

interface Receivers {
  readonly url: string
  readonly complete: Promise<void>
  trust(index: number, secret: string): void
  result(): Omit<WebhookRunResult, 'kills' | 'elapsedMs'>
  stop(): void
}

/** One server that plays every receiver, by the path. */
function startReceivers({ events, endpoints, failing, failureRate }: WebhookRun): Receivers {
  const random = createSeededRandom(SEED)
  const webhooks: Webhook[] = []
  const tried = Array.from({ length: endpoints }, () => new Set<string>())
  const taken = Array.from({ length: endpoints }, () => new Set<string>())
  const disordered = new Set<number>()
  const { promise: complete, resolve } = Promise.withResolvers<void>()
  let arrived = 0
  let forged = 0
  let refused = 0
  let accepted = 0

  const note = (index: number, id: string): void => {
    const ids = tried[index]!
    // The n-th event of endpoint i is number i + n * endpoints.
    if (!ids.has(id) && id !== `evt_${index + ids.size * endpoints}`) disordered.add(index)
    ids.add(id)
  }
  const accept = (index: number, id: string): void => {
    if (taken[index]!.has(id)) return
    taken[index]!.add(id)
    accepted += 1
    if (accepted === events) resolve()
  }

  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    idleTimeout: 0,
    async fetch(request) {
      const index = Number(new URL(request.url).pathname.slice(1))
      arrived += 1
      try {
        webhooks[index]!.verify(await request.text(), Object.fromEntries(request.headers))
      } catch {
        forged += 1
        return new Response(null, { status: 400 })
      }
      const id = request.headers.get('webhook-id')!
      note(index, id)
      if (index < failing && random.fraction() < failureRate) {
        refused += 1
        return new Response(null, { status: 500 })
      }
      accept(index, id)
      return new Response(null, { status: 204 })
    },
  })
  return {
    url: `http://127.0.0.1:${server.port}`,
    complete,
    trust: (index, secret) => void (webhooks[index] = new Webhook(secret)),
    result: () => ({
      arrived,
      refused,
      repeated: arrived - forged - refused - accepted,
      lost: events - accepted,
      forged,
      disordered: disordered.size,
    }),
    stop: () => void server.stop(true),
  }
}

/** Deliveries, by a worker process. */
export const webhooks: Measure = { name: 'webhooks', about: 'deliveries a second to 50 endpoints', inside: true, run }
