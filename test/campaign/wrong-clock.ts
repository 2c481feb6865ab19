import { existsSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** The wall clock of one process and those that take its place, as the system library tells it: timers and the monotonic clock go on. */
export interface WrongClock {
  /** What a process is started with. */
  readonly env: Record<string, string>
  /** From a second from now on the clock is so far ahead; 0 is right. */
  move(aheadMs: number): void
  /** Removes what the library left of a process that was killed. */
  forget(pid: number): void
  remove(): void
}

/** Where Debian’s `libfaketime` is. */
const LIBRARY = ['x86_64', 'aarch64'].map((machine) => `/usr/lib/${machine}-linux-gnu/faketime/libfaketimeMT.so.1`).find(existsSync)

/** True where clocks can be moved: `apt-get install libfaketime`. */
export const canMoveClocks = (): boolean => LIBRARY !== undefined

/** A clock that is right, and can be moved. */
export function createWrongClock(): WrongClock {
  const folder = mkdtempSync(join(tmpdir(), 'agent-launch-clock-'))
  const file = join(folder, 'ahead')
  const move = (aheadMs: number) => {
    writeFileSync(`${file}.next`, `${aheadMs < 0 ? '' : '+'}${aheadMs / 1_000}\n`)
    renameSync(`${file}.next`, file)
  }
  move(0)
  return {
    env: {
      LD_PRELOAD: LIBRARY!,
      FAKETIME_TIMESTAMP_FILE: file,
      FAKETIME_CACHE_DURATION: '1',
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
      NO_FAKE_STAT: '1',
    },
    move,
    forget: (pid) => ['faketime_shm_', 'sem.faketime_sem_'].forEach((name) => rmSync(`/dev/shm/${name}${pid}`, { force: true })),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}
