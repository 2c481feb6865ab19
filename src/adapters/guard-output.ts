import { formatWithOptions, inspect } from 'node:util'
import type { Redactor } from '../lib/redactor.ts'
import { isConnectionFault } from './storage-faults.ts'

type Write = typeof process.stdout.write

const ON_STDOUT = ['log', 'info', 'debug', 'dir', 'table'] as const
const ON_STDERR = ['warn', 'error', 'trace'] as const

/**
 * Makes everything that this process writes go through `redact` from now on, including the output of libraries and the runtime's report
 * of a fatal error. An uncaught error ends the process with 1, but for one of a connection: what another program does ends nothing here. An
 * unhandled rejection does not.
 */
export function guardOutput(redact: Redactor): void {
  for (const stream of [process.stdout, process.stderr]) {
    const write = stream.write.bind(stream) as Write
    stream.write = ((chunk: string | Uint8Array, ...others: never[]) => write(redacted(redact, chunk), ...others)) as Write
  }
  const printTo =
    (stream: NodeJS.WriteStream) =>
    (...values: unknown[]) =>
      void stream.write(`${formatWithOptions({ colors: false }, ...values)}\n`)
  for (const name of ON_STDOUT) console[name] = printTo(process.stdout)
  for (const name of ON_STDERR) console[name] = printTo(process.stderr)
  const writeReport = (error: unknown) => void process.stderr.write(`${inspect(error)}\n`)
  // A promise that a library abandoned is no reason to exit: it is reported, and the service continues.
  process.on('unhandledRejection', writeReport)
  process.on('uncaughtException', (error) => {
    writeReport(error)
    if (!isConnectionFault(error)) process.exit(1)
  })
}

/** Redacts bytes that are UTF-8 text; other bytes stay as they are. */
function redacted(redact: Redactor, chunk: string | Uint8Array): string | Uint8Array {
  if (typeof chunk === 'string') return redact(chunk)
  const text = Buffer.from(chunk).toString('utf8')
  const kept = redact(text)
  return kept === text ? chunk : kept
}
