/** A port of loopback that nothing listens on, for who has to know it before listening: answers name the service's own address. */
export function freePort(): number {
  const probe = Bun.serve({ hostname: '127.0.0.1', port: 0, fetch: () => new Response() })
  const { port } = probe
  void probe.stop(true)
  return port!
}
