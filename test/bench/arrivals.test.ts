import { describe, expect, test } from 'bun:test'
import { createArrivals } from '../../bench/arrivals.ts'

describe('arrivals at a fixed rate', () => {
  test('they come evenly, whether anyone is answered or not', () => {
    const arrivals = createArrivals({ ratePerSec: 100, count: 4, startMs: 1_000 })
    expect([999, 1_000, 1_009, 1_010, 1_025, 9_999].map((nowMs) => arrivals.due(nowMs))).toEqual([0, 1, 1, 2, 3, 4])
  })

  test('a server that stands still for a while is late for everyone who came meanwhile', () => {
    // One connection; every answer takes 1 ms but the first, which takes 50.
    const arrivals = createArrivals({ ratePerSec: 100, count: 6, startMs: 0 })
    let nowMs = 0
    while (!arrivals.complete) {
      if (arrivals.due(nowMs) === 0) {
        nowMs += 1
        continue
      }
      const arrivedMs = arrivals.next()
      nowMs += arrivals.latenciesMs.length === 0 ? 50 : 1
      arrivals.answered(arrivedMs, nowMs)
    }
    expect(arrivals.latenciesMs).toEqual([50, 41, 32, 23, 14, 5])
  })
})
