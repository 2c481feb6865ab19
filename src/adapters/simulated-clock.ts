import type { Database } from 'bun:sqlite'
import { type UnixMs, unixMs } from '../domain/brands.ts'
import { invalidFields } from '../domain/errors.ts'
import { faulting } from './storage-faults.ts'
import type { Clock } from '../ports/clock.ts'
import { DAY_MS } from '../domain/limits.ts'

/** A clock that can be advanced, and never set back. */
export interface SimulatedClock extends Clock {
  /**
   * Advances the time by `ms` permanently, wakes the sleepers that are due, and returns the new time.
   *
   * @throws AppError validation_invalid unless `ms` is a whole number from 1 to a year's milliseconds
   */
  advance(ms: number): UnixMs
}

const ADVANCE_MS_MAX = 366 * DAY_MS

/**
 * `real` plus an offset that is stored in the simulated chain's file, so that time does not go back at a restart. One process advances
 * it; another on the same file reads the offset at its start.
 */
export function createSimulatedClock({ db, real }: { db: Database; real: Clock }): SimulatedClock {
  const offset = db.query<{ value: bigint }, []>(`SELECT value FROM meta WHERE name = 'clock_offset_ms'`)
  const move = db.query<{ value: bigint }, [number]>(
    `INSERT INTO meta (name, value) VALUES ('clock_offset_ms', ?)
     ON CONFLICT (name) DO UPDATE SET value = value + excluded.value RETURNING value`,
  )
  let offsetMs = Number(offset.get()?.value ?? 0n)
  const sleepers = new Set<{ readonly dueAtMs: UnixMs; readonly wake: () => void }>()
  const nowMs = () => unixMs(real.nowMs() + offsetMs)

  return {
    nowMs,
    machineMs: () => real.machineMs(),
    elapsedMs: () => real.elapsedMs(),
    sleep(ms) {
      const { promise, resolve } = Promise.withResolvers<void>()
      const sleeper = {
        dueAtMs: unixMs(nowMs() + ms),
        wake() {
          if (sleepers.delete(sleeper)) resolve()
        },
      }
      sleepers.add(sleeper)
      void real.sleep(ms).then(sleeper.wake)
      return promise
    },
    advance(ms) {
      if (!Number.isInteger(ms) || ms < 1 || ms > ADVANCE_MS_MAX) {
        throw invalidFields([{ path: '/advanceMs', message: `must be a whole number from 1 to ${ADVANCE_MS_MAX}` }])
      }
      offsetMs = Number(faulting(() => move.get(ms)!.value))
      const presentMs = nowMs()
      for (const sleeper of [...sleepers].sort((a, b) => a.dueAtMs - b.dueAtMs)) {
        if (sleeper.dueAtMs <= presentMs) sleeper.wake()
        // Recomputed, since the advance shortened the sleep under way.
        else void real.sleep(sleeper.dueAtMs - presentMs).then(sleeper.wake)
      }
      return presentMs
    },
  }
}
