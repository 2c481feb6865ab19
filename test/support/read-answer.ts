/** An answer in bytes, and how many of them it takes. */
export interface ReadAnswer {
  readonly status: number
  /** In lower case; of several of one name the last. */
  readonly headers: ReadonlyMap<string, string>
  readonly body: Buffer
  readonly bytes: number
}

/** The first answer in the bytes, which ends by its length, its last chunk or its connection; null while it is not whole. */
export function readAnswer(received: Buffer, bodiless: boolean, ended: boolean): ReadAnswer | null {
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
