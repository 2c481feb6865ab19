import { join } from 'node:path'
import { SQL } from 'bun'
import { openSqlite } from '../../src/adapters/storage/engine/sqlite-dialect.ts'
import { openSimulatedDatabase } from '../../src/adapters/launchpads/simulated/tables/open-simulated-database.ts'
import chain from '../fixtures/first-database/chain.json'
import rows from '../fixtures/first-database/rows.json'
import state from '../fixtures/first-database/state.json'
import { emptyDatabase } from './empty-database.ts'

/** What the service of then answered, and who was there: keys and secrets of people made up for it. */
export const firstState = state

type Cell = string | number | null | { readonly int: string } | { readonly base64: string }
type Tables = Readonly<Record<string, readonly Readonly<Record<string, Cell>>[]>>

const ddl = async (dialect: 'sqlite' | 'postgres') =>
  (await Bun.file(new URL(`../fixtures/first-database/${dialect}.sql`, import.meta.url)).text()).split(';\n\n')

const valueOf = (cell: Cell): string | number | bigint | Buffer | null => {
  if (cell === null || typeof cell !== 'object') return cell
  return 'int' in cell ? BigInt(cell.int) : Buffer.from(cell.base64, 'base64')
}

/** Every row with its statement; `mark` names a parameter by its place, from 1. */
function inserts(tables: Tables, mark: (index: number) => string) {
  return Object.entries(tables).flatMap(([table, found]) =>
    found.map((row) => ({
      sql: `INSERT INTO ${table} (${Object.keys(row).join(', ')}) VALUES (${Object.keys(row).map((_, at) => mark(at + 1))})`,
      values: Object.values(row).map(valueOf),
    })),
  )
}

/** Writes the database of then to a new SQLite file. */
export async function writeFirstSqlite(file: string): Promise<void> {
  const db = openSqlite(file)
  for (const statement of await ddl('sqlite')) db.run(statement)
  db.run('DELETE FROM tally')
  for (const { sql, values } of inserts(rows as Tables, () => '?')) db.query(sql).run(...(values as never[]))
  db.close()
}

/** Writes the database of then to an empty PostgreSQL database. */
export async function writeFirstPostgres(url: string): Promise<void> {
  const db = new SQL(url, { max: 1 })
  for (const statement of await ddl('postgres')) await db.unsafe(statement)
  // Its steps put a row of their own here.
  await db.unsafe('DELETE FROM tally; DELETE FROM directory_version')
  for (const { sql, values } of inserts(rows as Tables, (index) => `$${index}`)) {
    await db.unsafe(sql, values.map((value) => (typeof value === 'bigint' ? String(value) : value)) as never[])
  }
  await db.end()
}

/** Writes the simulated chain of then to a new file. */
export function writeFirstChain(file: string): void {
  const db = openSimulatedDatabase(file)
  db.run('PRAGMA foreign_keys = OFF')
  for (const { sql, values } of inserts(chain as Tables, () => '?')) db.query(sql).run(...(values as never[]))
  db.close()
}

/** Each database there is, and how a copy of the first one is made in it: SQLite in a new folder, and PostgreSQL where a server is told. */
export const firstDatabases = (newFolder: () => string, server: string | undefined): [name: string, make: () => Promise<string>][] => [
  [
    'SQLite',
    async () => {
      const file = join(newFolder(), 'service.db')
      await writeFirstSqlite(file)
      return `sqlite:${file}`
    },
  ],
  ...(server
    ? [
        [
          'PostgreSQL',
          async () => {
            const url = await emptyDatabase(server)
            await writeFirstPostgres(url)
            return url
          },
        ] as [string, () => Promise<string>],
      ]
    : []),
]
