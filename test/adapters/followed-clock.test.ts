import { describe, expect, test } from 'bun:test'
import { createFollowedClock } from '../../src/adapters/followed-clock.ts'
import { followDatabase } from '../../src/adapters/follow-database.ts'
import { type UnixMs, unixMs } from '../../src/domain/brands.ts'
import type { Logger } from '../../src/lib/logger.ts'
import { quietTurns } from '../../src/lib/yield-to-event-loop.ts'
import { createManualClock } from '../support/manual-clock.ts'

const RIGHT = unixMs(1_800_000_000_000)

/** A machine whose wall clock can be set, and the right time, which goes on with its monotonic clock. */
function wrongMachine() {
  const manual = createManualClock(RIGHT)
  let aheadMs = 0
  const rightMs = () => unixMs(RIGHT + manual.elapsedMs())
  const machine = { ...manual, nowMs: () => unixMs(rightMs() + aheadMs) }
  const clock = createFollowedClock(machine)
  return { clock, rightMs, pass: manual.advance, set: (ms: number) => void (aheadMs = ms) }
}

describe('decision "A wrong clock": a replica goes by the time of the database', () => {
  test('from the first answer on, whatever becomes of the machine’s clock, which is told', async () => {
    const { clock, rightMs, pass, set } = wrongMachine()
    set(-600_000)
    expect(clock.nowMs()).toBe(unixMs(RIGHT - 600_000))
    expect(await clock.follow(async () => rightMs())).toBe(-600_000)
    set(600_000)
    await pass(5_000)
    expect([clock.nowMs(), clock.machineMs()]).toEqual([rightMs(), rightMs()])
    expect(await clock.follow(async () => rightMs())).toBe(600_000)
  })

  test('an answer that took long, or none, changes nothing; one that surely differs sets it', async () => {
    const { clock, rightMs, pass } = wrongMachine()
    const askSlowly = (ms: number, answer: () => UnixMs) => async () => {
      await pass(ms)
      return answer()
    }
    await clock.follow(async () => rightMs())
    expect(await clock.follow(askSlowly(1_001, () => unixMs(0)))).toBeNull()
    await expect(clock.follow(() => Promise.reject(new Error('away')))).rejects.toThrow('away')
    // Told at the end of 400 ms, and dated half of that before.
    await clock.follow(askSlowly(400, rightMs))
    expect(clock.nowMs()).toBe(rightMs())
    await clock.follow(async () => unixMs(rightMs() + 51))
    expect(clock.nowMs()).toBe(unixMs(rightMs() + 51))
  })

  test('a machine that goes wrong is told once, and once when it is right again; a database that is away is not', async () => {
    const { clock, rightMs, set } = wrongMachine()
    const lines: string[] = []
    const log = { warn: (text: string) => lines.push(text), info: (text: string) => lines.push(text) } as unknown as Logger
    let look = () => {}
    let away = false
    const timers = { after: () => () => {}, every: (_ms: number, work: () => void) => ((look = work), () => lines.push('ended')) }
    const timeMs = async () => {
      if (away) throw new Error('away')
      return rightMs()
    }
    const looked = async () => {
      look()
      await quietTurns()
    }
    const end = await followDatabase({ clock, timers, storage: { exclusive: false, timeMs } as never }, () => log)
    await looked()
    expect(lines).toEqual([])
    set(612_000)
    await looked()
    await looked()
    away = true
    await looked()
    away = false
    set(0)
    await looked()
    end()
    expect(lines).toEqual([
      'the clock of this machine is 612 s ahead of the database’s, whose time the service goes by',
      'the clock of this machine agrees with the database’s again',
      'ended',
    ])
  })
})
