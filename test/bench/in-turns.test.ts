import { expect, test } from 'bun:test'
import { inColumns, inTurns } from '../../bench/in-turns.ts'

test('contestants take turns, and each figure is told whose it is', async () => {
  const order: string[] = []
  const turns = await inTurns(['ours', 'other', 'bare'], 2, (contestant, round) => {
    order.push(contestant)
    return { who: contestant.length, round }
  })
  expect(order).toEqual(['ours', 'other', 'bare', 'ours', 'other', 'bare'])
  expect(inColumns(turns, ({ who, round }) => who * 10 + round)).toEqual({ ours: [40, 41], other: [50, 51], bare: [40, 41] })
  expect(inColumns([[1], [2]], (value) => value)).toEqual({ ours: [1], bare: [2] })
})
