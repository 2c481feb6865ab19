import { createGuardedFetch } from '../../src/adapters/outbound/guarded-fetch.ts'
import { parseIp } from '../../src/lib/ip.ts'
import { createOutsideWeb, createSilentServer, type OutsideWeb, PUBLIC_IP } from './outside-web.ts'
import { machineTime } from './machine-time.ts'

/** Starts webs for tests of the guarded fetch; `stopAll` ends them. */
export function createOutsides() {
  const started: { stop(): void }[] = []
  const keep = <Server extends { stop(): void }>(server: Server): Server => {
    started.push(server)
    return server
  }
  return {
    /** Ends this server with the others. */
    keep,
    outside: (...input: Parameters<typeof createOutsideWeb>): OutsideWeb => keep(createOutsideWeb(...input)),
    /** A web whose every public address leads to a server that sends `text` and falls silent (or closes). */
    silent(text: string, options?: { close: boolean }) {
      const server = keep(createSilentServer(text, options))
      const web = createGuardedFetch(machineTime, {
        resolve: async () => [PUBLIC_IP],
        connectTo: () => ({ address: parseIp('127.0.0.1')!, port: server.port }),
      })
      return { web, closed: server.closed }
    },
    stopAll() {
      for (const server of started.splice(0)) server.stop()
    },
  }
}
