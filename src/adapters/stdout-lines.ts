import { writeSync } from 'node:fs'

/** How long a line may wait for others, so that a burst of requests costs one write. */
const WAIT_MS = 5

/** Writes lines to standard output, several at a time; what still waits when the process ends is written then. */
export function createStdoutLines(): (line: string) => void {
  let waiting = ''
  let timer: ReturnType<typeof setTimeout> | null = null
  const flush = () => {
    timer = null
    if (waiting !== '') process.stdout.write(waiting)
    waiting = ''
  }
  process.on('exit', () => {
    if (waiting !== '') writeSync(1, waiting)
  })
  return (line) => {
    waiting += `${line}\n`
    timer ??= setTimeout(flush, WAIT_MS)
  }
}
