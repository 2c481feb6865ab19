import { describe, expect, test } from 'bun:test'
import type { Figure } from '../../bench/figure.ts'
import { changeOf, ratioToBare, withinBudget } from '../../bench/judge.ts'

const IDLE = { recordedRatio: null, busy: false }

const figure = (changes: Partial<Figure>): Figure => ({
  measure: 'GET /x',
  what: 'CPU',
  unit: 'µs',
  better: 'lower',
  ours: [10],
  ...changes,
})

describe('judgement of the bench', () => {
  test('the ratio to the bare server is told with its spread', () => {
    expect(ratioToBare(figure({ ours: [10, 12, 30], bare: [10, 10, 10] }))).toEqual({ min: 1, median: 1.2, max: 3 })
    expect(ratioToBare(figure({}))).toBeNull()
  })

  test.each([
    ['10% more is none', { ours: [11, 11, 11, 11], other: [10, 10, 10, 10] }, false],
    ['a little more than 10% is one', { ours: [11.1, 11.1, 11.1, 11.1], other: [10, 10, 10, 10] }, true],
    ['20% less is none', { ours: [8, 8, 8, 8], other: [10, 10, 10, 10] }, false],
    ['of a rate less is worse', { better: 'higher', ours: [80, 80, 80, 80], other: [100, 100, 100, 100] }, true],
    ['of a rate more is better', { better: 'higher', ours: [120, 120, 120, 120], other: [100, 100, 100, 100] }, false],
    ['one turn of many that says otherwise changes nothing', { ours: [12, 12, 12, 12, 9], other: [10, 10, 10, 10, 10] }, true],
    ['turns that do not agree are noise', { ours: [12, 30, 9, 9, 14], other: [10, 10, 10, 10, 10] }, false],
    ['a machine that was slow in one turn was slow for both', { ours: [10, 50, 10, 10], other: [10, 50, 10, 10] }, false],
  ] satisfies [string, Partial<Figure>, boolean][])('beside another commit: %s', (_, changes, regressed) => {
    expect(changeOf(figure(changes), IDLE)?.regressed).toBe(regressed)
  })

  test('beside a table written down it is the ratio to the bare server that counts: another machine has other times', () => {
    const measured = figure({ ours: [30, 30, 30], bare: [10, 10, 10] })
    const change = (of: Figure, recordedRatio: number | null) => changeOf(of, { recordedRatio, busy: false })
    expect(change(measured, 3)).toEqual({ worse: 0, regressed: false })
    expect(change(measured, 2.5)?.regressed).toBe(true)
    expect(change(measured, 2.5)?.worse).toBeCloseTo(0.2)
    expect(change(measured, null)).toBeNull()
    expect(change(figure({}), 3)).toBeNull()
  })

  test('while others work on the machine, nothing by the clock is a regression, and processor time still is', () => {
    const worse = { ours: [20, 20, 20], other: [10, 10, 10] }
    const busy = { recordedRatio: null, busy: true }
    expect(changeOf(figure({ ...worse, byClock: true }), busy)).toEqual({ worse: 1, regressed: false })
    expect(changeOf(figure({ ...worse, byClock: true }), IDLE)?.regressed).toBe(true)
    expect(changeOf(figure(worse), busy)?.regressed).toBe(true)
  })

  test.each([
    [{ most: 10 }, true],
    [{ most: 9.9 }, false],
    [{ least: 10 }, true],
    [{ least: 11 }, false],
    [{ ratioMost: 2 }, true],
    [{ ratioMost: 1.9 }, false],
    [{ ratioLeast: 2 }, true],
    [{ ratioLeast: 2.1 }, false],
    [{ aboveBareMost: 5 }, true],
    [{ aboveBareMost: 4.9 }, false],
    [{ most: 10, ratioMost: 1.9 }, false],
  ])('10 beside a bare 5 and the budget %p: %p', (budget, within) => {
    expect(withinBudget(figure({ ours: [9, 10, 30], bare: [4.5, 5, 15], budget }))).toBe(within)
  })

  test('what has no budget is neither inside nor outside', () => {
    expect(withinBudget(figure({}))).toBeNull()
  })
})
