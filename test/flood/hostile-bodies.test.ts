import { afterAll, beforeAll, expect, test } from 'bun:test'
import { inlineSharedParts } from '../../src/http/openapi/inline-shared-parts.ts'
import { HOSTILE_BODIES } from '../support/hostile-bodies.ts'
import { createPaymentBank, PAY_TO } from '../support/payment-bank.ts'
import { type BareServer, startBareServer } from '../support/bare-server.ts'
import { type LoopProber, startLoopProber } from '../support/loop-prober.ts'
import { createSiege, GROWTH_BYTES } from './siege.ts'
import { inPieces, sendHostile } from '../support/send-hostile.ts'
import { type ServerProcess, startServerProcess } from '../support/server-process.ts'
import { newPerson, OPERATOR_KEY } from '../support/test-app.ts'

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
  const { paths } = inlineSharedParts((await (await fetch(`${server.url}/openapi.json`)).json()) as never) as {
    paths: Record<string, Record<string, any>>
  }
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      method: method.toUpperCase(),
      path: path.replaceAll(/\{\w+\}/g, 'x'),
      bytesMax: operation['x-body-bytes-max'] ?? WHOLE_BYTES,
      operatorOnly: JSON.stringify(operation.responses).includes('operator_key_required') || path.endsWith('/featured'),
      // The least, where it depends on the body.
      priceMicros: operation['x-price'] ? BigInt(Math.round(Number.parseFloat(operation['x-price'].slice(1)) * 1_000_000)) : null,
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

/** What is loaded and compiled at the first use is no growth. */
async function warmUp(routes: readonly Route[]): Promise<void> {
  for (const route of routes) {
    for (const body of [Buffer.from('{"label":"walk"}'), HOSTILE_BODIES['as many unknown members as there may be']!(1_000)]) {
      await sendHostile(server.url, { ...route, headers: await headersOf(route, 'a key'), body })
    }
  }
}

test('decision "A body": no body of any route keeps the service from answering others for 100 ms, or makes it grow by 64 MiB', async () => {
  const routes = await readRoutes()
  expect(routes.length).toBeGreaterThan(50)
  const siege = await createSiege({ server, bare, prober }, () => warmUp(routes))
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

test('decision "A body": no body in pieces of a few bytes does either, alone or from 20 connections of one address at once', async () => {
  const routes = await readRoutes()
  const siege = await createSiege({ server, bare, prober }, () => warmUp(routes))
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

test('decision "A body": no header and no query of any route does either', async () => {
  const routes = await readRoutes()
  const siege = await createSiege({ server, bare, prober }, () => warmUp(routes))
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
