import { parseArgs } from 'node:util'

/** What a run of the bench is told. */
export interface Options {
  readonly quick: boolean
  readonly write: boolean
  /** Another commit to measure beside this tree. */
  readonly vs: string | null
  /** Names of measures; all of them when empty. */
  readonly only: readonly string[]
  readonly help: boolean
}

/** The options in these arguments. @throws Error that says what is wrong with them, for the reader of a terminal */
export function readOptions(args: readonly string[], measures: readonly string[]): Options {
  const { values } = parseArgs({
    args: [...args],
    options: {
      quick: { type: 'boolean', default: false },
      write: { type: 'boolean', default: false },
      vs: { type: 'string' },
      only: { type: 'string', multiple: true, default: [] },
      help: { type: 'boolean', short: 'h', default: false },
    },
  })
  const { quick, write, vs = null, help } = values
  const only = values.only.flatMap((names) => names.split(','))
  const unknown = only.find((name) => !measures.includes(name))
  if (unknown !== undefined) throw new Error(`There is no measure "${unknown}"; there are ${measures.join(', ')}.`)
  if (write && (quick || only.length > 0 || vs !== null)) throw new Error('--write wants the whole run: no --quick, --only or --vs.')
  return { quick, write, vs, only, help }
}
