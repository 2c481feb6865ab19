import type { Budget, Figure } from './figure.ts'
import { changeOf, ratioToBare, withinBudget } from './judge.ts'
import { median, type Spread, spreadOf } from './statistics.ts'

/** The table, however it is shown. */
export interface Table {
  readonly header: readonly string[]
  readonly rows: readonly Row[]
}

interface Row {
  readonly cells: readonly string[]
  readonly regressed: boolean
}

/** Column of the ratio; `recordedRatios` reads it back. */
const RATIO_COLUMN = 'ratio (min–max)'
const NONE = ''

/** What figures are compared with. */
export interface Comparison {
  /** Name of the other commit that was measured. */
  readonly other?: string
  /** Ratios of an earlier table, by `nameOf`. */
  readonly recorded?: ReadonlyMap<string, number>
  /** Others worked on the machine meanwhile. */
  readonly busy?: boolean
}

/** Every figure as a row. */
export function makeTable(figures: readonly Figure[], { other, recorded = new Map(), busy = false }: Comparison = {}): Table {
  const compared = other !== undefined || recorded.size > 0
  const header = [
    'measure',
    'what',
    'unit',
    'ours (min–max)',
    'bare',
    RATIO_COLUMN,
    'budget',
    ...(other === undefined ? [] : [other]),
    ...(compared ? [other === undefined ? 'since recorded' : `since ${other}`] : []),
  ]
  const rows = figures.map((figure): Row => {
    const change = changeOf(figure, { recordedRatio: recorded.get(nameOf(figure)) ?? null, busy })
    const ratio = ratioToBare(figure)
    const cells = [
      figure.measure,
      figure.note === undefined ? figure.what : `${figure.what} ${figure.note}`,
      figure.unit,
      spreadText(spreadOf(figure.ours)),
      figure.bare ? numberText(median(figure.bare)) : NONE,
      ratio ? spreadText(ratio) : NONE,
      budgetText(figure),
      ...(other === undefined ? [] : [figure.other ? numberText(median(figure.other)) : NONE]),
      ...(compared ? [change ? changeText(change) : NONE] : []),
    ]
    return { cells, regressed: change?.regressed ?? false }
  })
  return { header, rows }
}

/** What tells a figure from all others, in every run. */
export const nameOf = ({ measure, what }: Pick<Figure, 'measure' | 'what'>): string => `${measure}: ${what}`

const RED = '\u001b[31m'
const PLAIN = '\u001b[0m'

/** The table in columns; regressions are red where colours are shown, and say so in words everywhere. */
export function tableText({ header, rows }: Table, { colours }: { readonly colours: boolean }): string {
  const widths = header.map((name, column) => Math.max(...[name, ...rows.map(({ cells }) => cells[column]!)].map((cell) => cell.length)))
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, column) => cell.padEnd(widths[column]!))
      .join('  ')
      .trimEnd()
  const lines = rows.map(({ cells, regressed }) => (regressed && colours ? `${RED}${line(cells)}${PLAIN}` : line(cells)))
  return [line(header), widths.map((width) => '-'.repeat(width)).join('  '), ...lines].join('\n')
}

/** The table as Markdown, as the formatter has it. */
export function tableMarkdown({ header, rows }: Table): string {
  const all = [header, ...rows.map(({ cells }) => cells)].map((cells) => cells.map((cell) => cell.replaceAll('|', '\\|')))
  const widths = header.map((_, column) => Math.max(3, ...all.map((cells) => cells[column]!.length)))
  const line = (cells: readonly string[]) => `| ${cells.map((cell, column) => cell.padEnd(widths[column]!)).join(' | ')} |`
  return [line(all[0]!), line(widths.map((width) => '-'.repeat(width))), ...all.slice(1).map(line)].join('\n')
}

/** The middles of the ratios in a table that `tableMarkdown` wrote, by `nameOf`. */
export function recordedRatios(markdown: string): Map<string, number> {
  const lines = markdown.split('\n').filter((line) => line.startsWith('|'))
  const rows = lines.map((line) =>
    line
      .slice(1, -1)
      .split('|')
      .map((cell) => cell.trim()),
  )
  const column = rows[0]?.indexOf(RATIO_COLUMN) ?? -1
  const found = new Map<string, number>()
  for (const cells of rows.slice(2)) {
    const ratio = Number(cells[column]?.split(' ', 1)[0]?.replaceAll(',', '') || Number.NaN)
    if (ratio > 0) found.set(nameOf({ measure: cells[0]!, what: cells[1]!.replace(/ at [\d,.]+\/s$/, '') }), ratio)
  }
  return found
}

const changeText = ({ worse, regressed }: { worse: number; regressed: boolean }): string => {
  const percent = Math.round(Math.abs(worse) * 100)
  if (percent === 0) return 'as before'
  return `${percent}% ${worse > 0 ? 'worse' : 'better'}${regressed ? ' REGRESSION' : ''}`
}

function budgetText(figure: Figure): string {
  if (!figure.budget) return NONE
  return `${BUDGET_TEXTS.flatMap(([name, text]) => (figure.budget![name] === undefined ? [] : [text(numberText(figure.budget![name]!))])).join(', ')} ${withinBudget(figure) ? 'ok' : 'OVER'}`
}

const BUDGET_TEXTS: readonly (readonly [keyof Budget, (limit: string) => string])[] = [
  ['most', (limit) => `≤ ${limit}`],
  ['least', (limit) => `≥ ${limit}`],
  ['ratioMost', (limit) => `ratio ≤ ${limit}`],
  ['ratioLeast', (limit) => `ratio ≥ ${limit}`],
  ['aboveBareMost', (limit) => `≤ ${limit} above bare`],
]

const spreadText = ({ min, median: middle, max }: Spread): string =>
  min === max ? numberText(middle) : `${numberText(middle)} (${numberText(min)}–${numberText(max)})`

/** Three digits, and all of those before the point. */
export function numberText(value: number): string {
  const whole = Math.floor(Math.log10(Math.abs(value) || 1)) + 1
  return Number(value.toFixed(Math.max(0, Math.min(3, 3 - whole)))).toLocaleString('en', { maximumFractionDigits: 3 })
}
