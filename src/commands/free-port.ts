/** A port of loopback that nothing listens on, for who has to know it before listening: answers name the service's own address. */
export const freePort = (): number => probe(0)!

/** This port of loopback, or the next one that nothing listens on. */
export function firstFreePort(port: number): number {
  for (let next = port; next < port + 100; next += 1) if (probe(next) !== null) return next
  return freePort()
}

/** The port when nothing listens there (any for 0); else null. */
function probe(port: number): number | null {
  try {
    const server = Bun.serve({ hostname: '127.0.0.1', port, fetch: () => new Response() })
    const { port: taken } = server
    void server.stop(true)
    return taken!
  } catch {
    return null
  }
}
