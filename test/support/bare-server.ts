/** A server of the same runtime that receives every body as text and does nothing with it, in a process of its own. */
export interface BareServer {
  readonly url: string
  readonly pid: number
  stop(): Promise<void>
}

/** Starts one on a free port of loopback. */
export async function startBareServer(): Promise<BareServer> {
  const { promise: url, resolve } = Promise.withResolvers<string>()
  const child = Bun.spawn([process.execPath, import.meta.path], { ipc: resolve, stdout: 'inherit', stderr: 'inherit' })
  return {
    url: await url,
    pid: child.pid,
    async stop() {
      child.kill()
      await child.exited
    },
  }
}

if (import.meta.main) {
  const fetch = async (request: Request) => new Response(String((await request.text()).length))
  const { port } = Bun.serve({ hostname: '127.0.0.1', port: 0, fetch })
  process.send!(`http://127.0.0.1:${port}`)
}
