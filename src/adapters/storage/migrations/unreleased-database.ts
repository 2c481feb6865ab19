import { RefusedDatabase } from './refused-database.ts'

/** The table of the steps that a database has, by their names. */
export const STEP_TABLE = 'kysely_migration'

/** Steps of which each database that a commit before 1.0.0 made has one, unless it has the first one alone. */
const STEPS_BEFORE_RELEASE = ['001-launches', '002-expiry']
/** A table of which those with the first step alone know nothing. */
const LATER_TABLE = 'act_chain'

/** A commit before 1.0.0 made the database; its steps are not those of a release, whatever their names. */
class UnreleasedDatabase extends RefusedDatabase {
  override readonly name = 'UnreleasedDatabase'

  constructor(fix: string) {
    super('the database is of a commit before 1.0.0, which this version does not read', fix)
  }
}

/** @throws Error (UnreleasedDatabase), which says `fix`, when a commit before 1.0.0 made the database that has these tables and steps */
export function refuseUnreleased(
  { tables, steps }: { readonly tables: readonly string[]; readonly steps: readonly string[] },
  fix: string,
): void {
  if (steps.some((name) => STEPS_BEFORE_RELEASE.includes(name)) || (steps.length > 0 && !tables.includes(LATER_TABLE)))
    throw new UnreleasedDatabase(fix)
}
