import { connect, type Socket } from 'node:net'

/** An answer as it came over the wire. */
export interface WireAnswer {
  readonly status: number
  /** In lower case; of several of one name the last. */
  readonly headers: ReadonlyMap<string, string>
  readonly body: Buffer
  readonly ms: number
}

/** One kept connection, opened again when the other side has ended it. One request at a time. */
export interface WireClient {
  /** The answer to these bytes; a text says how it failed to come. */
  send(head: string, body: Uint8Array | null, options: { bodiless: boolean; timeoutMs: number }): Promise<WireAnswer | string>
  close(): void
}

const CLOSES = 'close'

/** A client byte by byte: fetch would mend what is odd on purpose, and ask again by itself. */
export function createWireClient({ hostname, port }: { hostname: string; port: number }): WireClient {
  let socket: Socket | null = null
  let chunks: Buffer[] = []
  let length = 0
  let gone = ''
  let wake: () => void = () => {}

  const open = async (): Promise<boolean> => {
    if (socket && gone === '' && !socket.destroyed) return true
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

interface ReadAnswer extends Omit<WireAnswer, 'ms'> {
  readonly bytes: number
}

/** The first answer in the bytes; null while it is not whole. */
function readAnswer(received: Buffer, bodiless: boolean, ended: boolean): ReadAnswer | null {
  const headEnd = received.indexOf('\r\n\r\n')
  if (headEnd === -1) return null
  const [statusLine, ...lines] = received.toString('latin1', 0, headEnd).split('\r\n')
  const headers = new Map<string, string>()
  for (const line of lines) {
    const colon = line.indexOf(':')
    headers.set(line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim())
  }
  const status = Number(statusLine!.slice(9, 12))
  const start = headEnd + 4
  const whole = (body: Buffer, bytes: number): ReadAnswer => ({ status, headers, body, bytes })
  if (bodiless || status === 204 || status === 304 || status < 200) return whole(Buffer.alloc(0), start)
  if (headers.get('transfer-encoding')?.toLowerCase() === 'chunked') return readChunks(received, start, whole)
  const length = headers.get('content-length')
  if (length === undefined) return ended ? whole(Buffer.from(received.subarray(start)), received.length) : null
  const end = start + Number(length)
  return received.length < end ? null : whole(Buffer.from(received.subarray(start, end)), end)
}

function readChunks(received: Buffer, start: number, whole: (body: Buffer, bytes: number) => ReadAnswer): ReadAnswer | null {
  const parts: Buffer[] = []
  let at = start
  for (;;) {
    const lineEnd = received.indexOf('\r\n', at)
    if (lineEnd === -1) return null
    const size = Number.parseInt(received.toString('latin1', at, lineEnd), 16)
    const next = lineEnd + 2 + size + 2
    if (received.length < next) return null
    if (size === 0) return whole(Buffer.concat(parts), next)
    parts.push(received.subarray(lineEnd + 2, lineEnd + 2 + size))
    at = next
  }
}
