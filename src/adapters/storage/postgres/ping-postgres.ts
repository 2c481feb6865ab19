import { sql } from 'kysely'
import type { Executor } from '../engine/executor.ts'

/**
 * Resolves when requests get through: statements with parameters over two connections, and a transaction that writes and is rolled back.
 * @throws StorageFault when they do not
 */
export async function pingPostgres(db: Executor): Promise<void> {
  const asks = (executor: Executor) => sql`select ${'one'}::text`.execute(executor)
  const reads = () => db.connection().execute(async (connection) => void (await asks(connection), await asks(connection)))
  const writes = () =>
    db.transaction().execute(async (tx) => {
      await asks(tx)
      // A row of its own session, for which nobody waits.
      await sql`insert into lease (name, holder, expires_at_ms) values ('ready ' || pg_backend_pid(), ${'nobody'}, 0)`.execute(tx)
      throw new RolledBack()
    })
  const written = () =>
    writes().catch((error: unknown) => {
      if (!(error instanceof RolledBack)) throw error
    })
  await Promise.all([reads(), written()])
}

class RolledBack extends Error {}
