import { Database } from 'bun:sqlite'
import { SQL } from 'bun'
import { join } from 'node:path'
import { emptyDatabase } from './empty-database.ts'

/** Each database there is, and how an empty one is made: SQLite in a new folder, and PostgreSQL where a server is told. */
export const databasesUnderTest = (newFolder: () => string): [name: string, make: () => Promise<string>][] => {
  const server = process.env.TEST_DATABASE_URL
  return [
    ['SQLite', async () => `sqlite:${join(newFolder(), 'service.db')}`],
    ...(server ? [['PostgreSQL', () => emptyDatabase(server)] as [string, () => Promise<string>]] : []),
  ]
}

/** What a statement answers at the address of a database, past the service; small integers are numbers. */
export async function rowsOf(url: string, statement: string): Promise<Record<string, unknown>[]> {
  if (!url.startsWith('postgres')) {
    const db = new Database(url.slice('sqlite:'.length), { strict: true })
    const rows = db.query<Record<string, unknown>, []>(statement).all()
    db.close()
    return rows
  }
  const db = new SQL(url, { max: 1 })
  const rows = (await db.unsafe(statement)) as Record<string, unknown>[]
  await db.end()
  return rows.map((row) => Object.fromEntries(Object.entries(row).map(([name, value]) => [name, isCount(value) ? Number(value) : value])))
}

// It answers a bigint column as text.
const isCount = (value: unknown): boolean => typeof value === 'string' && /^\d{1,9}$/.test(value)

/** The names of the tables at the address of a database. */
export const tablesOf = async (url: string): Promise<unknown[]> =>
  (
    await rowsOf(
      url,
      url.startsWith('postgres')
        ? `SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public' ORDER BY 1`
        : `SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY 1`,
    )
  ).map(({ name }) => name)
