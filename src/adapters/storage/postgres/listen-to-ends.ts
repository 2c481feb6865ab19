import type { Client } from 'pg'
import { sql } from 'kysely'
import type { Executor } from '../engine/executor.ts'
import type { EndsElsewhere } from '../engine/operation-ends.ts'
import { inAWhile } from './in-time.ts'

const CHANNEL = 'operation_ended'
const AGAIN_MS = 1_000

/** News between replicas, and how its session is closed. */
export interface PostgresEnds extends EndsElsewhere {
  close(): Promise<void>
}

/**
 * News by LISTEN and NOTIFY. It is listened to in a session of its own, which is opened when somebody first waits; one that is lost is
 * opened again when somebody waits after a second. `connect` is null where no session lasts: nobody is heard then.
 */
export function listenToEnds(db: Executor, connect: (() => Client) | null, onDeaf: (error: unknown) => void): PostgresEnds {
  let listening: Client | null = null
  let closed = false
  const lost = new WeakSet<Client>()
  const lose = (client: Client, error: unknown) => {
    if (lost.has(client) || closed) return
    lost.add(client)
    onDeaf(error)
    void client.end().catch(() => {})
    inAWhile(AGAIN_MS, () => (listening = null))
  }
  return {
    // After the commit, in a statement of its own: commits that notify wait for each other.
    tell: (id) => void sql`select pg_notify(${CHANNEL}, ${id})`.execute(db).catch(onDeaf),
    listen(on) {
      if (listening || closed || connect === null) return
      const client = connect()
      listening = client
      client.on('error', (error) => lose(client, error))
      client.on('end', () => lose(client, new Error('the session ended')))
      client.on('notification', ({ payload }) => payload && on(payload))
      client
        .connect()
        .then(() => client.query(`listen ${CHANNEL}`))
        .catch((error: unknown) => lose(client, error))
    },
    close: async () => {
      closed = true
      await listening?.end().catch(() => {})
    },
  }
}
