import { describe, expect, test } from 'bun:test'
import { cpuMicros, readThreadTimes, residentMiB } from '../../bench/process-cpu.ts'

const times = (entries: Record<string, number>) => new Map(Object.entries(entries))

describe('processor time of a process', () => {
  test.each([
    ['every thread counts', { a: 1_000, b: 5_000 }, { a: 3_000, b: 9_000 }, 6],
    ['a thread that began in between counts whole', { a: 1_000 }, { a: 1_000, b: 4_000 }, 4],
    ['a thread that ended takes nothing away from the others', { a: 1_000, b: 900_000 }, { a: 3_000 }, 2],
  ])('%s', (_, before, after, micros) => {
    expect(cpuMicros(times(before), times(after))).toBe(micros)
  })

  test.skipIf(process.platform !== 'linux')('of this process it is there, and of none it is nothing', () => {
    expect(cpuMicros(new Map(), readThreadTimes(process.pid))).toBeGreaterThan(0)
    expect(residentMiB(process.pid)).toBeGreaterThan(1)
    expect(readThreadTimes(2 ** 30)).toEqual(new Map())
    expect(() => residentMiB(2 ** 30)).toThrow('no memory to read')
  })
})
