import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { unixMs } from '../../src/domain/brands.ts'
import type { AlarmState } from '../../src/ports/storage/scheduling/alarms.ts'
import type { Storage } from '../../src/ports/storage/storage.ts'

/** States of alarms: every database must pass it. */
export function alarmContract(name: string, open: () => Promise<Storage>): void {
  describe(`decision "Alarms": storage contract, alarms: ${name}`, () => {
    let storage: Storage
    beforeAll(async () => {
      storage = await open()
    })
    afterAll(() => storage.close())

    test('a state is kept by name and subject, replaces its older one, and is gone when deleted', async () => {
      const state = (of: string, subject: string): AlarmState => ({
        name: of,
        subject,
        summary: 'ünïcode 🐸',
        sinceMs: unixMs(1),
        seenAtMs: unixMs(2),
        raisedAtMs: null,
      })
      for (const [of, subject] of [
        ['B', ''],
        ['A', 'job="2"'],
        ['A', 'job="1"'],
      ] as const)
        await storage.alarms.put(state(of, subject))
      const raised = { ...state('A', 'job="2"'), seenAtMs: unixMs(3), raisedAtMs: unixMs(3) }
      await storage.alarms.put(raised)
      expect(await storage.alarms.list()).toEqual([state('A', 'job="1"'), raised, state('B', '')])
      await storage.alarms.delete({ name: 'A', subject: 'job="1"' })
      await storage.alarms.delete({ name: 'A', subject: 'no such' })
      expect(await storage.alarms.list()).toEqual([raised, state('B', '')])
    })
  })
}
