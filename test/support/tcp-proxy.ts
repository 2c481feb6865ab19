import { createServer, type Server, type Socket, connect } from 'node:net'

/** Stands before a server of TCP, and can be there or not. */
export interface TcpProxy {
  readonly port: number
  /** Every connection is cut, and none is taken. */
  gone(): Promise<void>
  /** Connections are taken, those that there are stay, and nothing goes through any more. */
  silent(): void
  /** Whatever goes through, either way, takes so long; 0 ends it. What is on its way keeps its order. */
  slow(delayMs: number): void
  /** The next message that goes this way begins with a byte that no protocol knows. */
  garble(way: 'there' | 'back'): void
  back(): Promise<void>
  close(): Promise<void>
}

export async function startTcpProxy(to: { readonly host: string; readonly port: number }): Promise<TcpProxy> {
  const pairs = new Set<readonly [Socket, Socket]>()
  let deaf = false
  let garbled: 'there' | 'back' | null = null
  let delayMs = 0
  let server: Server | null = null
  let port = 0

  const take = (client: Socket) => {
    const upstream = connect(to.port, to.host)
    const pair = [client, upstream] as const
    pairs.add(pair)
    const end = () => {
      pairs.delete(pair)
      for (const socket of pair) socket.destroy()
    }
    const passed = (way: 'there' | 'back', chunk: Buffer) => {
      if (garbled === way) {
        chunk[0] = 0x21
        garbled = null
      }
      return chunk
    }
    const [there, back] = [inOrder(upstream), inOrder(client)]
    client.on('data', (chunk) => deaf || there(passed('there', chunk), delayMs))
    upstream.on('data', (chunk) => deaf || back(passed('back', chunk), delayMs))
    for (const socket of pair) socket.on('close', end).on('error', end)
  }
  const listen = () =>
    new Promise<void>((resolve) => {
      server = createServer(take).listen(port, '127.0.0.1', () => {
        port = (server!.address() as { port: number }).port
        resolve()
      })
    })
  const cut = () => {
    for (const pair of pairs) for (const socket of pair) socket.destroy()
    pairs.clear()
  }
  const gone = async () => {
    const closing = server && new Promise((resolve) => server!.close(resolve))
    server = null
    cut()
    await closing
  }
  await listen()
  return {
    port,
    gone,
    silent: () => void (deaf = true),
    slow: (ms) => void (delayMs = ms),
    garble: (way) => void (garbled = way),
    async back() {
      if (deaf) cut()
      deaf = false
      if (!server) await listen()
    },
    close: gone,
  }
}

/** Writes to the socket, each chunk after its delay and after those before it. */
function inOrder(to: Socket): (chunk: Buffer, delayMs: number) => void {
  const waiting: { readonly chunk: Buffer; readonly dueMs: number }[] = []
  const sendNext = () => {
    to.write(waiting.shift()!.chunk)
    if (waiting.length > 0) setTimeout(sendNext, Math.max(0, waiting[0]!.dueMs - performance.now()))
  }
  return (chunk, delayMs) => {
    if (waiting.length === 0 && delayMs === 0) return void to.write(chunk)
    waiting.push({ chunk, dueMs: performance.now() + delayMs })
    if (waiting.length === 1) setTimeout(sendNext, delayMs)
  }
}
