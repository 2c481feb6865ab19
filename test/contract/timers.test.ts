import { describe, expect, test } from 'bun:test'
import { createSystemTimers } from '../../src/adapters/system-timers.ts'
import type { Timers } from '../../src/ports/clock.ts'
import { eventually } from '../support/eventually.ts'
import { createManualTimers } from '../support/manual-timers.ts'

/** What all timers keep; `until` returns once `happened` is true, and lets time pass until then. */
function timersContract(name: string, make: () => { timers: Timers; until: (happened: () => boolean) => Promise<unknown> }): void {
  describe(`timers ${name}`, () => {
    test('after: once, and no earlier than what is due before it', async () => {
      const { timers, until } = make()
      const calls: string[] = []
      timers.after(20, () => calls.push('second'))
      timers.after(1, () => calls.push('first'))
      expect(calls).toEqual([])
      await until(() => calls.length === 2)
      expect(calls).toEqual(['first', 'second'])
      let others = 0
      timers.every(5, () => (others += 1), { idle: true })
      await until(() => others === 10)
      expect(calls).toHaveLength(2)
    })

    test('every: again and again, until it is ended, also by its own work', async () => {
      const { timers, until } = make()
      let calls = 0
      const end = timers.every(1, () => {
        calls += 1
        if (calls === 3) end()
      })
      await until(() => calls === 3)
      let others = 0
      timers.every(2, () => (others += 1), { idle: true })
      await until(() => others === 10)
      expect(calls).toBe(3)
    })

    test('what is ended before its time is never called, and ending it again does nothing', async () => {
      const { timers, until } = make()
      let [ended, others] = [0, 0]
      const end = timers.after(1, () => (ended += 1))
      end()
      end()
      timers.after(5, () => (others += 1), { idle: true })
      await until(() => others === 1)
      expect(ended).toBe(0)
    })
  })
}

timersContract('of the machine', () => ({ timers: createSystemTimers(), until: eventually }))
timersContract('of tests', () => {
  const timers = createManualTimers()
  return {
    timers,
    until: async (happened) => {
      while (!happened()) timers.pass(1)
    },
  }
})
