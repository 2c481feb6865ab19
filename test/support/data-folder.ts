import { Database } from 'bun:sqlite'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Every file of a folder with its bytes, but for what the running server itself writes to: its journals. Locks are empty, and a
 * handle on one in this process would give it up.
 */
export function everything(folder: string): Record<string, string> {
  const names = readdirSync(folder, { recursive: true }).map(String).toSorted()
  return Object.fromEntries(
    names
      .filter((name) => !/-(wal|shm)$/.test(name))
      .map((name) => {
        const found = statSync(join(folder, name))
        return [name, `${found.size} ${found.isFile() && !name.endsWith('.lock') ? Bun.hash(readFileSync(join(folder, name))) : ''}`]
      }),
  )
}

/** Leaves a claim that nobody finished, as a killed process does; tells how many are there. */
export function orphanIn(dataDir: string): () => number {
  const db = new Database(join(dataDir, 'service.db'), { strict: true })
  // A service that runs beside it may be writing.
  db.run('PRAGMA busy_timeout = 5000')
  db.run(
    "INSERT INTO idempotency (id, scope, key, fingerprint, operation_id, finished, expires_at_ms) VALUES ('i', 's', 'key-in-flight', 'f', NULL, 0, 9e15)",
  )
  db.close()
  return () => {
    const db = new Database(join(dataDir, 'service.db'), { readonly: true, strict: true })
    const { n } = db.query<{ n: number }, []>('SELECT count(*) AS n FROM idempotency').get()!
    db.close()
    return n
  }
}
