import { expect, test } from 'bun:test'
import { roundMoments } from '../../static/lib/round-moments.ts'

const at = (time: string) => new Date(`2026-11-20T${time}`).getTime()
const shown = (from: string, until: string, most: number) =>
  roundMoments({ startMs: at(from), endMs: at(until) }, most).map((ms) => new Date(ms).toTimeString().slice(0, 8))

test('an axis of time names round moments of the reader’s clock, no more than there is room for', () => {
  expect(shown('09:37:12', '14:02:00', 5)).toEqual(['10:00:00', '11:00:00', '12:00:00', '13:00:00', '14:00:00'])
  expect(shown('09:37:12', '14:02:00', 4)).toEqual(['10:00:00', '12:00:00', '14:00:00'])
  expect(shown('09:37:12', '09:38:40', 3)).toEqual(['09:37:30', '09:38:00', '09:38:30'])
  expect(roundMoments({ startMs: at('09:37:12'), endMs: at('09:37:12') + 40 * 86_400_000 }, 4)).toHaveLength(2)
})

test('where no moment is round it names the first', () => {
  expect(shown('09:37:12', '09:37:13', 5)).toEqual(['09:37:12'])
})
