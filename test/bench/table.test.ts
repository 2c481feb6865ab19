import { describe, expect, test } from 'bun:test'
import { format } from 'oxfmt'
import type { Figure } from '../../bench/figure.ts'
import { makeTable, nameOf, numberText, recordedRatios, tableMarkdown, tableText } from '../../bench/table.ts'

const FIGURES: readonly Figure[] = [
  { measure: 'GET /healthz', what: 'CPU', unit: 'µs', better: 'lower', ours: [48, 50, 52], bare: [10, 10, 10], budget: { ratioMost: 1.4 } },
  { measure: 'GET /healthz', what: 'p99', note: 'at 12,000/s', unit: 'ms', better: 'lower', ours: [2, 2, 2], bare: [1, 1, 1] },
  { measure: 'autohire', what: 'p50', unit: 'ms', better: 'lower', ours: [0.31], budget: { most: 1 } },
]
const RED = '\u001b[31m'

describe('table of the bench', () => {
  test('a line has the middle and the spread, the bare server, their ratio and what it is held to', () => {
    const lines = tableText(makeTable(FIGURES), { colours: true }).split('\n')
    expect(lines.map((line) => line.split(/ {2,}/))).toEqual([
      ['measure', 'what', 'unit', 'ours (min–max)', 'bare', 'ratio (min–max)', 'budget'],
      expect.anything(),
      ['GET /healthz', 'CPU', 'µs', '50 (48–52)', '10', '5 (4.8–5.2)', 'ratio ≤ 1.4 OVER'],
      ['GET /healthz', 'p99 at 12,000/s', 'ms', '2', '1', '2'],
      ['autohire', 'p50', 'ms', '0.31', '≤ 1 ok'],
    ])
  })

  test('a regression is red on a terminal, and says so everywhere', () => {
    const worse = FIGURES.map((figure) => ({ ...figure, other: figure.ours.map((value) => value / 1.2) }))
    const better = FIGURES.map((figure) => ({ ...figure, other: figure.ours.map((value) => value * 1.2) }))
    const coloured = tableText(makeTable(worse, { other: 'abc123' }), { colours: true })
    const plain = tableText(makeTable(worse, { other: 'abc123' }), { colours: false })
    expect(coloured.split('\n').filter((line) => line.startsWith(RED))).toHaveLength(3)
    expect(plain).not.toContain(RED)
    expect(plain.match(/20% worse REGRESSION/g)).toHaveLength(3)
    const praised = tableText(makeTable(better, { other: 'abc123' }), { colours: true })
    expect(praised).not.toContain(RED)
    expect(praised).not.toContain('REGRESSION')
    expect(praised.match(/17% better/g)).toHaveLength(3)
  })

  test('what was written is read back, whatever the rate of that run was', () => {
    const recorded = recordedRatios(`# Performance\n\nText.\n\n${tableMarkdown(makeTable(FIGURES))}\n`)
    expect([...recorded]).toEqual([
      [nameOf(FIGURES[0]!), 5],
      [nameOf(FIGURES[1]!), 2],
    ])
    const slower = FIGURES.map((figure) => ({ ...figure, note: 'at 9/s', ours: figure.ours.map((value) => value * 1.5) }))
    expect(makeTable(slower, { recorded }).rows.map(({ cells, regressed }) => [cells.at(-1), regressed])).toEqual([
      ['50% worse REGRESSION', true],
      ['50% worse REGRESSION', true],
      ['', false],
    ])
    expect(recordedRatios('no table')).toEqual(new Map())
  })

  test('the Markdown is as the formatter has it', async () => {
    const markdown = `${tableMarkdown(makeTable(FIGURES, { other: 'abc123' }))}\n`
    expect((await format('performance.md', markdown)).code).toBe(markdown)
  })

  test.each([
    [0.01234, '0.012'],
    [1.2345, '1.23'],
    [12.345, '12.3'],
    [123.45, '123'],
    [12_345.6, '12,346'],
    [0, '0'],
  ])('%p is written %p', (value, text) => {
    expect(numberText(value)).toBe(text)
  })
})
