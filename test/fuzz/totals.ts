/** What came of the requests, by route. */
export interface RecordTotals {
  note(route: string, status: number | 'lost' | 'unseen', ms: number, mutated: boolean, code?: string): void
  readonly requests: number
  /** Why requests that were meant well were refused, by route. */
  refusals(): string
  /** A table with a line for each route, and one for all. */
  table(): string
  /** Routes that were never answered with success. */
  readonly never: readonly string[]
}

interface Row {
  requests: number
  good: number
  /** Requests that were not made wrong on purpose. */
  meant: number
  meantGood: number
  slowestMs: number
  readonly statuses: Map<string, number>
  /** Codes of refusals that were not asked for. */
  readonly codes: Map<string, number>
}

const newRow = (): Row => ({ requests: 0, good: 0, meant: 0, meantGood: 0, slowestMs: 0, statuses: new Map(), codes: new Map() })

export function createTotals(routes: readonly string[]): RecordTotals {
  const rows = new Map<string, Row>(routes.map((route) => [route, newRow()]))
  const all = newRow()
  const sorted = (counts: ReadonlyMap<string, number>) =>
    [...counts]
      .toSorted(([a], [b]) => a.localeCompare(b))
      .map(([name, count]) => `${name}:${count}`)
      .join(' ')
  const percent = (part: number, whole: number) => (whole === 0 ? '-' : `${Math.round((100 * part) / whole)}%`)
  const line = (name: string, { requests, good, meant, meantGood, slowestMs, statuses }: Row) =>
    [
      name.padEnd(62),
      String(requests).padStart(9),
      percent(good, requests).padStart(6),
      percent(meantGood, meant).padStart(6),
      String(Math.round(slowestMs)).padStart(8),
      '  ',
      sorted(statuses),
    ].join('')
  return {
    note(route, status, ms, mutated, code) {
      const row = rows.get(route) ?? rows.set(route, newRow()).get(route)!
      const good = typeof status === 'number' && status < 400
      if (!mutated && code !== undefined) row.codes.set(code, (row.codes.get(code) ?? 0) + 1)
      for (const each of [row, all]) {
        each.requests += 1
        each.good += Number(good)
        each.meant += Number(!mutated)
        each.meantGood += Number(!mutated && good)
        each.slowestMs = Math.max(each.slowestMs, ms)
        each.statuses.set(String(status), (each.statuses.get(String(status)) ?? 0) + 1)
      }
    },
    get requests() {
      return all.requests
    },
    refusals: () =>
      [...rows]
        .filter(([, { codes }]) => codes.size > 0)
        .map(([name, { codes }]) => `  ${name.padEnd(60)} ${sorted(codes)}`)
        .join('\n'),
    get never() {
      return [...rows].filter(([, { good }]) => good === 0).map(([name]) => name)
    },
    table() {
      const head = `${'route'.padEnd(62)}${'requests'.padStart(9)}${'2xx3xx'.padStart(7)}${'meant'.padStart(6)}${'max ms'.padStart(8)}   statuses`
      return [head, ...[...rows].map(([name, row]) => line(name, row)), line('all', all)].join('\n')
    },
  }
}
