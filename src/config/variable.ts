import type { Secret } from '../lib/secret.ts'

/** Parses a variable's text. @throws Unfit for an invalid text, without secrets in the message */
export type Parser<Value> = (text: string, name: string) => Value

/** The text of a variable by its name: its setting, else its default; empty without either. */
export type TextOf = (name: string) => string

/** The value is null where the variable is not set. */
interface None {
  readonly shown: string
  readonly text: null
}

/** The default is derived from other variables. */
interface Computed {
  readonly shown: string
  readonly text: (textOf: TextOf, terminal: boolean) => string
}

/** How much of a variable is secret: all of a `text` and of the `key` of a wallet; the credentials in an `address`. */
export type SecretMark = 'text' | 'key' | 'address'

/** A variable whose parser gives a Secret must be marked as secret. */
type Marks<Value> = Value extends Secret<unknown> | readonly Secret<unknown>[] ? [secret: SecretMark] : [secret?: SecretMark]

/** One environment variable. */
export interface Variable<Value = unknown> {
  readonly name: string
  readonly parse: Parser<Value>
  /** The default for documents. */
  readonly default: string
  /** The default as the parser's input; null where there is none. */
  readonly defaultText: (textOf: TextOf, terminal: boolean) => string | null
  readonly meaning: string
  readonly secret?: SecretMark
}

/** Why a variable's text is invalid, in whole sentences. */
export class Unfit extends Error {
  override readonly name = 'Unfit'
  readonly problems: readonly string[]

  constructor(...problems: readonly string[]) {
    super(problems.join('; '))
    this.problems = problems
  }
}

/** No default: the value is null unless it is set. `shown` documents that case. */
export const none = (shown = 'none'): None => ({ shown, text: null })

/** Lists are empty by default. */
export const empty = (shown = 'empty'): Computed => ({ shown, text: () => '' })

/** A default derived from other variables. */
export const by = (shown: string, text: Computed['text']): Computed => ({ shown, text })

/** Declares a variable. */
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
