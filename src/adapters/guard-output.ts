import { formatWithOptions, inspect } from 'node:util'
import type { StrikeOut } from '../lib/strike-out.ts'

type Write = typeof process.stdout.write

const ON_STDOUT = ['log', 'info', 'debug', 'dir', 'table'] as const
const ON_STDERR = ['warn', 'error', 'trace'] as const

/**
 * From now on everything that this process writes, libraries and the runtime's own last words on an error included, goes
 * through `strikeOut`. An error that nobody caught ends the process with 1; a promise that nobody waits for does not.
 */
export function guardOutput(strikeOut: StrikeOut): void {
  for (const stream of [process.stdout, process.stderr]) {
    const write = stream.write.bind(stream) as Write
    stream.write = ((chunk: string | Uint8Array, ...others: never[]) => write(struck(strikeOut, chunk), ...others)) as Write
  }
  const printTo =
    (stream: NodeJS.WriteStream) =>
    (...values: unknown[]) =>
      void stream.write(`${formatWithOptions({ colors: false }, ...values)}\n`)
  for (const name of ON_STDOUT) console[name] = printTo(process.stdout)
  for (const name of ON_STDERR) console[name] = printTo(process.stderr)
  const writeReport = (error: unknown) => void process.stderr.write(`${inspect(error)}\n`)
  // A promise that a library let go of is no reason to end: it is told, and the service goes on.
  process.on('unhandledRejection', writeReport)
  process.on('uncaughtException', (error) => {
    writeReport(error)
    process.exit(1)
  })
}

/** Bytes that are text are looked through as text; what is not stays as it is. */
function struck(strikeOut: StrikeOut, chunk: string | Uint8Array): string | Uint8Array {
  if (typeof chunk === 'string') return strikeOut(chunk)
  const text = Buffer.from(chunk).toString('utf8')
  const kept = strikeOut(text)
  return kept === text ? chunk : kept
}
