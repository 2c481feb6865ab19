import { connect } from 'node:net'

/** One request to make, byte by byte. */
export interface HostileRequest {
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer
  /** Without a length that is told before: in one piece, or as `inPieces` has written it. */
  readonly chunked?: boolean | 'written'
}

/**
 * Sends it on a connection of its own and hangs up when the answer has begun, whatever is left to send. The status; 0 where
 * nothing was answered.
 */
export function sendHostile(url: string, { method, path, headers, body, chunked = false }: HostileRequest): Promise<number> {
  const { hostname, port } = new URL(url)
  const { promise, resolve } = Promise.withResolvers<number>()
  const socket = connect(Number(port), hostname, () => {
    const length = chunked ? { 'transfer-encoding': 'chunked' } : { 'content-length': String(body.length) }
    const head = Object.entries({ host: `${hostname}:${port}`, ...headers, ...length }).map(([name, value]) => `${name}: ${value}\r\n`)
    socket.write(`${method} ${path} HTTP/1.1\r\n${head.join('')}\r\n`)
    socket.write(chunked === true ? inPieces(body, body.length) : body)
  })
  socket.on('data', (chunk: Buffer) => {
    resolve(Number(chunk.subarray(9, 12).toString('latin1')) || 0)
    socket.destroy()
  })
  socket.on('error', () => resolve(0))
  socket.on('close', () => resolve(0))
  return promise
}

/** The body as `transfer-encoding: chunked` writes it, with this many bytes in each piece. */
export function inPieces(body: Buffer, bytes: number): Buffer {
  const wire = Buffer.allocUnsafe(body.length + Math.ceil(body.length / bytes) * 12 + 5)
  let end = 0
  for (let at = 0; at < body.length; at += bytes) {
    const length = Math.min(bytes, body.length - at)
    end += wire.write(`${length.toString(16)}\r\n`, end, 'latin1')
    end += body.copy(wire, end, at, at + length)
    end += wire.write('\r\n', end, 'latin1')
  }
  end += wire.write('0\r\n\r\n', end, 'latin1')
  return wire.subarray(0, end)
}
