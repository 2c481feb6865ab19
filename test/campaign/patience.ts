import { readFileSync } from 'node:fs'
import { eventually } from '../support/eventually.ts'

/**
 * A measure of time in which a busy machine takes longer: a second counts for as much of it as this process ran of what it wanted to run.
 * Whoever waits by it blames no service for what other programs took.
 */
export interface Patience {
  /** Since the beginning. */
  passedMs(): number
  /** True once `look` is, false where it is not within so much of this time. */
  within(ms: number, look: () => boolean | Promise<boolean>): Promise<boolean>
}

const LOOK_MS = 500

/** One that begins now. Where the system does not tell what a process waits for, it is the time of the clock. */
export function createPatience(): Patience {
  let passedMs = 0
  let [seenMs, seen] = [performance.now(), runAndWaited()]
  const sample = () => {
    const [nowMs, now] = [performance.now(), runAndWaited()]
    const [ran, waited] = [now.ran - seen.ran, now.waited - seen.waited]
    passedMs += (nowMs - seenMs) * (ran + waited > 0 ? ran / (ran + waited) : 1)
    seenMs = nowMs
    seen = now
    return passedMs
  }
  return {
    passedMs: sample,
    async within(ms, look) {
      const untilMs = sample() + ms
      const isOver = async () => ((await look()) ? 'done' : sample() > untilMs ? 'late' : null)
      return (await eventually(isOver, Number.POSITIVE_INFINITY, LOOK_MS)) === 'done'
    },
  }
}

/** How long this process has run, and waited for a processor, by the system's own account. */
function runAndWaited(): { readonly ran: number; readonly waited: number } {
  try {
    const [ran, waited] = readFileSync('/proc/self/schedstat', 'utf8').split(' ')
    return { ran: Number(ran), waited: Number(waited) }
  } catch {
    return { ran: 0, waited: 0 }
  }
}
