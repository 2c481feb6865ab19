import { describe, expect, test } from 'bun:test'
import { median, percentile, ratiosOf, spreadOf } from '../../bench/statistics.ts'

const upTo = (count: number) => Array.from({ length: count }, (_, n) => count - n)

describe('statistics of the bench', () => {
  test.each([
    [upTo(100), 0.5, 50],
    [upTo(100), 0.99, 99],
    [upTo(1_000), 0.999, 999],
    [upTo(1_000), 1, 1_000],
    [upTo(1_000), 0, 1],
    [upTo(3), 0.99, 3],
    [[7], 0.5, 7],
  ])('a percentile is a value that was measured: nearest rank (%#)', (values, share, expected) => {
    expect(percentile(values, share)).toBe(expected)
  })

  test('numbers are put in order as numbers', () => {
    expect(percentile([100, 9, 20], 1)).toBe(100)
    expect(spreadOf([100, 9, 20])).toEqual({ min: 9, median: 20, max: 100 })
  })

  test('the median of an even count is between the two in the middle', () => {
    expect(median([4, 1, 3, 2])).toBe(2.5)
  })

  test('ratios are of the same turn: a machine that slows down for a while changes none', () => {
    expect(ratiosOf([10, 40, 10], [5, 20, 5])).toEqual([2, 2, 2])
  })

  test('nothing is made up for what was not measured', () => {
    expect(() => percentile([], 0.5)).toThrow('no values')
    expect(() => median([])).toThrow('no values')
    expect(() => ratiosOf([1, 2], [1])).toThrow('2 turns beside 1')
    expect(() => ratiosOf([1], [0])).toThrow('a base of 0')
  })
})
