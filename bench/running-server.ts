/** A server in a process of its own. */
export interface RunningServer {
  readonly pid: number
  readonly url: string
  /** The line that told the address, read as JSON. */
  readonly listening: Record<string, unknown>
  /** SIGTERM; resolves when the process is gone. */
  stop(): Promise<void>
}

const children = new Set<Bun.Subprocess>()
// Nothing that was started here outlives the bench.
process.on('exit', () => children.forEach((child) => child.kill('SIGKILL')))

/** A child process of the bench, with these variables alone. What it writes comes as a stream, which has to be read. */
export function spawnChild(command: readonly string[], env: Readonly<Record<string, string>>, cwd: string) {
  const child = Bun.spawn([...command], { env: { ...env }, cwd, stdout: 'pipe', stderr: 'inherit' })
  children.add(child)
  void child.exited.then(() => children.delete(child))
  return child
}

/** Starts a server; resolves when it has told its address. Its log is read to the end, and thrown away. */
export async function startServer(command: readonly string[], env: Readonly<Record<string, string>>, cwd: string): Promise<RunningServer> {
  const child = spawnChild(command, env, cwd)
  const { promise, resolve, reject } = Promise.withResolvers<Record<string, unknown>>()
  void (async () => {
    const decoder = new TextDecoder()
    let text: string | null = ''
    for await (const chunk of child.stdout) {
      if (text === null) continue
      text += decoder.decode(chunk, { stream: true })
      const line = text
        .split('\n')
        .slice(0, -1)
        .find((each) => each.includes('"url":"http'))
      if (line === undefined) continue
      resolve(JSON.parse(line) as Record<string, unknown>)
      text = null
    }
    reject(new Error(`${command.join(' ')} ended before it listened: ${text}`))
  })()
  const listening = await promise
  return {
    pid: child.pid,
    url: String(listening.url),
    listening,
    stop: async () => {
      child.kill('SIGTERM')
      await child.exited
    },
  }
}

/** A port of loopback on which nobody listens now. */
export function freePort(): number {
  const probe = Bun.serve({ hostname: '127.0.0.1', port: 0, fetch: () => new Response() })
  const { port } = probe
  void probe.stop(true)
  return port!
}
