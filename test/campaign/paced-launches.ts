import { eventually } from '../support/eventually.ts'
import { createLauncher, type LaunchAnswer } from '../support/launches.ts'

/** Launches of coins, as many a second at each replica as asked for, whatever the answers are. */
export interface PacedLaunches {
  readonly answers: readonly PacedAnswer[]
  /** Resolves when each of these replicas has launched a coin for a call that began after now. */
  launchedAgain(replicas: readonly number[]): Promise<void>
  /** Begins no more calls; resolves to all answers when the last has come. */
  end(): Promise<readonly PacedAnswer[]>
}

export interface PacedAnswer extends LaunchAnswer {
  readonly replica: number
  readonly begunMs: number
  readonly endedMs: number
}

/**
 * How many callers a replica has at most: who waits for one that does not answer begins no other call. Few, so that a machine that is
 * slower than the pace falls behind it, and no call waits for seconds behind others.
 */
const CALLERS = 6

export function startPacedLaunches(urls: readonly string[], { perSecond }: { readonly perSecond: number }): PacedLaunches {
  const answers: PacedAnswer[] = []
  const underWay = urls.map(() => new Set<Promise<void>>())
  const newestMs = urls.map(() => 0)
  const launch = createLauncher()
  let over = false

  const call = async (replica: number) => {
    const begunMs = performance.now()
    const answer = await launch(urls[replica]!)
    answers.push({ ...answer, replica, begunMs, endedMs: performance.now() })
    if (answer.status === 201) newestMs[replica] = Math.max(newestMs[replica]!, begunMs)
  }
  const begin = (replica: number) => {
    const calls = underWay[replica]!
    if (calls.size >= CALLERS) return
    const made = call(replica).finally(() => calls.delete(made))
    calls.add(made)
  }
  const pace = async () => {
    const pauseMs = 1_000 / perSecond / urls.length
    for (let dueMs = performance.now(), turn = 0; !over; dueMs += pauseMs, turn += 1) {
      await eventually(() => performance.now() >= dueMs, 60_000, 5)
      begin(turn % urls.length)
    }
  }
  const pacing = pace()
  return {
    answers,
    launchedAgain: async (replicas) => {
      const sinceMs = performance.now()
      await eventually(() => replicas.every((replica) => newestMs[replica]! > sinceMs), 60_000, 5)
    },
    end: async () => {
      over = true
      await pacing
      await Promise.all(underWay.flatMap((calls) => [...calls]))
      return answers
    },
  }
}
