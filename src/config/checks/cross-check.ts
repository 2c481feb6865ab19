import type { Config } from '../config.ts'

/** What is wrong, and how it is mended. No secret is repeated. */
export interface Wrong {
  readonly text: string
  readonly fix?: string
}

/** What variables say together. */
export interface CrossCheck {
  readonly name: string
  /** `refuse`: no command goes on. `fail`: the service does not start. `warn`: it is said at every start. */
  readonly level: 'refuse' | 'fail' | 'warn'
  /** The variables that it looks at. */
  readonly of: readonly string[]
  /** Everything that is wrong; nothing when all is well. */
  readonly wrong: (config: Config) => readonly Wrong[]
  /** What `doctor` says when all is well. */
  readonly right?: (config: Config) => string | null
}

/** The one thing that is wrong, or nothing. */
export const when = (isWrong: boolean, text: string, fix?: string): readonly Wrong[] =>
  isWrong ? [{ text, ...(fix === undefined ? {} : { fix }) }] : []
