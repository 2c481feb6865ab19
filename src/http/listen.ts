import { LIMITS } from '../domain/limits.ts'
import { createTurns } from '../lib/next-turn.ts'
import type { Handler } from './pipeline/pipeline.ts'
import type { TlsPair } from '../ports/tls-pair.ts'

/** A socket that listens. */
export interface Listener {
  readonly url: string
  /**
   * From now on new connections get this certificate; those that are there keep the old one and are not ended. Who is in the
   * middle of connecting may have to do so again.
   */
  renew(tls: TlsPair): Promise<void>
  /**
   * Goes on while requests come, a few seconds at most: whoever was told that the service is not ready goes elsewhere
   * meanwhile. Then takes no connection any more, answers every request that came, and closes; `drainMs` at most in all.
   */
  stop(drainMs: number): Promise<void>
}

/**
 * Requests that are begun in one turn of the event loop; others wait for the next. A client may send thousands in one piece without
 * waiting for an answer: Bun ends its connection as soon as two of them wait.
 */
const BEGUN_IN_TURN_MAX = 64

/** How long a connection may be silent: between requests, and while its request is answered, which takes 90 s at most. */
const IDLE_SEC = 30
const ANSWER_SEC = 120

/**
 * Serves the handler on an address; `port` 0 takes a free one. With `tls` it speaks https and nothing else.
 * @throws Error when the port is taken, also by another that would share it
 */
export function listen(handler: Handler, { host, port }: { host: string; port: number }, tls: TlsPair | null = null): Listener {
  let taken = 0
  const turns = createTurns(BEGUN_IN_TURN_MAX)
  const serve = (onPort: number, pair: TlsPair | null): Bun.Server<undefined> => {
    const server: Bun.Server<undefined> = Bun.serve({
      hostname: host,
      port: onPort,
      // The next certificate comes with a socket of its own, beside this one.
      ...(pair === null ? {} : { tls: { cert: pair.cert, key: pair.key.reveal() }, reusePort: true }),
      // The guards answer 413 themselves; the server's own limit stands a little behind theirs.
      maxRequestBodySize: LIMITS.bodyBytesMax + 1_048_576,
      // A page about an exception would show this code to whoever caused it.
      development: false,
      // Of a connection that asks nothing, or is slow to say what it asks.
      idleTimeout: IDLE_SEC,
      fetch: async (request) => {
        taken += 1
        server.timeout(request, ANSWER_SEC)
        await turns.take()
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
  const close = async (): Promise<void> => {
    await untilQuiet(() => taken)
    await Promise.all([...before, current].map((server) => server.stop()))
  }
  return {
    url: current.url.href.replace(/\/$/, ''),
    async renew(pair) {
      const old = current
      current = serve(old.port!, pair)
      before.add(old)
      // Closing it cuts off who stands in its queue.
      await queuesRead()
      void old.stop().then(() => before.delete(old))
    },
    stop: async (drainMs) => {
      const late = Promise.withResolvers<'late'>()
      const timer = setTimeout(late.resolve, drainMs, 'late')
      const end = await Promise.race([close(), late.promise])
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
/** A proxy that asks /readyz every second or two has seen by then that it is to go elsewhere. */
const LEAVING_MS = 5_000

/** Resolves when no request has come for a while, in which every socket was looked at several times, or when time is over. */
async function untilQuiet(taken: () => number): Promise<void> {
  const endMs = performance.now() + LEAVING_MS
  for (let looks = 0, before = taken(); looks < LOOKS && performance.now() < endMs; looks = taken() === before ? looks + 1 : 0) {
    before = taken()
    await Bun.sleep(QUIET_MS / LOOKS)
    await queuesRead()
  }
}

/** A busy loop is late for its timers, and runs them before it reads its sockets: after this it has read them. */
const queuesRead = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))
