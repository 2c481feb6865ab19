import { connect, type Socket } from 'node:net'
import { readAnswer } from './read-answer.ts'

/** How a request ended: with a whole answer, with no connection, or with neither. */
export type RawOutcome =
  | { readonly end: 'answered'; readonly status: number; readonly body: any; readonly closes: boolean }
  /** Nobody took the connection: the request was never sent. */
  | { readonly end: 'refused' }
  /** The connection was taken, and no whole answer came. */
  | { readonly end: 'lost'; readonly why: string }

/** One connection as a client sees it, byte by byte: fetch would hide who hung up when, and ask again by itself. */
export interface RawConnection {
  /** One request at a time. After an answer that `closes`, no further one. */
  send(method: string, path: string, headers: Readonly<Record<string, string>>, body?: unknown): Promise<RawOutcome>
  close(): void
}

/** Opens a connection; null when it is refused. */
export async function rawConnection(url: string): Promise<RawConnection | null> {
  const { hostname, port } = new URL(url)
  const socket = await new Promise<Socket | null>((resolve) => {
    const opening: Socket = connect(Number(port), hostname, () => resolve(opening))
    opening.on('error', () => resolve(null))
  })
  if (!socket) return null
  let received = Buffer.alloc(0)
  let gone: string | null = null
  let wake = () => {}
  socket.on('data', (chunk: Buffer) => {
    received = Buffer.concat([received, chunk])
    wake()
  })
  socket.on('error', (error: Error & { code?: string }) => {
    gone = error.code ?? 'error'
    wake()
  })
  socket.on('close', () => {
    gone ??= 'closed'
    wake()
  })
  const answer = async (): Promise<RawOutcome> => {
    for (;;) {
      const found = wholeAnswer(received)
      if (found) {
        received = received.subarray(found.bytes)
        return found.outcome
      }
      if (gone !== null) return { end: 'lost', why: `${gone} after ${received.length} bytes` }
      await new Promise<void>((resolve) => (wake = resolve))
    }
  }
  return {
    send(method, path, headers, body) {
      const text = body === undefined ? '' : JSON.stringify(body)
      const all = { host: `${hostname}:${port}`, 'content-length': String(Buffer.byteLength(text)), ...headers }
      const head = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
      socket.write(`${method} ${path} HTTP/1.1\r\n${head.join('')}\r\n${text}`)
      return answer()
    },
    close: () => void socket.destroy(),
  }
}

function wholeAnswer(received: Buffer): { outcome: RawOutcome; bytes: number } | null {
  const found = readAnswer(received, false, false)
  if (!found) return null
  const { status, headers, bytes } = found
  const text = found.body.toString('utf8')
  const body: unknown = /^application\/(problem\+)?json/.test(headers.get('content-type') ?? '') ? JSON.parse(text) : text
  return { outcome: { end: 'answered', status, body, closes: headers.get('connection') === 'close' }, bytes }
}
