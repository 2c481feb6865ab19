import type { Config } from '../config.ts'

/** A problem and its fix. Contains no secret. */
export interface Wrong {
  readonly text: string
  readonly fix?: string
}

/** A check over several variables. */
export interface CrossCheck {
  readonly name: string
  /** `refuse`: no command runs. `fail`: the service does not start. `warn`: logged at every start. */
  readonly level: 'refuse' | 'fail' | 'warn'
  /** The variables that it reads. */
  readonly of: readonly string[]
  /** Every problem found; empty when all is well. */
  readonly wrong: (config: Config) => readonly Wrong[]
  /** What `doctor` prints when all is well. */
  readonly right?: (config: Config) => string | null
}

/** A single problem, or none. */
export const when = (isWrong: boolean, text: string, fix?: string): readonly Wrong[] =>
  isWrong ? [{ text, ...(fix === undefined ? {} : { fix }) }] : []
