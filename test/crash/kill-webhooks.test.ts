import { Database } from 'bun:sqlite'
import { describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { toBase64 } from '../../src/lib/bytes.ts'
import { eventually } from '../support/eventually.ts'
import { createSeededRandom } from '../support/seeded-random.ts'
import { type ServerProcess, startServerProcess, temporaryDataDir } from '../support/server-process.ts'
import { CREW_WALLETS, newPerson, OPERATOR_KEY, pngBytes } from '../support/test-app.ts'
import { createWatchedReceiver, type WatchedReceiver } from './watched-receiver.ts'

// In full 200 times; the everyday run takes a sample.
const KILLS = process.env.CRASH_TEST === 'full' ? 200 : 12
const LAUNCHES_A_KILL = 2
const EVENTS = ['launch.created', 'feeShare.locked']
/** A claimed key makes so many launches an hour. */
const LAUNCHES_A_KEY = 5
const SEED = 22

/** When a process dies: with its request in the receiver's hands, just after the answer to it, or with its launches just answered. */
const MOMENTS = ['arrived', 'answered', 'launched'] as const

interface Order {
  readonly key: string
  readonly address: string
  readonly launcherSecret: string
  readonly idempotencyKey: string
  readonly body: object
}

/** What the service’s own database says was to be said, and what it still has to send. */
function openRecord(dataDir: string) {
  const db = new Database(join(dataDir, 'service.db'), { readonly: true })
  const recorded = db.query<{ id: string; key: string }, []>(
    `SELECT id, key_id AS key FROM event WHERE type IN (${EVENTS.map((type) => `'${type}'`)}) ORDER BY id`,
  )
  const waiting = db.query<{ waiting: number }, []>("SELECT count(*) AS waiting FROM webhook_delivery WHERE state = 'pending'")
  return { recorded: () => recorded.all(), waiting: () => waiting.get()!.waiting, close: () => db.close() }
}

describe('kill -9 while webhooks are delivered', () => {
  test('rules 10.21 and 10.22: each event reaches each of its receivers, signed; none is lost, none is made up', async () => {
    const random = createSeededRandom(SEED)
    const { dataDir, remove } = temporaryDataDir()
    const env = { DATA_DIR: dataDir, OPERATOR_API_KEY: OPERATOR_KEY, TRUSTED_PROXIES: '127.0.0.0/8' }
    let server: ServerProcess = await startServerProcess(env)
    const call = async (path: string, body: object, headers: Record<string, string>) => {
      const init = {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify(body),
        keepalive: false,
      }
      const response = await fetch(`${server.url}${path}`, init)
      return { status: response.status, body: (await response.json()) as Record<string, any> }
    }
    /** As from elsewhere, so that no rate of this address stands in the way. */
    const from = (address: string) => ({ 'x-forwarded-for': address, 'x-forwarded-proto': 'https' })

    const receivers: WatchedReceiver[] = []
    const listen = async (key: string, refusedShare: number): Promise<WatchedReceiver> => {
      const receiver = createWatchedReceiver(() => random.fraction() < refusedShare)
      const { status, body } = await call('/api/webhooks', { url: receiver.url, events: EVENTS }, { 'x-svc-api-key': key })
      expect(status).toBe(201)
      receiver.trust(body.secret)
      receivers.push(receiver)
      return receiver
    }

    const claimed: { key: string; id: string; address: string }[] = []
    const claim = async () => {
      const address = `203.0.${claimed.length >> 8}.${claimed.length & 255}`
      const { body } = await call('/api/agent/keys/claim', {}, from(address))
      claimed.push({ key: body.key, id: body.id, address })
    }
    await claim()
    let orders = 0
    const newOrder = async (): Promise<Order> => {
      if (orders > 0 && orders % LAUNCHES_A_KEY === 0) await claim()
      orders += 1
      const launcher = newPerson()
      const crew = [{ handle: 'a', wallet: CREW_WALLETS[0], share: 100 }]
      const coin = { name: `Frog ${orders}`, ticker: 'FROG', imageBase64: toBase64(pngBytes()), crew, launcherPubkey: launcher.wallet }
      return { ...claimed.at(-1)!, launcherSecret: launcher.secret, idempotencyKey: `launch-${orders}`, body: coin }
    }
    const send = ({ key, address, launcherSecret, idempotencyKey, body }: Order) =>
      call('/api/agent/launch', body, {
        ...from(address),
        'x-svc-api-key': key,
        'x-launcher-key': launcherSecret,
        'x-idempotency-key': idempotencyKey,
      })

    // Two hear of everything, one of which refuses some messages once; one hears of its own key alone.
    await listen(OPERATOR_KEY, 0)
    await listen(OPERATOR_KEY, 0.2)
    const owners = await listen(claimed[0]!.key, 0.1)

    const mints = new Set<string>()
    const moments = new Map<string, number>()
    for (let kill = 0; kill < KILLS; kill += 1) {
      const moment = MOMENTS[random.below(MOMENTS.length)]!
      const batch: Order[] = []
      for (let launch = 0; launch < LAUNCHES_A_KILL; launch += 1) batch.push(await newOrder())
      const dead = Promise.withResolvers<void>()
      const die = async () => {
        await server.kill()
        dead.resolve()
      }
      // Whatever comes of a launch whose process dies: it is sent again.
      const answered = Promise.allSettled(batch.map(send))
      if (moment === 'launched') void answered.then(die)
      else watchForOne(receivers, moment, 1 + random.below(LAUNCHES_A_KILL * EVENTS.length), die)
      await dead.promise
      moments.set(moment, (moments.get(moment) ?? 0) + 1)
      await answered
      server = await startServerProcess(env)
      for (const order of batch) {
        const { status, body } = await eventually(async () => {
          const answer = await send(order)
          // One that was under way when its process died is told about when it has ended.
          return [409, 503].includes(answer.status) ? null : answer
        })
        expect({ order: order.idempotencyKey, status }).toEqual({ order: order.idempotencyKey, status: 201 })
        mints.add(body.mint)
      }
    }

    const record = openRecord(dataDir)
    await eventually(() => record.waiting() === 0, 180_000, 100)
    const recorded = record.recorded()
    record.close()
    expect(await server.stop()).toBe(0)
    expect(mints.size).toBe(KILLS * LAUNCHES_A_KILL)
    expect(recorded).toHaveLength(mints.size * EVENTS.length)
    for (const receiver of receivers) {
      const its = receiver === owners ? recorded.filter(({ key }) => key === claimed[0]!.id) : recorded
      expect(its.length).toBeGreaterThan(0)
      expect([...receiver.taken].sort()).toEqual(its.map(({ id }) => id))
      expect(receiver.forged).toEqual([])
      receiver.stop()
    }
    const arrived = receivers.reduce((sum, receiver) => sum + receiver.arrived(), 0)
    const taken = receivers.reduce((sum, { taken: { size } }) => sum + size, 0)
    console.log(
      `killed ${KILLS} times (${[...moments].map((entry) => entry.join(' ')).join(', ')}): ${taken} messages in ${arrived} requests`,
    )
    // Those that died with a message on its way sent it again.
    expect(arrived).toBeGreaterThan(taken)
    remove()
  }, 1_800_000)
})

/** Calls `die` once, at the so-manieth message from now on. */
function watchForOne(receivers: readonly WatchedReceiver[], moment: 'arrived' | 'answered', count: number, die: () => Promise<void>): void {
  let seen = 0
  for (const receiver of receivers)
    receiver.watch(async (at) => {
      if (at !== moment || ++seen !== count) return
      for (const other of receivers) other.watch(null)
      await die()
    })
}
