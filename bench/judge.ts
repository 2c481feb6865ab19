import type { Budget, Figure } from './figure.ts'
import { median, percentile, ratiosOf, type Spread, spreadOf } from './statistics.ts'

/** What is more than this above 1 is a regression. */
const TOLERANCE = 0.1

/** This tree over the bare server, turn by turn; null where there is no bare server beside it. */
export function ratioToBare({ ours, bare }: Figure): Spread | null {
  return bare ? spreadOf(ratiosOf(ours, bare)) : null
}

/** How a figure stands to an earlier one. */
export interface Change {
  /** 0.14: 14% worse; below 0 better. */
  readonly worse: number
  readonly regressed: boolean
}

/**
 * This tree beside the other commit of the same run, or beside the ratio that was written down (`recordedRatio`); null where there
 * is neither. More than 10% worse in the middle is a regression, unless one turn in four or more says that nothing is worse:
 * that is noise. So is everything by the clock while others work on the machine (`busy`).
 */
export function changeOf(figure: Figure, { recordedRatio, busy }: { recordedRatio: number | null; busy: boolean }): Change | null {
  const ratios = changes(figure, recordedRatio)
  if (!ratios) return null
  const worse = figure.better === 'lower' ? ratios : ratios.map((ratio) => 1 / ratio)
  const middle = median(worse) - 1
  // A billionth for the arithmetic: exactly 10% is none.
  return { worse: middle, regressed: !(busy && figure.byClock) && middle > TOLERANCE + 1e-9 && percentile(worse, 0.25) > 1 }
}

function changes({ ours, bare, other }: Figure, recordedRatio: number | null): number[] | null {
  if (other) return ratiosOf(ours, other)
  if (!bare || recordedRatio === null) return null
  return ratiosOf(ours, bare).map((ratio) => ratio / recordedRatio)
}

/** Whether the figure keeps its budget, by the middle of the turns; null where it has none. */
export function withinBudget(figure: Figure): boolean | null {
  const { budget, ours, bare } = figure
  if (!budget) return null
  const middle = median(ours)
  const ratio = ratioToBare(figure)?.median ?? 0
  return CHECKS.every(
    ([name, holds]) => budget[name] === undefined || holds(budget[name], { middle, ratio, bare: bare ? median(bare) : 0 }),
  )
}

interface Middles {
  readonly middle: number
  readonly ratio: number
  readonly bare: number
}

const CHECKS: readonly (readonly [keyof Budget, (limit: number, seen: Middles) => boolean])[] = [
  ['most', (limit, { middle }) => middle <= limit],
  ['least', (limit, { middle }) => middle >= limit],
  ['ratioMost', (limit, { ratio }) => ratio <= limit],
  ['ratioLeast', (limit, { ratio }) => ratio >= limit],
  ['aboveBareMost', (limit, { middle, bare }) => middle - bare <= limit],
]
