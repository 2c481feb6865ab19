import { connect, type Socket } from 'node:net'
import { type ReadAnswer, readAnswer } from '../support/read-answer.ts'

/** An answer as it came over the wire. */
export interface WireAnswer extends Omit<ReadAnswer, 'bytes'> {
  readonly ms: number
}

/** One kept connection, opened again when the other side has ended it. One request at a time. */
export interface WireClient {
  /** The answer to these bytes; a text says how it failed to come. */
  send(head: string, body: Uint8Array | null, options: { bodiless: boolean; timeoutMs: number }): Promise<WireAnswer | string>
  close(): void
}

const CLOSES = 'close'
/** Shorter than the 30 s that the service keeps a silent connection: what is sent while it hangs up is answered by nobody. */
const KEPT_MS = 20_000

/** A client byte by byte: fetch would mend what is odd on purpose, and ask again by itself. */
export function createWireClient(
  { hostname, port }: { hostname: string; port: number },
  nowMs: () => number = () => performance.now(),
): WireClient {
  let socket: Socket | null = null
  let chunks: Buffer[] = []
  let length = 0
  let gone = ''
  let heardMs = 0
  let wake: () => void = () => {}

  const open = async (): Promise<boolean> => {
    if (socket && gone === '' && !socket.destroyed && nowMs() - heardMs < KEPT_MS) return true
    socket?.destroy()
    chunks = []
    length = 0
    gone = ''
    const opening = connect(port, hostname)
    opening.setNoDelay(true)
    socket = opening
    const end = (why: string) => {
      if (socket !== opening) return
      gone ||= why
      wake()
    }
    opening.on('data', (chunk: Buffer) => {
      if (socket !== opening) return
      chunks.push(chunk)
      length += chunk.length
      wake()
    })
    opening.on('error', (error: Error & { code?: string }) => end(error.code ?? 'error'))
    opening.on('close', () => end('closed'))
    return new Promise((resolve) => {
      opening.once('connect', () => resolve(true))
      opening.once('error', () => resolve(false))
    })
  }

  const received = (): Buffer => {
    if (chunks.length !== 1) chunks = [Buffer.concat(chunks)]
    return chunks[0]!
  }

  const take = (bodiless: boolean, startedMs: number): WireAnswer | null => {
    if (length === 0) return null
    const found = readAnswer(received(), bodiless, gone !== '')
    if (!found) return null
    const rest = received().subarray(found.bytes)
    chunks = rest.length > 0 ? [rest] : []
    length = rest.length
    heardMs = nowMs()
    // 100 Continue and its like come before the answer.
    if (found.status < 200) return take(bodiless, startedMs)
    if (found.headers.get('connection')?.toLowerCase() === CLOSES) {
      socket?.destroy()
      gone = 'closed'
    }
    return { status: found.status, headers: found.headers, body: found.body, ms: performance.now() - startedMs }
  }

  return {
    async send(head, body, { bodiless, timeoutMs }) {
      if (!(await open())) return 'refused'
      const startedMs = performance.now()
      let late = false
      const timer = setTimeout(() => {
        late = true
        wake()
      }, timeoutMs)
      socket!.write(body === null ? Buffer.from(head, 'latin1') : Buffer.concat([Buffer.from(head, 'latin1'), body]))
      try {
        for (;;) {
          const answer = take(bodiless, startedMs)
          if (answer) return answer
          if (gone !== '') return `${gone} after ${length} bytes`
          if (late) return `no answer within ${timeoutMs} ms`
          await new Promise<void>((resolve) => (wake = resolve))
        }
      } finally {
        clearTimeout(timer)
        if (late) this.close()
      }
    },
    close() {
      socket?.destroy()
      socket = null
    },
  }
}
