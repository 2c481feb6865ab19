import { parseArgs } from 'node:util'

/** What a run of the fuzzer is asked to be. */
export interface FuzzOptions {
  /** The same seed and connections give every actor the same choices. */
  readonly seed: number
  readonly requests: number
  /** Ends earlier when so many minutes are over. */
  readonly minutes: number
  /** `sqlite`, `postgres` (a server of its own, or TEST_DATABASE_URL's), or an address of an empty database. */
  readonly database: string
  /** Null starts the service from source. */
  readonly executable: string | null
  readonly connections: number
  /** Where the service keeps its files; null makes a folder and removes it. */
  readonly dataDir: string | null
  /** Takes payments per call, through a facilitator of the fuzzer's own. */
  readonly payments: boolean
  /** Answers whose bodies are held against their schemas, from 0 to 1. */
  readonly validate: number
  /** Stops after so many different failures. */
  readonly failuresMax: number
  /** Most milliseconds that the main thread may work before /healthz answers; more is a fault. */
  readonly gapMs: number
}

export const USAGE = `bun run fuzz [options]
  --seed N            default: taken from the clock, and printed
  --requests N        default 20000
  --minutes N         ends earlier; default 600
  --database WHICH    sqlite (default), postgres, or the address of an empty database
  --executable FILE   default: the service from source
  --connections N     default 8
  --data-dir DIR      an empty folder for the service; default: a temporary one
  --no-payments       takes no payments per call
  --validate SHARE    of the bodies that are held against their schemas; default 1
  --failures-max N    stops after so many different failures; default 20
  --gap-ms N          of work before /healthz answers are a fault; default 100, which wants a machine that does nothing else`

/** @throws Error that says which option is wrong */
export function readOptions(args: readonly string[]): FuzzOptions {
  const { values } = parseArgs({
    args: [...args],
    options: {
      seed: { type: 'string', default: String(Date.now() % 1_000_000) },
      requests: { type: 'string', default: '20000' },
      minutes: { type: 'string', default: '600' },
      database: { type: 'string', default: 'sqlite' },
      executable: { type: 'string' },
      connections: { type: 'string', default: '8' },
      'data-dir': { type: 'string' },
      'no-payments': { type: 'boolean', default: false },
      validate: { type: 'string', default: '1' },
      'failures-max': { type: 'string', default: '20' },
      'gap-ms': { type: 'string', default: '100' },
    },
  })
  const number = (name: 'seed' | 'requests' | 'minutes' | 'connections' | 'validate' | 'failures-max' | 'gap-ms') => {
    const value = Number(values[name])
    if (!Number.isFinite(value) || value < 0) throw new Error(`--${name} must be a number`)
    return value
  }
  return {
    seed: number('seed'),
    requests: number('requests'),
    minutes: number('minutes'),
    database: values.database,
    executable: values.executable ?? null,
    connections: Math.max(1, number('connections')),
    dataDir: values['data-dir'] ?? null,
    payments: !values['no-payments'],
    validate: number('validate'),
    failuresMax: Math.max(1, number('failures-max')),
    gapMs: number('gap-ms'),
  }
}
