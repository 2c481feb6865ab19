import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { HOSTILE_BODIES } from '../support/hostile-bodies.ts'
import { createPaymentBank, PAY_TO } from '../support/payment-bank.ts'
import { type BareServer, startBareServer } from '../support/bare-server.ts'
import { type LoopProber, startLoopProber } from '../support/loop-prober.ts'
import { type HostileRequest, inPieces, sendHostile } from '../support/send-hostile.ts'
import { eventually } from '../support/eventually.ts'
import { type ServerProcess, startServerProcess } from '../support/server-process.ts'
import { newPerson, OPERATOR_KEY } from '../support/test-app.ts'

/** Beyond what an idle server shows in the same run. */
const GAP_MS = 100
const GROWTH_BYTES = 67_108_864
/** What the scheduler of a busy machine does to one probe it does not do to the same request five times. */
const TRIES = 5
/** How many times an idle server is asked for one of its worst waits. */
const PROBES_OF_A_WAIT = 30
const WHOLE_BYTES = 8_388_608

let server: ServerProcess
let bare: BareServer
let prober: LoopProber
beforeAll(async () => {
  server = await startServerProcess({
    DATABASE_URL: 'sqlite::memory:',
    OPERATOR_API_KEY: OPERATOR_KEY,
    TRUSTED_PROXIES: '127.0.0.0/8',
    JOBS_ENABLED: '1',
    SIMULATED_OPEN: '1',
    X402_PAY_TO: PAY_TO,
    X402_FACILITATOR_URL: 'http://127.0.0.1:9',
    LOG_LEVEL: 'info',
  })
  bare = await startBareServer()
  prober = await startLoopProber(server.url)
}, 180_000)
afterAll(async () => {
  await prober.stop()
  await bare.stop()
  await server.kill()
})

interface Route {
  readonly method: string
  readonly path: string
  readonly bytesMax: number
  readonly operatorOnly: boolean
  readonly priceMicros: bigint | null
}

async function readRoutes(): Promise<Route[]> {
  const { paths } = (await (await fetch(`${server.url}/openapi.json`)).json()) as { paths: Record<string, Record<string, any>> }
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      method: method.toUpperCase(),
      path: path.replaceAll(/\{\w+\}/g, 'x'),
      bytesMax: operation['x-body-bytes-max'] ?? WHOLE_BYTES,
      operatorOnly: JSON.stringify(operation.responses).includes('operator_key_required') || path.endsWith('/featured'),
      priceMicros: operation['x-price'] ? BigInt(Math.round(Number(operation['x-price'].slice(1)) * 1_000_000)) : null,
    })),
  )
}

let addresses = 0
/** A client of its own, so that no rate stands before the work. */
const newAddress = () => `10.${(addresses += 1) >> 16}.${(addresses >> 8) & 255}.${addresses & 255}`

/** Who calls: with a key, with a payment that nobody has looked at, or with neither. */
type Caller = 'a key' | 'a payment' | 'nothing'

const bank = createPaymentBank()

async function headersOf({ operatorOnly, priceMicros }: Route, caller: Caller): Promise<Record<string, string>> {
  const from = { 'x-forwarded-for': newAddress(), 'x-forwarded-proto': 'https' }
  if (caller === 'nothing') return from
  const secret = { 'x-launcher-key': newPerson().secret, 'x-idempotency-key': `key-${addresses}-of-the-walk` }
  if (caller === 'a payment') return { ...from, ...secret, ...bank.newPayer().pay(priceMicros!) }
  if (operatorOnly) return { ...from, 'x-svc-api-key': OPERATOR_KEY }
  const claimed = await fetch(`${server.url}/api/agent/keys/claim`, { method: 'POST', headers: from })
  return { ...from, ...secret, 'x-svc-api-key': ((await claimed.json()) as { key: string }).key }
}

const callersOf = ({ priceMicros }: Route): Caller[] => ['a key', 'nothing', ...(priceMicros === null ? [] : ['a payment' as const])]

/** The worst wait of a short while in which nobody else asks anything: the median of many, which one delay of the machine is not. */
async function idleWaitMs(): Promise<number> {
  const waits: number[] = []
  await prober.worstMs()
  for (let times = 0; times < 21; times += 1) waits.push(await prober.worstMs(PROBES_OF_A_WAIT))
  return waits.toSorted((a, b) => a - b)[10]!
}

/** Processor time of a server's main thread, which is the event loop's, in ms. */
const busyMs = ({ pid }: { readonly pid: number }): number =>
  Number(readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6

/** What the runtime takes to receive these bodies at once, in ms, measured on a server that does nothing else. */
async function receivedMs(requests: readonly HostileRequest[]): Promise<number> {
  const before = busyMs(bare)
  await Promise.all(requests.map((request) => sendHostile(bare.url, request)))
  return busyMs(bare) - before
}

const residentBytes = (): number => 1_024 * Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${server.pid}/status`, 'utf8'))![1])

/** Attacks one after the other, and what was seen of the server meanwhile. */
async function createSiege(routes: readonly Route[]) {
  // What is loaded and compiled at the first use is no growth.
  for (const route of routes) {
    for (const body of [Buffer.from('{"label":"walk"}'), HOSTILE_BODIES['as many unknown members as there may be']!(1_000)]) {
      await sendHostile(server.url, { ...route, headers: await headersOf(route, 'a key'), body })
    }
  }
  const idleMs = await idleWaitMs()
  // From here on the prober is asked after each attack, so that its answer is about that one.
  const residentBefore = residentBytes()
  const slow: string[] = []
  let [requests, peak, worstMs] = [0, 0, 0]
  const mib = (bytes: number) => Math.round(bytes / 1_048_576)
  return {
    slow: slow as readonly string[],
    /**
     * Makes the request, or several at once, and makes it again while somebody else waited too long. Of several at once, whose bytes the
     * runtime takes in one turn of the loop before anyone is asked, what it takes for that alone in the same try is not counted.
     */
    async attack(name: string, make: () => Promise<HostileRequest | HostileRequest[]>): Promise<void> {
      let least = Infinity
      for (let tries = 0; tries < TRIES && least > idleMs + GAP_MS; tries += 1) {
        const made = [await make()].flat()
        const receptionMs = made.length > 1 ? await receivedMs(made) : 0
        const busyBefore = busyMs(server)
        const statuses = await Promise.all(made.map((request) => sendHostile(server.url, request)))
        // Who waits while the loop does not run waits for other programs of this machine.
        least = Math.min(least, (await prober.worstMs()) - receptionMs, idleMs + busyMs(server) - busyBefore - receptionMs)
        peak = Math.max(peak, residentBytes())
        requests += 1
        for (const status of new Set(statuses)) if (status >= 500 && status !== 503) slow.push(`${name}: answers ${status}`)
      }
      worstMs = Math.max(worstMs, least)
      if (least > idleMs + GAP_MS) slow.push(`${name}: ${Math.round(least)} ms`)
    },
    /** Bytes by which the server has grown, once it had the time to let go of what it needs no more. */
    async growth(): Promise<number> {
      let growth = Infinity
      const shrunk = () => (growth = Math.min(growth, residentBytes() - residentBefore)) <= GROWTH_BYTES
      // Where it does not let go of it in time, what it is grown by says so.
      await eventually(shrunk, 60_000, 500).catch(() => null)
      const grew = `grew by ${mib(growth)} MiB, ${mib(peak - residentBefore)} at most`
      console.log(`${requests} requests; idle ${idleMs.toFixed(1)} ms, worst ${worstMs.toFixed(1)} ms; ${grew}`)
      return growth
    },
  }
}

test('no body of any route keeps the service from answering others for 100 ms, or makes it grow by 64 MiB', async () => {
  const routes = await readRoutes()
  expect(routes.length).toBeGreaterThan(50)
  const siege = await createSiege(routes)
  const small = new Map<string, Buffer>()
  for (const name of Object.keys(HOSTILE_BODIES)) {
    const whole = HOSTILE_BODIES[name]!(WHOLE_BYTES)
    const bodyFor = (bytesMax: number): Buffer => {
      if (bytesMax === WHOLE_BYTES) return whole
      const body = small.get(`${name} ${bytesMax}`) ?? HOSTILE_BODIES[name]!(bytesMax)
      small.set(`${name} ${bytesMax}`, body)
      return body
    }
    for (const route of routes.filter(({ method }) => method !== 'GET')) {
      for (const caller of callersOf(route)) {
        if (siege.slow.length >= 5) break
        const send = (body: Buffer, chunked: boolean) =>
          siege.attack(`${route.method} ${route.path} with ${caller}, ${name}, ${body.length} bytes`, async () => {
            return { ...route, headers: await headersOf(route, caller), body, chunked }
          })
        await send(bodyFor(route.bytesMax), false)
        if (route.bytesMax < WHOLE_BYTES && caller === 'a key') await send(whole, true)
      }
    }
  }
  const numbers = HOSTILE_BODIES['numbers in crew']!(WHOLE_BYTES)
  for (const route of routes.filter(({ method }) => method === 'GET')) {
    const headers = await headersOf(route, 'a key')
    await siege.attack(`GET ${route.path}`, async () => ({ ...route, headers, body: numbers }))
  }
  expect(siege.slow).toEqual([])
  expect(await siege.growth()).toBeLessThan(GROWTH_BYTES)
}, 600_000)

test('no body in pieces of a few bytes does either, alone or from 20 connections of one address at once', async () => {
  const routes = await readRoutes()
  const siege = await createSiege(routes)
  const whole = HOSTILE_BODIES['a picture of letters']!(WHOLE_BYTES)
  const small = HOSTILE_BODIES['a long label']!(65_536)
  const walked = routes.filter(({ path }) => /\/(dry-run|claim|coins|healthz)$/.test(path))
  for (const bytes of [1, 4, 16, 64]) {
    for (const [body, times] of [
      [inPieces(whole, bytes), 1],
      [inPieces(small, bytes), 20],
    ] as const) {
      for (const route of walked) {
        await siege.attack(`${times} x ${route.method} ${route.path} in pieces of ${bytes}, ${body.length} bytes`, async () => {
          const request = { ...route, headers: await headersOf(route, 'a key'), body, chunked: 'written' as const }
          return Array.from({ length: times }, () => request)
        })
      }
    }
  }
  expect(siege.slow).toEqual([])
  expect(await siege.growth()).toBeLessThan(GROWTH_BYTES)
}, 600_000)

test('no header and no query of any route does either', async () => {
  const routes = await readRoutes()
  const siege = await createSiege(routes)
  const long = 14_000
  const person = newPerson()
  const signed = (signature: string) => ({
    'x-svc-wallet': person.wallet,
    'x-svc-timestamp': String(Date.now()),
    'x-svc-signature': signature,
  })
  const json = (text: string) => Buffer.from(text).toString('base64')
  const headers: Readonly<Record<string, () => Record<string, string>>> = {
    'a long signature': () => signed('z'.repeat(long)),
    'a long signature in base64': () => signed(`${'A'.repeat(long)}=`),
    'a long wallet': () => ({ ...signed('z'.repeat(88)), 'x-svc-wallet': 'z'.repeat(long) }),
    'a long launcher secret': () => ({ 'x-launcher-key': 'z'.repeat(long) }),
    'a launcher secret of many numbers': () => ({ 'x-launcher-key': `[${'1,'.repeat(long / 2)}1]` }),
    'a launcher secret of arrays': () => ({ 'x-launcher-key': '['.repeat(long) }),
    'a long key': () => ({ 'x-svc-api-key': `svc_ak_${'z'.repeat(long)}` }),
    'a long idempotency key': () => ({ 'x-idempotency-key': 'z'.repeat(long) }),
    'a long dry-run id': () => ({ 'x-svc-dry-run-id': 'z'.repeat(long) }),
    'a payment of arrays': () => ({ 'payment-signature': json('['.repeat(long * 0.7)) }),
    'a payment of members': () => ({ 'payment-signature': json(`{"x402Version":2,"payload":{${'"a":1,'.repeat(1_600)}"b":1}}`) }),
    'a legacy payment of spaces': () => ({ 'x-payment': `A${' '.repeat(long)}A` }),
    'many encodings': () => ({ 'accept-encoding': 'gzip ;q=0 '.repeat(long / 10) }),
    'an encoding of spaces': () => ({ 'accept-encoding': `gzip${' '.repeat(long)};q=0.${'0'.repeat(1_000)}x` }),
    'many tags': () => ({ 'if-none-match': '"x",'.repeat(long / 4) }),
    'many media types': () => ({ accept: 'text/htm,'.repeat(long / 9) }),
    'many addresses': () => ({ 'x-forwarded-for': `${'127.0.0.1,'.repeat(long / 10)}${newAddress()}` }),
    'an address of colons': () => ({ 'x-forwarded-for': ':'.repeat(long) }),
    'a long bearer': () => ({ authorization: `Bearer ${'z '.repeat(long / 2)}` }),
    'many cookies': () => ({ cookie: 'a=%41;'.repeat(long / 6) }),
  }
  const queries = ['limit=', 'cursor=', 'q=', 'mint=', 'state=', 'days='].map((name) => `${name}${'9'.repeat(long)}`)
  const odd = ['%', '%00', '&a=', '&a[]=', '+', '%F0%9F%90%B8'].map((piece) => `q=${piece.repeat(Math.floor(long / piece.length))}`)
  const body = Buffer.from('{"mint":"x","urls":["https://a.test"],"label":"walk"}')
  for (const route of routes) {
    for (const [name, make] of Object.entries(headers)) {
      await siege.attack(`${route.method} ${route.path}, ${name}`, async () => {
        const caller = name.includes('key') || name.includes('payment') ? 'nothing' : 'a key'
        return { ...route, headers: { ...(await headersOf(route, caller)), ...make() }, body }
      })
    }
    if (route.method !== 'GET') continue
    const own = await headersOf(route, 'a key')
    for (const query of [...queries, ...odd]) {
      const path = `${route.path}?${query}`
      await siege.attack(`${route.method} ${path.slice(0, 80)}`, async () => ({
        ...route,
        path,
        headers: { ...own, 'x-forwarded-for': newAddress() },
        body: Buffer.alloc(0),
      }))
    }
    const path = route.path.replaceAll('/x', `/${'%41'.repeat(long / 3)}`)
    await siege.attack(`${route.method} a long path`, async () => ({ ...route, path, headers: own, body: Buffer.alloc(0) }))
  }
  expect(siege.slow).toEqual([])
  expect(await siege.growth()).toBeLessThan(GROWTH_BYTES)
}, 600_000)
