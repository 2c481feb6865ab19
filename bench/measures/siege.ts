import type { Figure } from '../figure.ts'
import { openLoad } from '../http-load.ts'
import type { Bench, Measure } from '../measure.ts'
import { residentMiB } from '../process-cpu.ts'
import { CLIENTS, clientOf, rawRequest } from '../requests.ts'
import type { RunningServer } from '../running-server.ts'
import { percentile } from '../statistics.ts'

const SECONDS = { full: 20, quick: 5 }
const IDLE_CONNECTIONS = 10_000
const SLOW_CLIENTS = 500
const LONG_HEADERS = 50
/** Bytes of the headers of one request: Bun takes no more than 16 kB. */
const HEADER_BYTES = 15_000
const NEW_ADDRESSES_PER_SECOND = 5_000
/** Addresses from which somebody else asks; those after them are the attackers'. */
const OTHERS = CLIENTS / 2
/** How often somebody else asks meanwhile. */
const OTHERS_PER_SECOND = 100

/** Something that goes on while others ask; `end` closes what it opened. */
interface Attack {
  readonly name: string
  begin(server: RunningServer): Promise<{ end(): void | Promise<void> }>
}

const ATTACKS: readonly Attack[] = [
  {
    name: `${IDLE_CONNECTIONS.toLocaleString('en')} connections that say nothing`,
    begin: ({ url }) => openMany(url, IDLE_CONNECTIONS, () => {}),
  },
  { name: `${SLOW_CLIENTS} clients that send a byte a second`, begin: ({ url }) => openMany(url, SLOW_CLIENTS, sendSlowly) },
  { name: `${SLOW_CLIENTS} clients that read nothing of a long answer`, begin: ({ url }) => openMany(url, SLOW_CLIENTS, readNothing) },
  { name: `${LONG_HEADERS} connections with headers of 15 kB, without pause`, begin: sendLongHeaders },
  { name: `${NEW_ADDRESSES_PER_SECOND.toLocaleString('en')} new addresses a second`, begin: sendFromNewAddresses },
]

/** What others wait while one of them goes on, and how much memory it costs. */
async function run(bench: Bench): Promise<Figure[]> {
  const scene = await bench.scene(bench.contestants.subjects[0]!)
  const ms = 1_000 * SECONDS[bench.quick ? 'quick' : 'full']
  const figures: Figure[] = []
  for (const { name, begin } of ATTACKS) {
    bench.say(`siege: ${name}`)
    const server = await scene.start()
    let n = 0
    const others = await openLoad(
      { url: server.url, status: 200, next: () => rawRequest({ path: '/api/coins', client: clientOf(n++ % OTHERS) }) },
      4,
    )
    const ask = (count: number) => others.arrive({ ratePerSec: OTHERS_PER_SECOND, count })
    await others.saturate({ ms: 2_000, requestsMax: Number.POSITIVE_INFINITY })
    const calm = percentile(await ask(500), 0.99)
    const before = residentMiB(server.pid)
    const attack = await begin(server)
    const during = percentile(await ask((OTHERS_PER_SECOND * ms) / 1_000), 0.99)
    const grown = residentMiB(server.pid) - before
    await attack.end()
    others.close()
    await server.stop()
    figures.push(
      { measure: name, what: 'p99 of others before', unit: 'ms', better: 'lower', byClock: true, ours: [calm] },
      { measure: name, what: 'p99 of others meanwhile', unit: 'ms', better: 'lower', byClock: true, ours: [during], budget: { most: 20 } },
      { measure: name, what: 'memory', unit: 'MiB', better: 'lower', ours: [grown], budget: { most: 128 } },
    )
  }
  return figures
}

type Client = Bun.Socket<undefined>

/** Opens connections and does something with each; one that the service cut is opened anew. */
async function openMany(url: string, count: number, use: (socket: Client) => void): Promise<{ end(): void }> {
  const { hostname, port } = new URL(url)
  const open = new Set<Client>()
  let ended = false
  const connect = async (): Promise<void> => {
    const socket: Client = await Bun.connect({
      hostname,
      port: Number(port),
      socket: {
        data: () => {},
        error: () => {},
        close: (closed) => {
          open.delete(closed)
          if (!ended) void connect().catch(() => {})
        },
      },
    })
    open.add(socket)
    use(socket)
  }
  for (let left = count; left > 0; left -= 200) await Promise.all(Array.from({ length: Math.min(200, left) }, connect))
  return {
    end: () => {
      ended = true
      for (const socket of open) socket.terminate()
    },
  }
}

function sendSlowly(socket: Client): void {
  const bytes = rawRequest({
    method: 'POST',
    path: '/api/agent/keys/claim',
    client: clientOf(OTHERS),
    body: JSON.stringify({ label: 'slow' }),
  })
  let at = 0
  const timer = setInterval(() => {
    if (at >= bytes.length || socket.readyState <= 0) return clearInterval(timer)
    socket.write(bytes.subarray(at, at + 1))
    at += 1
  }, 1_000)
}

function readNothing(socket: Client): void {
  socket.pause()
  socket.write(rawRequest({ path: '/openapi.json', client: clientOf(OTHERS + Math.floor(Math.random() * OTHERS)) }))
}

async function sendLongHeaders({ url }: RunningServer): Promise<{ end(): Promise<void> }> {
  let n = 0
  const next = () =>
    rawRequest({ path: '/healthz', client: clientOf(OTHERS + (n++ % OTHERS)), headers: { 'x-long': 'a'.repeat(HEADER_BYTES) } })
  const load = await openLoad({ url, status: 200, next }, LONG_HEADERS)
  let ended = false
  const sending = (async () => {
    while (!ended) await load.saturate({ ms: 200, requestsMax: Number.POSITIVE_INFINITY })
  })()
  return {
    end: async () => {
      ended = true
      await sending
      load.close()
    },
  }
}

/** Each an IPv6 network of its own, so that none shares a limit with another. */
async function sendFromNewAddresses({ url }: RunningServer): Promise<{ end(): Promise<void> }> {
  let n = 0
  const next = () => {
    n += 1
    return rawRequest({ path: '/api/coins', client: `2001:${(n >> 16).toString(16)}:${(n & 0xffff).toString(16)}::1` })
  }
  const load = await openLoad({ url, status: 200, next }, 16)
  let ended = false
  const sending = (async () => {
    while (!ended) await load.arrive({ ratePerSec: NEW_ADDRESSES_PER_SECOND, count: NEW_ADDRESSES_PER_SECOND / 5 })
  })()
  return {
    end: async () => {
      ended = true
      await sending
      load.close()
    },
  }
}

/** What somebody who means harm costs others. */
export const siege: Measure = {
  name: 'siege',
  about: 'idle, slow and greedy clients: what others wait meanwhile, and memory; runs only when it is named',
  byName: true,
  run,
}
