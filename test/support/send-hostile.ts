import { connect } from 'node:net'

/** One request to make, byte by byte. */
export interface HostileRequest {
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer
  /** In pieces without a length that is told before. */
  readonly chunked?: boolean
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
    if (chunked) socket.write(Buffer.concat([Buffer.from(`${body.length.toString(16)}\r\n`), body, Buffer.from('\r\n0\r\n\r\n')]))
    else socket.write(body)
  })
  socket.on('data', (chunk: Buffer) => {
    resolve(Number(chunk.subarray(9, 12).toString('latin1')) || 0)
    socket.destroy()
  })
  socket.on('error', () => resolve(0))
  socket.on('close', () => resolve(0))
  return promise
}
