import type { Static } from '@sinclair/typebox'
import type { DirectoryResponse } from '../../src/features/operator/operator-view.ts'
import { readCsv } from '../../src/lib/csv.ts'
import { foreign, h } from '../lib/dom.ts'
import { plural, shortText } from '../lib/format.ts'
import { icon } from '../lib/icons.ts'

/** What the service says of a file. */
export type DirectoryReport = Static<typeof DirectoryResponse>

/** Rows that are shown of a file: enough to see that its columns are read as they are meant. */
const ROWS_MAX = 5
const COLUMNS = ['rank', 'handle', 'wallet'] as const

/** How many profiles are new, and how many known ones change. */
export const profilesOf = ({ added, updated }: Pick<DirectoryReport, 'added' | 'updated'>): string => {
  if (updated === 0) return plural(added, 'new profile')
  return added === 0 ? plural(updated, 'known profile') : `${added} new and ${plural(updated, 'known profile')}`
}

/** What a good file would write: its first profiles. */
export function goodFile(file: string, { added, updated }: DirectoryReport): HTMLElement {
  const count = added + updated
  const row = (cells: Cells) => h('tr', null, ...COLUMNS.map((name) => h('td', null, foreign(cellText(cells, name)))))
  const heads = h('tr', null, ...COLUMNS.map((name) => h('th', { scope: 'col' }, name[0]!.toUpperCase() + name.slice(1))))
  return h(
    'div',
    { class: 'import-preview' },
    h('p', { class: 'outcome' }, icon('check'), ` The file is good: ${profilesOf({ added, updated })}.`),
    h('table', { 'aria-label': 'What will be written' }, h('thead', null, heads), h('tbody', null, ...firstRows(file).map(row))),
    count > ROWS_MAX && h('p', { class: 'muted' }, `And ${plural(count - ROWS_MAX, 'more profile')}.`),
  )
}

/** What is wrong with a file; each line can be shown in the field. */
export function badFile({ problemCount, problems }: DirectoryReport, field: HTMLTextAreaElement): HTMLElement {
  const lineOf = (line: number) =>
    h('button', { type: 'button', class: 'link-button', onclick: () => selectLine(field, line) }, `Line ${line}`)
  const items = problems.map(({ line, message }) => h('li', null, line > 0 && lineOf(line), line > 0 && ': ', foreign(message)))
  return h(
    'div',
    { class: 'notice notice-error' },
    icon('warn'),
    h('strong', null, `${plural(problemCount, 'problem')}: none of it can be imported.`),
    h('ul', { class: 'problems', role: 'list' }, ...items),
  )
}

type Cells = Readonly<Record<string, unknown>>

const cellText = (cells: Cells, name: (typeof COLUMNS)[number]): string =>
  name === 'wallet' ? shortText(String(cells[name])) : String(cells[name]).trim()

/** The first profiles of a file that the service found good. */
function firstRows(file: string): readonly Cells[] {
  if (/^\s*[[{]/.test(file)) return (JSON.parse(file) as Cells[]).slice(0, ROWS_MAX)
  const [heads, ...rows] = [...readCsv(file)].slice(0, ROWS_MAX + 1)
  return rows.map(({ fields }) => Object.fromEntries(fields.map((text, index) => [heads!.fields[index]!.trim(), text])))
}

/** Selects a line, and brings it into sight. */
function selectLine(field: HTMLTextAreaElement, line: number): void {
  const lines = field.value.split('\n')
  const start = lines.slice(0, line - 1).reduce((sum, text) => sum + text.length + 1, 0)
  field.focus()
  field.setSelectionRange(start, start + (lines[line - 1]?.length ?? 0))
}
