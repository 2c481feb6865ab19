import { LIMITS } from '../domain/limits.ts'
import { yieldToEventLoop } from '../lib/yield-to-event-loop.ts'
import { createArrivalQueue } from './arrival-queue.ts'
import type { Handler } from './pipeline/pipeline.ts'
import type { Deps } from '../ports/deps.ts'
import type { TlsPair } from '../ports/machine/tls-pair.ts'

/** A listening socket. */
export interface Listener {
  readonly url: string
  /**
   * Uses this certificate for new connections; existing ones keep the old one and stay open. A client that is connecting at that moment
   * may have to retry.
   */
  renew(tls: TlsPair): Promise<void>
  /**
   * Drains and closes: serves on while requests arrive, for a few seconds at most, so that load balancers see that the service is not
   * ready. Then accepts no connections, answers every pending request, and closes, all within `drainMs`.
   */
  stop(drainMs: number): Promise<void>
}

/** Idle timeout of a connection, also while its request is being answered, which takes 90 s at most. */
const IDLE_SEC = 30
const ANSWER_SEC = 120

/**
 * Serves the handler on an address; `port` 0 takes a free one. With `tls` it serves https only.
 * @throws Error when the port is in use, also by a process that would share it
 */
export function listen(
  { clock, timers }: Pick<Deps, 'clock' | 'timers'>,
  handler: Handler,
  { host, port }: { host: string; port: number },
  tls: TlsPair | null = null,
): Listener {
  let taken = 0
  const arrivals = createArrivalQueue({ nowMs: clock.elapsedMs })
  const serve = (onPort: number, pair: TlsPair | null): Bun.Server<undefined> => {
    const server: Bun.Server<undefined> = Bun.serve({
      hostname: host,
      port: onPort,
      // With reusePort, so that a socket with the next certificate can be opened beside this one.
      ...(pair === null ? {} : { tls: { cert: pair.cert, key: pair.key.reveal() }, reusePort: true }),
      // The guards answer 413 themselves; the server's own limit is slightly above theirs.
      maxRequestBodySize: LIMITS.bodyBytesMax + 1_048_576,
      // The development error page would show source code.
      development: false,
      // Closes connections that send no request, or send it too slowly.
      idleTimeout: IDLE_SEC,
      fetch: (request) => {
        taken += 1
        const address = server.requestIP(request)?.address ?? 'unknown'
        const answer = arrivals.beginNow(address)
          ? handler(request, address, { tls: pair !== null, crowded: false })
          : arrivals
              .begin(address, request)
              .then((begun) => handler(request, address, { tls: pair !== null, crowded: begun === 'crowded' }))
        if (!(answer instanceof Promise)) return answer
        server.timeout(request, ANSWER_SEC)
        return answer.finally(() => server.timeout(request, IDLE_SEC))
      },
    })
    return server
  }
  if (tls !== null) refuseTaken(host, port)
  let current = port === 0 ? onFreePort(() => serve(0, tls)) : serve(port, tls)
  const before = new Set<Bun.Server<undefined>>()
  const close = async (): Promise<void> => {
    await untilQuiet({ clock, timers }, () => taken)
    await Promise.all([...before, current].map((server) => server.stop()))
  }
  return {
    url: current.url.href.replace(/\/$/, ''),
    async renew(pair) {
      const old = current
      current = serve(old.port!, pair)
      before.add(old)
      // Closing it drops connections in its accept queue.
      await yieldToEventLoop()
      void old.stop().then(() => before.delete(old))
    },
    stop: async (drainMs) => {
      const late = Promise.withResolvers<'late'>()
      const endTimer = timers.after(drainMs, () => late.resolve('late'))
      const end = await Promise.race([close(), late.promise])
      endTimer()
      if (end === 'late') await Promise.all([...before, current].map((server) => server.stop(true)))
    },
  }
}

/**
 * Sockets that share a port receive each other's connections, so another service must not have it. @throws Error when the port is in use
 */
function refuseTaken(host: string, port: number): void {
  if (port === 0) return
  void Bun.serve({ hostname: host, port, fetch: () => new Response(null) }).stop(true)
}

const FREE_PORT_TRIES = 5

/** Of two that are given the same free port at one moment, one is refused when it listens: it takes the next. */
function onFreePort<Server>(serve: () => Server): Server {
  for (let left = FREE_PORT_TRIES; ; left -= 1) {
    try {
      return serve()
    } catch (error) {
      if (left === 1 || (error as { code?: unknown }).code !== 'EADDRINUSE') throw error
    }
  }
}

const QUIET_MS = 250
const LOOKS = 5
/** Long enough for a proxy that polls /readyz every second or two. */
const LEAVING_MS = 5_000

/** Resolves when no request has arrived for a while in which every socket was read several times, or after the time limit. */
async function untilQuiet({ clock, timers }: Pick<Deps, 'clock' | 'timers'>, taken: () => number): Promise<void> {
  const endMs = clock.elapsedMs() + LEAVING_MS
  for (let looks = 0, before = taken(); looks < LOOKS && clock.elapsedMs() < endMs; looks = taken() === before ? looks + 1 : 0) {
    before = taken()
    await new Promise<void>((resolve) => timers.after(QUIET_MS / LOOKS, resolve))
    // A busy loop runs overdue timers before it reads sockets; after this it has read them.
    await yieldToEventLoop()
  }
}
