import { readdirSync, readFileSync } from 'node:fs'

/** What each thread of a process has run so far, in nanoseconds, by thread id. */
export type ThreadTimes = ReadonlyMap<string, number>

/**
 * Processor time, user and system, of every thread of a process, as Linux counts it: to the nanosecond, where
 * /proc/PID/stat counts hundredths of a second. Empty when there is no such process.
 * @see https://docs.kernel.org/scheduler/sched-stats.html
 */
export function readThreadTimes(pid: number): ThreadTimes {
  const times = new Map<string, number>()
  for (const thread of listThreads(pid)) {
    const text = readOrEmpty(`/proc/${pid}/task/${thread}/schedstat`)
    // A thread may end between the two reads.
    if (text !== '') times.set(thread, Number(text.split(' ', 1)[0]))
  }
  return times
}

/** Microseconds of processor time that passed between two readings. A thread that ended in between counts up to the first. */
export function cpuMicros(before: ThreadTimes, after: ThreadTimes): number {
  let nanos = 0
  for (const [thread, time] of after) nanos += time - (before.get(thread) ?? 0)
  return nanos / 1_000
}

const NOTHING: ThreadTimes = new Map()

/** Milliseconds of processor time since the process began. */
export const cpuMillisSinceStart = (pid: number): number => cpuMicros(NOTHING, readThreadTimes(pid)) / 1_000

/** Resident memory of a process, in MiB. */
export function residentMiB(pid: number): number {
  const kilobytes = /VmRSS:\s+(\d+)/.exec(readOrEmpty(`/proc/${pid}/status`))?.[1]
  if (kilobytes === undefined) throw new Error(`process ${pid} has no memory to read`)
  return Number(kilobytes) / 1_024
}

function listThreads(pid: number): string[] {
  try {
    return readdirSync(`/proc/${pid}/task`)
  } catch {
    return []
  }
}

function readOrEmpty(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}
