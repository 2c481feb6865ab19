import { writeSync } from 'node:fs'
import type { EndTimer, Timers } from '../ports/clock.ts'

/** How long a line may be buffered, so that a burst of requests costs one write. */
const WAIT_MS = 5
/** Most characters that wait for a reader of the output who has stopped reading; lines beyond are dropped. */
const UNREAD_CHARACTERS_MAX = 4 * 1024 * 1024

/**
 * Writes lines to an output in batches, standard output unless told; buffered lines are written when the process exits, as far as the
 * output takes them. Lines that nobody reads are dropped once they are many: a log that stands still does not fill the memory.
 */
export function createStdoutLines(
  { timers }: { readonly timers: Timers },
  output: NodeJS.WriteStream & { fd: 1 | 2 } = process.stdout,
): (line: string) => void {
  let waiting = ''
  let unread = 0
  let flushes: EndTimer | null = null
  const flush = () => {
    flushes = null
    const text = waiting
    waiting = ''
    if (text === '' || unread + text.length > UNREAD_CHARACTERS_MAX) return
    unread += text.length
    output.write(text, () => (unread -= text.length))
  }
  process.on('exit', () => {
    try {
      if (waiting !== '' && unread === 0) writeSync(output.fd, waiting)
    } catch {
      // Nobody reads it, or the disk is full: the process ends all the same.
    }
  })
  return (line) => {
    waiting += `${line}\n`
    flushes ??= timers.after(WAIT_MS, flush)
  }
}
