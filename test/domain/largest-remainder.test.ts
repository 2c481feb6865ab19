import { expect, test } from 'bun:test'
import { largestRemainder, splitAtLeastOne } from '../../src/domain/money/largest-remainder.ts'

test.each([
  [100, [1n, 2n], [33, 67]],
  [10, [1n, 1n, 1n], [4, 3, 3]],
  [10_000, [3n, 3n, 1n], [4286, 4286, 1428]],
  [7, [0n, 5n], [0, 7]],
])('rules 10.7: %p split by %p is %p: left-over units go to the largest remainders, ties to the earlier', (total, weights, parts) => {
  expect(largestRemainder(total, weights)).toEqual(parts)
})

test('rules 10.7: what is split at least one each takes from the largest', () => {
  expect(splitAtLeastOne(10, [100n, 1n, 1n])).toEqual([8, 1, 1])
})
