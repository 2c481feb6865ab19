import type { Server, TCPSocketListener } from 'bun'
import { createGuardedFetch, type WebOptions } from '../../src/adapters/outbound/guarded-fetch.ts'
import { formatIp, parseIp } from '../../src/lib/ip.ts'
import type { Web } from '../../src/ports/outbound/web.ts'
import { machineTime } from './machine-time.ts'

const fixture = (name: string) => Bun.file(new URL(`../fixtures/${name}`, import.meta.url)).text()
const certificate = await fixture('public-test-certificate.pem')
const privateKey = await fixture('public-test-key.pem')

/** Public addresses that the tests' resolver gives and that lead to local servers. */
export const PUBLIC_IP = '93.184.216.34'
export const PUBLIC_IPV6 = '2606:2800:220:1::1'

type Answer = (request: Request) => Response | Promise<Response>

/** The whole Internet, as the guarded fetch sees it: names, and one local http and https server behind every public address. */
export interface OutsideWeb {
  readonly web: Web
  /** Each request that arrived: "GET https://public.test/path". */
  readonly requests: string[]
  readonly headers: Headers[]
  readonly bodies: string[]
  /** Each address that a socket was opened to, before it was led to the local server: "93.184.216.34:443". */
  readonly connections: string[]
  /** Each name that was resolved, in order. */
  readonly lookups: string[]
  readonly httpPort: number
  stop(): void
}

/** Starts it. `names` gives the answers of successive lookups of a name; the last one stays. */
export function createOutsideWeb(
  answer: Answer,
  { names = {}, ...options }: WebOptions & { names?: Record<string, readonly (readonly string[])[]> } = {},
): OutsideWeb {
  const requests: string[] = []
  const headers: Headers[] = []
  const bodies: string[] = []
  const connections: string[] = []
  const lookups: string[] = []
  const receive = async (request: Request): Promise<Response> => {
    requests.push(`${request.method} ${request.url}`)
    headers.push(request.headers)
    if (request.method === 'POST') bodies.push(await request.clone().text())
    return answer(request)
  }
  const local = { hostname: '127.0.0.1', port: 0, idleTimeout: 0, fetch: receive } as const
  const http: Server<undefined> = Bun.serve(local)
  const https: Server<undefined> = Bun.serve({ ...local, tls: { cert: certificate, key: privateKey } })
  const web = createGuardedFetch(machineTime, {
    resolve: async (host) => {
      lookups.push(host)
      const answers = names[host] ?? (/\.test\.?$/.test(host) ? [[PUBLIC_IP]] : [])
      const texts = answers[Math.min(lookups.filter((name) => name === host).length, answers.length) - 1]
      if (!texts) throw new Error(`no such name: ${host}`)
      return texts
    },
    connectTo: ({ address, port }) => {
      connections.push(`${formatIp(address)}:${port}`)
      return { address: parseIp('127.0.0.1')!, port: port === 443 ? https.port! : port === 80 ? http.port! : port }
    },
    ca: certificate,
    ...options,
  })
  const stop = () => void [http, https].map((server) => server.stop(true))
  return { web, requests, headers, bodies, connections, lookups, httpPort: http.port!, stop }
}

/** A local server that answers the first bytes of each connection with `text` and then says nothing more. */
export interface SilentServer {
  readonly port: number
  /** Resolves when the client has closed a connection. */
  readonly closed: Promise<void>
  stop(): void
}

export function createSilentServer(text: string, { close = false } = {}): SilentServer {
  const { promise: closed, resolve } = Promise.withResolvers<void>()
  const server: TCPSocketListener = Bun.listen({
    hostname: '127.0.0.1',
    port: 0,
    socket: {
      data(socket) {
        socket.write(text)
        if (close) socket.end()
      },
      close: () => resolve(),
    },
  })
  return { port: server.port, closed, stop: () => server.stop(true) }
}
