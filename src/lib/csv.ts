// Not a package: csv-parse drops a record with broken quotes, or in relaxed mode accepts it silently; papaparse accepts one kind of line
// end per file and merges rows where kinds are mixed. This parser reports the problem of each record.

/** One record of a CSV text. `line` is the 1-based line its first field starts on. */
export type CsvRecord = { readonly line: number; readonly fields: readonly string[]; readonly problem?: string }

/** Fields of one record; what follows them is not split, and ends the reading. */
export const CSV_FIELDS_MAX = 64

/**
 * Splits CSV text (RFC 4180: quoted fields may hold commas, line breaks and doubled quotes) into records, each when it is asked for.
 * A byte order mark is dropped, CRLF, LF and CR all end a line, and blank lines are skipped.
 * Never throws: a record whose quotes are broken carries a `problem`, and one of more than CSV_FIELDS_MAX fields is the last.
 */
export function* readCsv(text: string): Generator<CsvRecord, undefined, undefined> {
  const source = text.startsWith('\uFEFF') ? text.slice(1) : text
  let position = 0
  let line = 1
  while (position < source.length) {
    const firstLine = line
    const fields: string[] = []
    let problem: string | undefined
    for (;;) {
      const field = readField(source, position)
      fields.push(field.value)
      problem ??= field.problem
      line += field.lineBreaks
      position = field.end
      if (source[position] !== ',') break
      if (fields.length === CSV_FIELDS_MAX)
        return yield { line: firstLine, fields, problem: `The line has more than ${CSV_FIELDS_MAX} fields.` }
      position += 1
    }
    if (position < source.length) {
      position += source.startsWith('\r\n', position) ? 2 : 1
      line += 1
    }
    const blank = fields.length === 1 && fields[0]!.trim() === '' && !problem
    if (!blank) yield problem ? { line: firstLine, fields, problem } : { line: firstLine, fields }
  }
}

/** All records of a CSV text, as `readCsv` reads them. */
export const parseCsv = (text: string): CsvRecord[] => [...readCsv(text)]

/** CSV text of the rows with LF line ends, quoting only the fields that need it. The inverse of `parseCsv`. */
export function formatCsv(rows: readonly (readonly string[])[]): string {
  return rows.map((row) => row.map(formatField).join(',') + '\n').join('')
}

type Field = { value: string; end: number; lineBreaks: number; problem?: string }

function readField(source: string, start: number): Field {
  if (source[start] !== '"') {
    const end = endOfBareField(source, start)
    return { value: source.slice(start, end), end, lineBreaks: 0 }
  }
  let value = ''
  let position = start + 1
  for (;;) {
    const quote = source.indexOf('"', position)
    if (quote === -1) {
      value += source.slice(position)
      return { value, end: source.length, lineBreaks: countLineBreaks(value), problem: 'A quoted field is never closed.' }
    }
    value += source.slice(position, quote)
    position = quote + 1
    if (source[position] !== '"') break
    value += '"'
    position += 1
  }
  const end = endOfBareField(source, position)
  const field = { value, end, lineBreaks: countLineBreaks(value) }
  return end === position ? field : { ...field, problem: 'Text follows the closing quote of a field.' }
}

function endOfBareField(source: string, start: number): number {
  let end = start
  while (end < source.length && !',\r\n'.includes(source[end]!)) end += 1
  return end
}

const countLineBreaks = (text: string) => text.match(/\r\n|\r|\n/g)?.length ?? 0

const formatField = (field: string) => (/[",\r\n]|^\s|\s$/.test(field) ? `"${field.replaceAll('"', '""')}"` : field)

/** Spreadsheets run what begins so, spaces before it aside; some take full-width signs for their narrow ones. @see OWASP CSV Injection */
const FORMULA = /^[\s\u0000-\u001f]*[=+\-@\t\r\uff1d\uff0b\uff0d\uff20]|^[\t\r\n]/

/** The text as a cell that no spreadsheet takes for a formula: such a one begins with an apostrophe. */
export const plainCell = (text: string): string => (FORMULA.test(text) ? `'${text}` : text)
