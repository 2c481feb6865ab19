import { expect, test } from 'bun:test'
import { coresOfOthers, machineTicks, ownTicks } from '../../bench/others.ts'

test('idle time and time spent waiting for a disk are no work; what other guests take is', () => {
  expect(machineTicks('cpu  1 20 300 9999 9999 4000 50000 600000 7 7\ncpu0 5 5 5\n')).toBe(654_321)
})

test('a process has worked what it and its ended children have, whatever its name is', () => {
  expect(ownTicks('12 (a b) c) R 1 1 1 0 -1 0 1 2 3 4 10 200 3000 40000 20 0 1')).toBe(43_210)
})

test('others are what is left of the work of the machine', () => {
  const before = { atMs: 1_000, machineSec: 50, ownSec: 10 }
  expect(coresOfOthers(before, { atMs: 5_000, machineSec: 58, ownSec: 16 })).toBe(0.5)
  expect(coresOfOthers(before, { atMs: 5_000, machineSec: 55, ownSec: 16 })).toBe(0)
})
