import { describe, expect, test } from 'bun:test'
import { Glob } from 'bun'
import { Kysely } from 'kysely'
import { openSimulatedDatabase } from '../src/adapters/launchpads/simulated/tables/open-simulated-database.ts'
import { migrate } from '../src/adapters/storage/migrations/migrate.ts'
import { migrationsFor } from '../src/adapters/storage/migrations/migrations.ts'
import { openSqlite, sqliteDialect } from '../src/adapters/storage/engine/sqlite-dialect.ts'

/** Files whose collections live as long as a call: they are arguments, sums and answers. */
const OF_ONE_CALL = new Set([
  'src/http/elysia/field-errors.ts',
  'src/http/openapi/route-table.ts',
  'src/features/coins/read-fee-series.ts',
  'src/features/plan/holder-kol-crew.ts',
  'src/features/fee-share/crank-all-coins.ts',
  'src/domain/matching/pick-crew.ts',
  'src/domain/matching/read-coin.ts',
  'src/domain/crew/crew.ts',
  'src/domain/kols/kol-cells.ts',
  'src/domain/crew/fee-map.ts',
  'src/domain/handle-warnings.ts',
  'src/domain/picture/clean-gif.ts',
  'src/domain/picture/clean-jpeg.ts',
  'src/domain/picture/clean-png.ts',
  'src/domain/picture/clean-webp.ts',
  'src/domain/picture/exif-facts.ts',
  'src/mcp/serve-mcp.ts',
  'src/domain/crew/suggested-looks.ts',
  'src/domain/kols/kol-import.ts',
  'src/adapters/launchpads/pump/launch/find-refusing-recipients.ts',
  'src/adapters/launchpads/pump/fees/read-distribution.ts',
  'src/adapters/launchpads/pump/transactions/lookup-table.ts',
  'src/adapters/launchpads/pump/state/top-holders.ts',
  'src/adapters/launchpads/zora/read-distributions.ts',
  'src/adapters/chains/solana/ledger-entry.ts',
  'src/adapters/chains/solana/advance-transactions.ts',
])

const text = await Bun.file('docs/bounded-state.md').text()
const section = (title: string) => text.split(/^## /m).find((part) => part.startsWith(title))!
/** The names in the first cells of a section's table, each in backquotes. */
const listed = (title: string) =>
  section(title)
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .flatMap((line) => [...line.split('|')[1]!.matchAll(/`([^`]+)`/g)].map((match) => match[1]!))
    .toSorted()

const TABLES = `SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND name NOT LIKE 'kol_words_%'`
const tablesOf = (db: ReturnType<typeof openSqlite>) =>
  db
    .query<{ name: string }, []>(TABLES)
    .all()
    .map(({ name }) => name)
    .toSorted()

describe('decision "Everything that is kept has an owner, a bound and an end": and stands in docs/bounded-state.md', () => {
  test('every table of the database, and no other', async () => {
    const db = openSqlite(':memory:')
    await migrate(new Kysely({ dialect: sqliteDialect(db) }), { steps: migrationsFor('sqlite'), dialect: 'sqlite', lock: async () => {} })
    expect(listed('Tables of the database')).toEqual(tablesOf(db))
    db.close()
  })

  test('every table of the simulated chain, and no other', () => {
    const db = openSimulatedDatabase(':memory:')
    expect(listed('Tables of the simulated chain')).toEqual(tablesOf(db))
    expect(db.query<{ max_page_count: bigint }, []>('PRAGMA max_page_count').get()!.max_page_count).toBe(131_072n)
    db.close()
  })

  test('no cell of the tables of what is kept is empty', () => {
    const rows = text.split('\n').filter((line) => line.startsWith('| `'))
    expect(rows.length).toBeGreaterThan(60)
    for (const row of rows)
      expect(
        row
          .split('|')
          .slice(1, -1)
          .every((cell) => cell.trim() !== ''),
      ).toBe(true)
  })

  test('every file with a collection that begins empty and outlives a call', async () => {
    const begins = /^(?: {2})?(?:const|let) .*= new (?:Map|Set|WeakMap|WeakSet)(?:<.*>)?\(\)/m
    const files = [...new Glob('src/**/*.ts').scanSync()]
    const found = await Promise.all(files.map(async (path) => (begins.test(await Bun.file(path).text()) ? [path] : [])))
    const kept = found
      .flat()
      .filter((path) => !OF_ONE_CALL.has(path))
      .toSorted()
    expect(listed('Memory')).toEqual(kept)
    // A file that is no longer there, or has none any more, is taken off the list.
    expect([...OF_ONE_CALL].filter((path) => !found.flat().includes(path))).toEqual([])
  })
})
