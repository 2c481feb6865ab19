import { afterAll, describe, expect, test } from 'bun:test'
import type { Checker, Type } from 'typescript/unstable/async'
import { openStorage } from '../../src/adapters/storage/storage.ts'
import { Secret } from '../../src/lib/secret.ts'
import { databasesUnderTest, rowsOf } from '../support/databases-under-test.ts'
import { withOwnProgram } from '../support/own-program.ts'
import { temporaryDataDirs } from '../support/server-process.ts'

const SCHEMA = 'src/adapters/storage/schema.ts'
/** Of the migrations themselves, and of SQLite's search: no repository reads them by the types of the schema. */
const UNTYPED = /^(kysely_migration|kol_words.*)$/

const membersOf = async (checker: Checker, type: Type): Promise<{ readonly name: string; readonly type: Type }[]> => {
  const symbols = await checker.getPropertiesOfType(type)
  const types = await checker.getTypeOfSymbol(symbols)
  return symbols.map(({ name }, at) => ({ name, type: types[at]! }))
}

/** What the schema says: the columns of all tables, such as `coin.twitter: null` where it may be null, and those that need not be given. */
const typed = await withOwnProgram(async ({ checker }) => {
  const text = await Bun.file(SCHEMA).text()
  const database = (await checker.getTypeAtPosition(`${process.cwd()}/${SCHEMA}`, text.search(/Database\s+extends/)))!
  const [columns, generated]: [string[], string[]] = [[], []]
  for (const table of await membersOf(checker, database))
    for (const { name, type } of await membersOf(checker, table.type)) {
      const written = await checker.typeToString(type)
      columns.push(`${table.name}.${name}${/\bnull\b/.test(written) ? ': null' : ''}`)
      if (written.startsWith('Generated<')) generated.push(`${table.name}.${name}`)
    }
  return { columns: columns.toSorted(), generated: generated.toSorted() }
})

/** What the database has, in the same form. */
async function stored(url: string): Promise<{ readonly columns: readonly string[]; readonly filled: ReadonlySet<string> }> {
  const rows = await rowsOf(
    url,
    url.startsWith('postgres')
      ? `SELECT table_name AS "table", column_name AS "column", CASE is_nullable WHEN 'YES' THEN 1 ELSE 0 END AS nullable,
          CASE WHEN column_default IS NOT NULL OR is_identity = 'YES' THEN 1 ELSE 0 END AS filled
        FROM information_schema.columns WHERE table_schema = 'public'`
      : // A column of a primary key has no NOT NULL of its own. An integer one is counted up.
        `SELECT t.name AS "table", c.name AS "column", c."notnull" = 0 AND c.pk = 0 AS nullable,
          c.dflt_value IS NOT NULL OR (c.pk = 1 AND upper(c.type) = 'INTEGER') AS filled
        FROM sqlite_schema t, pragma_table_info(t.name) c WHERE t.type = 'table'`,
  )
  const own = rows.filter(({ table }) => !UNTYPED.test(String(table)))
  return {
    columns: own.map(({ table, column, nullable }) => `${table}.${column}${nullable ? ': null' : ''}`).toSorted(),
    filled: new Set(own.flatMap(({ table, column, nullable, filled }) => (nullable || filled ? [`${table}.${column}`] : []))),
  }
}

const dirs = temporaryDataDirs()
afterAll(dirs.removeAll)

describe.each(databasesUnderTest(dirs.next))('schema.ts, beside the tables of %s', (_name, make) => {
  test('has every column of the database and no other, each null where it may be null, and none left out that has to be given', async () => {
    const url = await make()
    await (await openStorage(new Secret(url))).close()
    const { columns, filled } = await stored(url)
    expect(typed.columns.length).toBeGreaterThan(250)
    expect(typed.columns).toEqual(columns as string[])
    expect(typed.generated.filter((column) => !filled.has(column))).toEqual([])
    expect(typed.generated.length).toBeGreaterThan(5)
  })
})
