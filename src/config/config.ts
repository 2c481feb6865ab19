import type { Secret } from '../lib/secret.ts'
import type { Variable } from './variable.ts'
import type { VARIABLES } from './variables.ts'

/** The parsed values of a table of variables, by group. */
export type Parsed<Table> = {
  readonly [Name in keyof Table]: {
    readonly [Member in keyof Table[Name]]: Table[Name][Member] extends Variable<infer Value> ? Value : never
  }
}

/** The whole configuration, parsed and checked; each part of the program gets its group. Frozen. */
export interface Config extends Parsed<typeof VARIABLES> {
  /** Every secret in the variables, for redaction. */
  readonly secrets: Secret<readonly (string | Uint8Array)[]>
  /** The variables that hold a wallet's key themselves, and name no location where it is kept. */
  readonly keysInEnvironment: readonly string[]
}

/** The configuration is invalid; `problems` has one line for each bad variable, without secrets. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
  readonly problems: readonly string[]

  constructor(problems: readonly string[], options: ErrorOptions = {}) {
    super(`The configuration has ${problems.length} problem(s):\n${problems.map((problem) => `  - ${problem}`).join('\n')}`, options)
    this.problems = problems
  }
}
