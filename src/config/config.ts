import type { Secret } from '../lib/secret.ts'
import type { Variable } from './variable.ts'
import type { VARIABLES } from './variables.ts'

/** What a table of variables gives, group by group. */
export type Parsed<Table> = {
  readonly [Name in keyof Table]: {
    readonly [Member in keyof Table[Name]]: Table[Name][Member] extends Variable<infer Value> ? Value : never
  }
}

/** Everything the environment decides, parsed and checked; each part of the program is handed its group. Frozen. */
export interface Config extends Parsed<typeof VARIABLES> {
  /** Everything in the variables that must never be shown. */
  readonly secrets: Secret<readonly (string | Uint8Array)[]>
}

/** The configuration is wrong; `problems` has one line for each bad variable, none of which repeats a secret. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
  readonly problems: readonly string[]

  constructor(problems: readonly string[], options: ErrorOptions = {}) {
    super(`The configuration has ${problems.length} problem(s):\n${problems.map((problem) => `  - ${problem}`).join('\n')}`, options)
    this.problems = problems
  }
}
