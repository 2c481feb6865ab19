import { describe, expect, test } from 'bun:test'
import { formatCsv, parseCsv } from '../../src/lib/csv.ts'
import { createSeededRandom } from '../support/seeded-random.ts'

describe('parseCsv', () => {
  test.each([
    ['', []],
    [
      '\uFEFFa,b\r\n1,2\r\n',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    ['a\rb', [['a'], ['b']]],
    ['"x, y","say ""hi""",""\n', [['x, y', 'say "hi"', '']]],
    [
      'a,\n\n  \n,b',
      [
        ['a', ''],
        ['', 'b'],
      ],
    ],
    ['a"b,c', [['a"b', 'c']]],
  ])('%j', (text, expected) => {
    expect(parseCsv(text).map(({ fields }) => [...fields])).toEqual(expected)
  })

  test('a line number is that of the first line of its record', () => {
    expect(parseCsv('h\n"one\r\ntwo\nthree"\nx').map(({ line }) => line)).toEqual([1, 2, 5])
  })

  test.each(['"open', '"a"b,c', 'x,"y" \n'])('broken quotes are a problem: %j', (text) => {
    expect(parseCsv(text)[0]!.problem).toBeString()
  })

  test('reads back whatever formatCsv writes', () => {
    const random = createSeededRandom(4)
    for (let run = 0; run < 300; run += 1) {
      const cell = () =>
        Array.from({ length: 1 + random.below(6) }, () => random.pick(['a', '"', ',', '\n', '\r', ' ', 'ß', '🐶'])).join('')
      const rows = Array.from({ length: 1 + random.below(4) }, () => ['x', cell(), cell()])
      expect(parseCsv(formatCsv(rows)).map(({ fields }) => [...fields])).toEqual(rows)
    }
  })
})
