import { describe, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openSimulatedDatabase } from '../../src/adapters/launchpads/simulated/tables/open-simulated-database.ts'
import { createRandomIds } from '../../src/adapters/random-ids.ts'
import { createSimulatedClock } from '../../src/adapters/simulated-clock.ts'
import { createSystemClock } from '../../src/adapters/system-clock.ts'
import { unixMs } from '../../src/domain/brands.ts'
import { expectRefusal } from '../support/app-error.ts'
import { createCountedIds } from '../support/counted-ids.ts'
import { createManualClock } from '../support/manual-clock.ts'

const START_MS = unixMs(1_800_000_000_000)

describe('simulated clock', () => {
  test('runs with the real one, and keeps its lead over a restart', () => {
    const folder = mkdtempSync(join(tmpdir(), 'simulated-clock-'))
    const file = join(folder, 'chain.db')
    const real = createManualClock(START_MS)
    const db = openSimulatedDatabase(file)
    const clock = createSimulatedClock({ db, real })
    expect(clock.nowMs()).toBe(START_MS)
    expect(clock.advance(60_000)).toBe(unixMs(START_MS + 60_000))
    clock.advance(1)
    db.close()

    const reopened = openSimulatedDatabase(file)
    expect(createSimulatedClock({ db: reopened, real }).nowMs()).toBe(unixMs(START_MS + 60_001))
    reopened.close()
    rmSync(folder, { recursive: true })
  })

  test('wakes sleepers early when it is sent forward, in the order they are due, and others at their time', async () => {
    const real = createManualClock(START_MS)
    const clock = createSimulatedClock({ db: openSimulatedDatabase(':memory:'), real })
    const woken: string[] = []
    void clock.sleep(30_000).then(() => woken.push('30 s'))
    void clock.sleep(10_000).then(() => woken.push('10 s'))
    void clock.sleep(90_000).then(() => woken.push('90 s'))
    clock.advance(60_000)
    await real.advance(0)
    expect(woken).toEqual(['10 s', '30 s'])
    await real.advance(29_999)
    expect(woken).toEqual(['10 s', '30 s'])
    await real.advance(1)
    expect(woken).toEqual(['10 s', '30 s', '90 s'])
    await real.advance(600_000)
    expect(woken).toHaveLength(3)
  })

  test.each([-1, 0, 1.5, Number.NaN, Number.POSITIVE_INFINITY, 400 * 24 * 3_600_000])('is not moved by %d ms', async (ms) => {
    const clock = createSimulatedClock({ db: openSimulatedDatabase(':memory:'), real: createManualClock(START_MS) })
    await expectRefusal('validation_invalid', () => clock.advance(ms))
    expect(clock.nowMs()).toBe(START_MS)
  })
})

describe('system clock', () => {
  test('tells the machine’s time, and a sleep of nothing ends at once', async () => {
    const clock = createSystemClock()
    const before = Date.now()
    await clock.sleep(0)
    await clock.sleep(-5)
    expect(clock.nowMs()).toBeGreaterThanOrEqual(before)
  })
})

describe('manual clock', () => {
  test('wakes each sleeper at its own time, with what it woke done before the next', async () => {
    const clock = createManualClock(START_MS)
    const seen: [string, number][] = []
    const note = (name: string) => seen.push([name, clock.nowMs() - START_MS])
    void clock.sleep(200).then(() => note('b'))
    void (async () => {
      await clock.sleep(100)
      note('a')
      await clock.sleep(50)
      note('a again')
      await clock.sleep(500)
      note('too late')
    })()
    await clock.advance(300)
    expect(seen).toEqual([
      ['a', 100],
      ['a again', 150],
      ['b', 200],
    ])
    expect(clock.nowMs()).toBe(unixMs(START_MS + 300))
  })
})

describe('id sources', () => {
  test('random ids have the asked length and alphabet, and differ', () => {
    const ids = createRandomIds()
    expect(ids.text(24)).toMatch(/^[0-9A-Za-z]{24}$/)
    expect(ids.hex(32)).toMatch(/^[0-9a-f]{32}$/)
    expect(ids.hex(7)).toMatch(/^[0-9a-f]{7}$/)
    expect(ids.bytes(32)).toHaveLength(32)
    expect(new Set(Array.from({ length: 1_000 }, () => ids.text(24))).size).toBe(1_000)
    expect([ids.id('op'), ids.id('ak')]).toEqual([
      expect.stringMatching(/^op_[0-9A-Za-z]{20}$/),
      expect.stringMatching(/^ak_[0-9A-Za-z]{16}$/),
    ])
  })

  test('counted ids are the same in every run', () => {
    const ids = createCountedIds()
    expect([ids.text(4), ids.hex(8), [...ids.bytes(3)], ids.text(4)]).toEqual(['0001', '00000002', [0, 0, 3], '0004'])
  })
})
