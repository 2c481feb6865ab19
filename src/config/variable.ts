import type { Secret } from '../lib/secret.ts'

/** The value that a variable's text stands for. @throws Unfit when it stands for none; it never repeats a secret */
export type Parser<Value> = (text: string, name: string) => Value

/** The text of a variable by its name: what it is set to, else its default; empty where it has none. */
export type TextOf = (name: string) => string

/** The value is null where the variable is not set. */
interface None {
  readonly shown: string
  readonly text: null
}

/** The default follows from other variables. */
interface Computed {
  readonly shown: string
  readonly text: (textOf: TextOf, terminal: boolean) => string
}

/** What of a variable must never be shown: all of a `text` and of the `key` of a wallet; what opens the place of an `address`. */
export type SecretMark = 'text' | 'key' | 'address'

/** What is kept as a secret must be marked as one. */
type Marks<Value> = Value extends Secret<unknown> | readonly Secret<unknown>[] ? [secret: SecretMark] : [secret?: SecretMark]

/** One environment variable. */
export interface Variable<Value = unknown> {
  readonly name: string
  readonly parse: Parser<Value>
  /** The default as people read it. */
  readonly default: string
  /** The default as the parser reads it; null where there is none. */
  readonly defaultText: (textOf: TextOf, terminal: boolean) => string | null
  readonly meaning: string
  readonly secret?: SecretMark
}

/** What is wrong with the texts of a variable, in whole sentences. */
export class Unfit extends Error {
  override readonly name = 'Unfit'
  readonly problems: readonly string[]

  constructor(...problems: readonly string[]) {
    super(problems.join('; '))
    this.problems = problems
  }
}

/** No default: the value is null unless it is set. `shown` says what that means. */
export const none = (shown = 'none'): None => ({ shown, text: null })

/** The default of a list is an empty one. */
export const empty = (shown = 'empty'): Computed => ({ shown, text: () => '' })

/** A default that other variables decide. */
export const by = (shown: string, text: Computed['text']): Computed => ({ shown, text })

/** One line of the table. */
export function variable<Value, Default extends string | None | Computed>(
  name: string,
  parse: Parser<Value>,
  otherwise: Default,
  meaning: string,
  ...[secret]: Marks<Value>
): Variable<Default extends None ? Value | null : Value> {
  const { shown, text } = typeof otherwise === 'string' ? { shown: otherwise, text: () => otherwise } : otherwise
  return {
    name,
    parse: parse as Parser<never>,
    default: shown,
    defaultText: text ?? (() => null),
    meaning,
    ...(secret === undefined ? {} : { secret }),
  }
}
