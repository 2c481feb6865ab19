import type { SqlDialect } from '../../src/adapters/storage/engine/sql-dialect.ts'
import { type Migration, migrationsFor, step } from '../../src/adapters/storage/migrations/migrations.ts'
import { openStorage } from '../../src/adapters/storage/storage.ts'
import { Secret } from '../../src/lib/secret.ts'

/**
 * The steps of this version and two of later releases: this version works beside the first, and not beside the second, which needs the
 * table of the first and stands before it here.
 */
export const toySteps = (dialect: SqlDialect): Record<string, Migration> => ({
  '003-second-toy': step(dialect, null, ['INSERT INTO toy SELECT max(id) + 1 FROM toy']),
  '002-toys': step(dialect, '001-initial', ['CREATE TABLE toy (id bigint PRIMARY KEY)', 'INSERT INTO toy VALUES (1)']),
  ...migrationsFor(dialect),
})

/** The same with a last step, which says that it runs and ends with its input. */
const stepsWithPause = (dialect: SqlDialect): Record<string, Migration> => ({
  ...toySteps(dialect),
  '004-pause': {
    beside: '003-second-toy',
    up: async () => {
      process.stdout.write('paused\n')
      await Bun.stdin.stream().getReader().read()
    },
  },
})

/** The steps up to the one that TOY_LAST names, all where it names none. */
const stepsOfProcess = (dialect: SqlDialect): Record<string, Migration> =>
  Object.fromEntries(Object.entries(stepsWithPause(dialect)).filter(([name]) => name <= (process.env.TOY_LAST ?? name)))

// As a process of its own it says that it has begun, opens the storage at the address in its environment, and applies the steps; what
// refuses them it says.
if (import.meta.main) {
  process.stdout.write('begun\n')
  const opened = openStorage(new Secret(process.env.TOY_DATABASE_URL!), { steps: stepsOfProcess })
  await opened.then(
    ({ close }) => close(),
    (error: unknown) => {
      process.stdout.write(`${error instanceof Error ? error.message : 'not opened'}\n`)
      process.exitCode = 1
    },
  )
}
