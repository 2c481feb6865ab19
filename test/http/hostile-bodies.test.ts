import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { HOSTILE_BODIES } from '../support/hostile-bodies.ts'
import { type LoopProber, startLoopProber } from '../support/loop-prober.ts'
import { sendHostile } from '../support/send-hostile.ts'
import { type ServerProcess, startServerProcess } from '../support/server-process.ts'
import { newPerson, OPERATOR_KEY } from '../support/test-app.ts'

/** Beyond what an idle server shows in the same run. */
const GAP_MS = 100
const GROWTH_BYTES = 67_108_864
/** What the scheduler of a busy machine does to one probe it does not do to the same request five times. */
const TRIES = 5
const WHOLE_BYTES = 8_388_608

let server: ServerProcess
let prober: LoopProber
beforeAll(async () => {
  server = await startServerProcess({
    DATABASE_URL: 'sqlite::memory:',
    OPERATOR_API_KEY: OPERATOR_KEY,
    TRUSTED_PROXIES: '127.0.0.0/8',
    JOBS_ENABLED: '1',
    SIMULATED_OPEN: '1',
    LOG_LEVEL: 'info',
  })
  prober = await startLoopProber(server.url)
}, 60_000)
afterAll(async () => {
  await prober.stop()
  await server.kill()
})

interface Route {
  readonly method: string
  readonly path: string
  readonly bytesMax: number
  readonly operatorOnly: boolean
}

async function readRoutes(): Promise<Route[]> {
  const { paths } = (await (await fetch(`${server.url}/openapi.json`)).json()) as { paths: Record<string, Record<string, any>> }
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      method: method.toUpperCase(),
      path: path.replaceAll(/\{\w+\}/g, 'x'),
      bytesMax: operation['x-body-bytes-max'] ?? WHOLE_BYTES,
      operatorOnly: JSON.stringify(operation.responses).includes('operator_key_required') || path.endsWith('/featured'),
    })),
  )
}

let addresses = 0
/** A client of its own, so that no rate stands before the work. */
const newAddress = () => `10.${(addresses += 1) >> 16}.${(addresses >> 8) & 255}.${addresses & 255}`

async function headersOf({ operatorOnly }: Route, withKey: boolean): Promise<Record<string, string>> {
  const from = { 'x-forwarded-for': newAddress() }
  if (!withKey) return from
  const secret = { 'x-launcher-key': newPerson().secret, 'x-idempotency-key': `key-${addresses}-of-the-walk` }
  if (operatorOnly) return { ...from, 'x-svc-api-key': OPERATOR_KEY }
  const claimed = await fetch(`${server.url}/api/agent/keys/claim`, { method: 'POST', headers: from })
  return { ...from, ...secret, 'x-svc-api-key': ((await claimed.json()) as { key: string }).key }
}

/** The worst wait of a short while in which nobody else asks anything: the median of many, which one delay of the machine is not. */
async function idleWaitMs(): Promise<number> {
  const waits: number[] = []
  await prober.worstMs()
  for (let times = 0; times < 21; times += 1) {
    await Bun.sleep(50)
    waits.push(await prober.worstMs())
  }
  return waits.toSorted((a, b) => a - b)[10]!
}

const residentBytes = (): number => 1_024 * Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${server.pid}/status`, 'utf8'))![1])

test('no body of any route keeps the service from answering others for 100 ms, or makes it grow by 64 MiB', async () => {
  const routes = await readRoutes()
  expect(routes.length).toBeGreaterThan(50)
  // What is loaded and compiled at the first use is no growth.
  for (const route of routes) {
    for (const name of ['a label', 'as many unknown members as there may be']) {
      const body = HOSTILE_BODIES[name]?.(1_000) ?? Buffer.from('{"label":"walk"}')
      await sendHostile(server.url, { ...route, headers: await headersOf(route, true), body })
    }
  }
  const idleMs = await idleWaitMs()
  const residentBefore = residentBytes()
  let peak = 0
  const sizes = new Map<string, Buffer>()
  const bodyOf = (name: string, bytes: number): Buffer => {
    const kept = sizes.get(`${name} ${bytes}`) ?? HOSTILE_BODIES[name]!(bytes)
    if (bytes < WHOLE_BYTES) sizes.set(`${name} ${bytes}`, kept)
    return kept
  }

  const slow: string[] = []
  let requests = 0
  const attack = async (route: Route, withKey: boolean, name: string, body: Buffer, chunked: boolean) => {
    let least = Infinity
    let status = 0
    for (let tries = 0; tries < TRIES && least > idleMs + GAP_MS; tries += 1) {
      const headers = await headersOf(route, withKey)
      await prober.worstMs()
      status = await sendHostile(server.url, { ...route, headers, body, chunked })
      least = Math.min(least, await prober.worstMs())
      peak = Math.max(peak, residentBytes())
      requests += 1
      if (status >= 500 && status !== 503) slow.push(`${route.method} ${route.path} ${name}: answers ${status}`)
    }
    if (least > idleMs + GAP_MS) {
      slow.push(
        `${route.method} ${route.path}${withKey ? ' with a key' : ''}, ${name}, ${body.length} bytes: ${Math.round(least)} ms (${status})`,
      )
    }
  }

  for (const name of Object.keys(HOSTILE_BODIES)) {
    const whole = bodyOf(name, WHOLE_BYTES)
    for (const route of routes.filter(({ method }) => method !== 'GET')) {
      for (const withKey of [true, false]) {
        if (slow.length >= 5) break
        await attack(route, withKey, name, bodyOf(name, route.bytesMax), false)
        if (route.bytesMax < WHOLE_BYTES && withKey) await attack(route, withKey, name, whole, true)
      }
    }
  }
  for (const route of routes.filter(({ method }) => method === 'GET')) {
    await attack(route, true, 'numbers in crew', bodyOf('numbers in crew', WHOLE_BYTES), false)
  }
  expect(slow).toEqual([])

  let growth = Infinity
  for (let waits = 0; waits < 20 && growth > GROWTH_BYTES; waits += 1) {
    growth = Math.min(growth, residentBytes() - residentBefore)
    if (growth > GROWTH_BYTES) await Bun.sleep(500)
  }
  const mib = (bytes: number) => Math.round(bytes / 1_048_576)
  console.log(`${requests} requests; idle ${idleMs.toFixed(1)} ms; grew by ${mib(growth)} MiB, ${mib(peak - residentBefore)} at most`)
  expect(growth).toBeLessThan(GROWTH_BYTES)
}, 600_000)
