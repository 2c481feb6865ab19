import { LIMITS } from '../domain/limits.ts'
import type { Handler } from './pipeline/pipeline.ts'

/** Turns new connections to a port away and says whether it did; those that are there stay. */
export type RefuseConnections = (port: number) => Promise<boolean>

/** A certificate chain and its private key, both PEM. */
export interface TlsPair {
  readonly cert: string
  readonly key: string
}

/** A socket that listens. */
export interface Listener {
  readonly url: string
  /** From now on new connections get this certificate; those that are there keep the old one and are not ended. */
  renew(tls: TlsPair, refuse: RefuseConnections): Promise<void>
  /**
   * Answers every request that came, `drainMs` at most, and closes. `refuse` turns new connections away and says whether it
   * did: then what waits on connections that clients have made already is answered too.
   */
  stop(drainMs: number, refuse?: RefuseConnections): Promise<void>
}

/** How long a connection may be silent: between requests, and while its request is answered, which takes 90 s at most. */
const IDLE_SEC = 30
const ANSWER_SEC = 120

/**
 * Serves the handler on an address; `port` 0 takes a free one. With `tls` it speaks https and nothing else.
 * @throws Error when the port is taken, also by another that would share it
 */
export function listen(handler: Handler, { host, port }: { host: string; port: number }, tls: TlsPair | null = null): Listener {
  let taken = 0
  const serve = (onPort: number, pair: TlsPair | null): Bun.Server<undefined> => {
    const server: Bun.Server<undefined> = Bun.serve({
      hostname: host,
      port: onPort,
      // The next certificate comes with a socket of its own, beside this one.
      ...(pair === null ? {} : { tls: { cert: pair.cert, key: pair.key }, reusePort: true }),
      // The guards answer 413 themselves; the server's own limit stands a little behind theirs.
      maxRequestBodySize: LIMITS.bodyBytesMax + 1_048_576,
      // A page about an exception would show this code to whoever caused it.
      development: false,
      // Of a connection that asks nothing, or is slow to say what it asks.
      idleTimeout: IDLE_SEC,
      fetch: async (request) => {
        taken += 1
        server.timeout(request, ANSWER_SEC)
        const response = await handler(request, server.requestIP(request)?.address ?? 'unknown', pair !== null)
        server.timeout(request, IDLE_SEC)
        return response
      },
    })
    return server
  }
  if (tls !== null) refuseTaken(host, port)
  let current = serve(port, tls)
  const before = new Set<Bun.Server<undefined>>()
  const close = async (refuse: RefuseConnections): Promise<void> => {
    if (await refuse(current.port!)) await untilQuiet(() => taken)
    await Promise.all([...before, current].map((server) => server.stop()))
  }
  return {
    url: current.url.href.replace(/\/$/, ''),
    async renew(pair, refuse) {
      const old = current
      // Who comes meanwhile knocks again, and finds the new socket.
      const shut = await refuse(old.port!)
      current = serve(old.port!, pair)
      before.add(old)
      if (shut) await untilQuiet(() => taken)
      void old.stop().then(() => before.delete(old))
    },
    stop: async (drainMs, refuse = async () => false) => {
      const late = Promise.withResolvers<'late'>()
      const timer = setTimeout(late.resolve, drainMs, 'late')
      const end = await Promise.race([close(refuse), late.promise])
      clearTimeout(timer)
      if (end === 'late') await Promise.all([...before, current].map((server) => server.stop(true)))
    },
  }
}

/** Sockets that share a port take each other's connections: another service's must not. @throws Error when the port is taken */
function refuseTaken(host: string, port: number): void {
  if (port === 0) return
  void Bun.serve({ hostname: host, port, fetch: () => new Response(null) }).stop(true)
}

const QUIET_MS = 250
const LOOKS = 5

/** Resolves when no request has come for a while, in which every socket was looked at several times. */
async function untilQuiet(taken: () => number): Promise<void> {
  for (let looks = 0, before = taken(); looks < LOOKS; looks = taken() === before ? looks + 1 : 0) {
    before = taken()
    await Bun.sleep(QUIET_MS / LOOKS)
    // A busy loop is late for its timers, and runs them before it reads its sockets.
    await new Promise<void>((resolve) => setImmediate(resolve))
  }
}
