import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { openSimulatedDatabase } from '../../src/adapters/launchpads/simulated/tables/open-simulated-database.ts'
import { createSimulatedClock } from '../../src/adapters/simulated-clock.ts'
import { createFollowedClock } from '../../src/adapters/followed-clock.ts'
import { createSystemClock } from '../../src/adapters/system-clock.ts'
import type { Clock } from '../../src/ports/clock.ts'
import { eventually } from '../support/eventually.ts'
import { createManualClock } from '../support/manual-clock.ts'

/** A clock to be examined, and what lets its time pass. */
interface ClockHarness {
  readonly clock: Clock
  /** So many of its milliseconds go by, or a little more. */
  pass(ms: number): Promise<unknown>
  /** What the machine behind it says. */
  machineMs(): number
  close?(): void
}

/** The suite that every clock must pass. @see ports/clock.ts */
function clockContract(name: string, create: () => ClockHarness): void {
  describe(`clock contract: ${name}`, () => {
    let harness: ClockHarness
    let clock: Clock
    beforeEach(() => {
      harness = create()
      clock = harness.clock
    })
    afterEach(() => harness.close?.())

    test('tells whole milliseconds, and never goes back', async () => {
      let last = 0
      for (let round = 0; round < 5; round += 1) {
        const nowMs = clock.nowMs()
        expect(Number.isSafeInteger(nowMs)).toBe(true)
        expect(nowMs).toBeGreaterThanOrEqual(last)
        last = nowMs
        await harness.pass(2)
      }
    })

    test('time that passes shows in what the clock says', async () => {
      const before = clock.nowMs()
      await harness.pass(20)
      // The machine's timers and its clock round differently.
      expect(clock.nowMs() - before).toBeGreaterThanOrEqual(19)
    })

    test('the machine’s time is the machine’s, whatever became of the clock', async () => {
      await harness.pass(50)
      const before = harness.machineMs()
      const machineMs = clock.machineMs()
      expect([machineMs >= before, machineMs <= harness.machineMs()]).toEqual([true, true])
    })

    test.each([0, -5])('a sleep of %d ms ends without any time', async (ms) => {
      const before = clock.nowMs()
      await Promise.all([clock.sleep(ms), harness.pass(1)])
      expect(clock.nowMs()).toBeGreaterThanOrEqual(before)
    })

    test('sleepers wake once their time has come and not before, the sooner first', async () => {
      const began = clock.nowMs()
      const woken: { ms: number; atMs: number }[] = []
      const sleeping = [40, 5, 20].map(async (ms) => {
        await clock.sleep(ms)
        woken.push({ ms, atMs: clock.nowMs() - began })
      })
      expect(woken).toEqual([])
      await harness.pass(60)
      await Promise.all(sleeping)
      expect(woken.map(({ ms }) => ms)).toEqual([5, 20, 40])
      for (const { ms, atMs } of woken) expect(atMs).toBeGreaterThanOrEqual(ms - 1)
    })
  })
}

clockContract('the machine’s', () => {
  const pass = (ms: number) => {
    const endMs = Date.now() + ms
    return eventually(() => Date.now() >= endMs, ms + 10_000, 1)
  }
  return { clock: createSystemClock(), pass, machineMs: Date.now }
})
clockContract('simulated, left alone', () => {
  const real = createManualClock()
  const db = openSimulatedDatabase(':memory:')
  return { clock: createSimulatedClock({ db, real }), pass: (ms) => real.advance(ms), machineMs: real.machineMs, close: () => db.close() }
})
clockContract('simulated, sent forward', () => {
  const real = createManualClock()
  const db = openSimulatedDatabase(':memory:')
  const clock = createSimulatedClock({ db, real })
  const pass = async (ms: number) => {
    clock.advance(ms)
    await real.advance(0)
  }
  return { clock, pass, machineMs: real.machineMs, close: () => db.close() }
})
clockContract('of tests', () => {
  const clock = createManualClock()
  const machineStartMs = clock.machineMs()
  let passedMs = 0
  const pass = (ms: number) => {
    passedMs += ms
    return clock.advance(ms)
  }
  return { clock, pass, machineMs: () => machineStartMs + passedMs }
})
clockContract('of a machine that nobody has told the time', () => {
  const machine = createManualClock()
  return { clock: createFollowedClock(machine), pass: (ms) => machine.advance(ms), machineMs: machine.nowMs }
})
