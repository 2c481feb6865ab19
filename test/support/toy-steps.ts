import type { SqlDialect } from '../../src/adapters/storage/engine/sql-dialect.ts'
import { type Migration, migrationsFor, step } from '../../src/adapters/storage/migrations/migrations.ts'
import { openStorage } from '../../src/adapters/storage/storage.ts'
import { Secret } from '../../src/lib/secret.ts'

/** The steps of this version and two of a later release: the second needs the table of the first, and stands before it here. */
export const toySteps = (dialect: SqlDialect): Record<string, Migration> => ({
  '003-second-toy': step(dialect, ['INSERT INTO toy SELECT max(id) + 1 FROM toy']),
  '002-toys': step(dialect, ['CREATE TABLE toy (id bigint PRIMARY KEY)', 'INSERT INTO toy VALUES (1)']),
  ...migrationsFor(dialect),
})

/** The same with a last step, which says that it runs and ends with its input. */
const stepsWithPause = (dialect: SqlDialect): Record<string, Migration> => ({
  ...toySteps(dialect),
  '004-pause': {
    up: async () => {
      process.stdout.write('paused\n')
      await Bun.stdin.stream().getReader().read()
    },
  },
})

// As a process of its own it says that it has begun, opens the storage at the address in its environment, and applies the steps.
if (import.meta.main) {
  process.stdout.write('begun\n')
  await (await openStorage(new Secret(process.env.TOY_DATABASE_URL!), { steps: stepsWithPause })).close()
}
