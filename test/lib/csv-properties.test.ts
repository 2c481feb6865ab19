import { describe, expect, test } from 'bun:test'
import { formatCsv, parseCsv } from '../../src/lib/csv.ts'
import { forInputs, ODD_CHARACTERS, textOf } from '../support/property.ts'

const TROUBLE = ['"', '"', ',', '\n', '\r', '\r\n', 'a', ' ', '\ufeff', ...ODD_CHARACTERS]

describe('CSV', () => {
  test('what is written is read again, cell by cell', () => {
    forInputs((random) => {
      const width = 1 + random.below(4)
      const rows = Array.from({ length: random.below(4) }, () => Array.from({ length: width }, () => textOf(random, TROUBLE, 6)))
      // A byte order mark at the very beginning is not part of the first cell, and a blank line is no row.
      if (rows[0]?.[0]!.startsWith('\ufeff')) rows[0][0] = `x${rows[0][0]}`
      const kept = rows.filter((row) => row.length > 1 || row[0]!.trim() !== '')
      const read = parseCsv(formatCsv(rows))
      const problem = read.find((record) => record.problem)?.problem
      if (problem) return `${JSON.stringify(rows)}: ${problem}`
      return JSON.stringify(read.map(({ fields }) => fields)) === JSON.stringify(kept) ? null : JSON.stringify(rows)
    })
  })

  test('any text is read to its end, and every line number is one of the text', () => {
    forInputs((random) => {
      const text = textOf(random, TROUBLE, 40)
      const lines = text.split(/\r\n|\r|\n/).length
      const records = parseCsv(text)
      let before = 0
      for (const { line, fields } of records) {
        if (line <= before || line > lines) return `${JSON.stringify(text)}: a record on line ${line} after ${before} of ${lines}`
        if (fields.length === 0) return `${JSON.stringify(text)}: a record without fields`
        before = line
      }
      return null
    })
  })

  test('a text that is one long mistake takes no longer than a good one', () => {
    const size = 1_000_000
    expect(parseCsv('"'.repeat(size))).toHaveLength(1)
    expect(parseCsv(`"${'a\n'.repeat(size)}`)).toHaveLength(1)
    expect(parseCsv(','.repeat(size))).toMatchObject([{ problem: 'The line has more than 64 fields.' }])
    expect(parseCsv('\r\n'.repeat(size))).toHaveLength(0)
    expect(parseCsv('""x,'.repeat(size))[0]!.problem).toBeDefined()
  })
})
