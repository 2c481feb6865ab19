import { readFileSync } from 'node:fs'

/** Linux counts these times in hundredths of a second. */
const TICKS_PER_SEC = 100

/** What the machine and this process have worked so far, in seconds of processor time. */
export interface WorkDone {
  readonly atMs: number
  readonly machineSec: number
  /** This process, and every one it started that has ended. */
  readonly ownSec: number
}

/** Reads both. */
export const readWorkDone = (): WorkDone => ({
  atMs: performance.now(),
  machineSec: machineTicks(readFileSync('/proc/stat', 'utf8')) / TICKS_PER_SEC,
  ownSec: ownTicks(readFileSync('/proc/self/stat', 'utf8')) / TICKS_PER_SEC,
})

/** How many cores others kept busy on average between two readings, other guests of the same host among them. */
export function coresOfOthers(before: WorkDone, after: WorkDone): number {
  const othersSec = after.machineSec - before.machineSec - (after.ownSec - before.ownSec)
  return Math.max(0, othersSec / ((after.atMs - before.atMs) / 1_000))
}

/** Of all cores: user, nice, system, interrupts, and what other guests of the host took. @see proc_stat(5) */
export function machineTicks(stat: string): number {
  const [user, nice, system, _idle, _iowait, irq, softirq, steal] = stat.split('\n', 1)[0]!.split(/ +/).slice(1).map(Number)
  return user! + nice! + system! + irq! + softirq! + steal!
}

/** User and system time of a process and of its children that have ended. @see proc_pid_stat(5) */
export function ownTicks(stat: string): number {
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0)
}
