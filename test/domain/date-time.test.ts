import { describe, expect, test } from 'bun:test'
import { unixMs } from '../../src/domain/brands.ts'
import { DateTime, iso } from '../../src/domain/json.ts'
import { matchesSchema } from '../../src/domain/text/schema-kinds.ts'

const isTime = (value: unknown): boolean => matchesSchema(DateTime(), value)

describe('rules 10.25: a field that is said to be a time is one', () => {
  test('every time that can be written is a time', () => {
    for (const timeMs of [0, 1, -1, 951_782_400_000, 1_763_900_000_123, 253_402_300_800_000, 8_640_000_000_000_000])
      expect([timeMs, isTime(iso(unixMs(timeMs)))]).toEqual([timeMs, true])
    for (const time of ['2026-11-23T17:00:00Z', '2026-11-23T17:00:00.5+05:30']) expect([time, isTime(time)]).toEqual([time, true])
  })

  test.each([
    ['another text', 'tomorrow'],
    ['a day', '2026-11-23'],
    ['a time without a zone', '2026-11-23T17:00:00'],
    ['a month of thirteen', '2026-13-01T00:00:00Z'],
    ['a time in a sentence', 'at 2026-11-23T17:00:00Z or so'],
    ['a number', 1_763_900_000_123],
  ])('%s is none', (_, value) => expect(isTime(value)).toBe(false))
})
