import { connect } from 'node:net'
import type { ClientBase } from 'pg'

/** What node-postgres knows of a session, of which its types have half. */
type PostgresSession = ClientBase & {
  readonly host: string
  readonly port: number
  readonly processID: number | null
  readonly secretKey: number | null
}

const GIVEN_UP_MS = 5_000

/**
 * Asks the server to cancel what the session executes; nobody waits for it. A statement that its client gave up would otherwise go on,
 * and keep its locks. Poolers pass it on to the server that has the statement.
 * @see https://www.postgresql.org/docs/current/protocol-flow.html#PROTOCOL-FLOW-CANCELING-REQUESTS
 */
export function cancelStatement(client: ClientBase): void {
  const { host, port, processID, secretKey } = client as PostgresSession
  if (processID === null || secretKey === null) return
  const words = [16, (1234 << 16) | 5678, processID, secretKey]
  const request = Buffer.alloc(16)
  for (const [index, word] of words.entries()) request.writeInt32BE(word, index * 4)
  const socket = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host)
  socket.setTimeout(GIVEN_UP_MS, () => socket.destroy())
  socket.on('error', () => socket.destroy())
  socket.on('connect', () => socket.end(request))
}
