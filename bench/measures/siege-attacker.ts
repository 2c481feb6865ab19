import { openLoad } from '../http-load.ts'
import { CLIENTS, clientOf, rawRequest } from '../requests.ts'

const IDLE_CONNECTIONS = 10_000
const SLOW_CLIENTS = 500
const LONG_HEADERS = 50
/** Bytes of the headers of one request: Bun takes no more than 16 kB. */
const HEADER_BYTES = 15_000
const NEW_ADDRESSES_PER_SECOND = 5_000
/** The addresses before it are those of others. */
export const FIRST_ADDRESS = CLIENTS / 2

/** What somebody who means harm does to the server at this address, until the process is killed; resolves when all of it goes on. */
export const ATTACKS: Readonly<Record<string, (url: string) => Promise<void>>> = {
  [`${IDLE_CONNECTIONS.toLocaleString('en')} connections that say nothing`]: (url) => openMany(url, IDLE_CONNECTIONS, () => {}),
  [`${SLOW_CLIENTS} clients that send a byte a second`]: (url) => openMany(url, SLOW_CLIENTS, sendSlowly),
  [`${SLOW_CLIENTS} clients that read nothing of a long answer`]: (url) => openMany(url, SLOW_CLIENTS, readNothing),
  [`${LONG_HEADERS} connections with headers of 15 kB, without pause`]: sendLongHeaders,
  [`${NEW_ADDRESSES_PER_SECOND.toLocaleString('en')} new addresses a second`]: sendFromNewAddresses,
}

type Client = Bun.Socket<undefined>

/** Opens connections and does something with each; one that the service cut is opened anew. */
async function openMany(url: string, count: number, use: (socket: Client) => void): Promise<void> {
  const { hostname, port } = new URL(url)
  const connect = async (): Promise<void> => {
    const again = () => void connect().catch(() => {})
    use(await Bun.connect({ hostname, port: Number(port), socket: { data: () => {}, error: () => {}, close: again } }))
  }
  for (let left = count; left > 0; left -= 200) await Promise.all(Array.from({ length: Math.min(200, left) }, connect))
}

function sendSlowly(socket: Client): void {
  const body = JSON.stringify({ label: 'slow' })
  const bytes = rawRequest({ method: 'POST', path: '/api/agent/keys/claim', client: clientOf(FIRST_ADDRESS), body })
  let at = 0
  const timer = setInterval(() => {
    if (at >= bytes.length || socket.readyState <= 0) return clearInterval(timer)
    socket.write(bytes.subarray(at, at + 1))
    at += 1
  }, 1_000)
}

function readNothing(socket: Client): void {
  socket.pause()
  socket.write(rawRequest({ path: '/openapi.json', client: ownClient(Math.floor(Math.random() * FIRST_ADDRESS)) }))
}

const ownClient = (n: number): string => clientOf(FIRST_ADDRESS + (n % FIRST_ADDRESS))

async function sendLongHeaders(url: string): Promise<void> {
  let n = 0
  const headers = { 'x-long': 'a'.repeat(HEADER_BYTES) }
  const load = await openLoad(
    { url, status: 200, next: () => rawRequest({ path: '/healthz', client: ownClient(n++), headers }) },
    LONG_HEADERS,
  )
  void load.saturate({ ms: Number.POSITIVE_INFINITY, requestsMax: Number.POSITIVE_INFINITY })
}

/** Each an IPv6 network of its own, so that none shares a limit with another. */
async function sendFromNewAddresses(url: string): Promise<void> {
  let n = 0
  const next = () => {
    n += 1
    return rawRequest({ path: '/api/coins', client: `2001:${(n >> 16).toString(16)}:${(n & 0xffff).toString(16)}::1` })
  }
  const load = await openLoad({ url, status: 200, next }, 16)
  const goOn = async (): Promise<never> => {
    for (;;) await load.arrive({ ratePerSec: NEW_ADDRESSES_PER_SECOND, count: NEW_ADDRESSES_PER_SECOND / 5 })
  }
  void goOn()
}

if (import.meta.main) {
  const [name, url] = process.argv.slice(2)
  await ATTACKS[name!]!(url!)
  process.stdout.write(`${JSON.stringify({ url })}\n`)
}
