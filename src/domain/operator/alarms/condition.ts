import { MINUTE_MS } from '../../limits.ts'
import type { MetricName } from '../../metrics.ts'

/** One series of a metric. */
export interface Sample {
  /** The labels as /metrics writes them, which name the series. */
  readonly series: string
  readonly labels: Readonly<Record<string, string>>
  readonly value: number
}

/** A label, and the text that its value is, is not, or is a whole match of. */
export type Matcher = readonly [label: string, how: '=' | '!=' | '=~', text: string]

/** When an alarm holds, for each series apart. */
export type Condition =
  /** A series that these match has such a value. */
  | {
      readonly kind: 'bound'
      readonly metric: MetricName
      readonly matching?: readonly Matcher[]
      readonly is: '<' | '>' | '==' | '!='
      readonly bound: number
    }
  /** The metric is a time in seconds, and that passed so many seconds ago. */
  | { readonly kind: 'overdue'; readonly metric: MetricName; readonly seconds: number }
  /** The value is NaN. */
  | { readonly kind: 'unknown'; readonly metric: MetricName }
  /** Less than this part of the two together is in the first. */
  | { readonly kind: 'left'; readonly left: MetricName; readonly spent: MetricName; readonly part: number }
  /** Of what a counter counted in the last five minutes, by these labels, more than this part matches. */
  | {
      readonly kind: 'rate'
      readonly metric: MetricName
      readonly matching: readonly Matcher[]
      readonly by: readonly string[]
      readonly part: number
    }
  /** Nobody has evaluated the alarms for a while, and so nothing of the service ran. */
  | { readonly kind: 'silent' }

/** How far back `rate` looks. */
export const RATE_MS = 5 * MINUTE_MS

/** What there is to read: the series of a metric now, and those of a counter at the begin of the last five minutes. */
export interface Figures {
  now(metric: MetricName): readonly Sample[]
  before(metric: MetricName): readonly Sample[]
  readonly nowSeconds: number
}

/** The series that fulfil a condition, each with the figure that does; `silent` is not read from figures, and is never among them. */
export function whatHolds(condition: Condition, figures: Figures): readonly Sample[] {
  switch (condition.kind) {
    case 'bound':
      return figures
        .now(condition.metric)
        .filter(({ labels, value }) => matches(labels, condition.matching ?? []) && COMPARE[condition.is](value, condition.bound))
    case 'overdue':
      return figures
        .now(condition.metric)
        .map((sample) => ({ ...sample, value: figures.nowSeconds - sample.value }))
        .filter(({ value }) => value > condition.seconds)
    case 'unknown':
      return figures.now(condition.metric).filter(({ value }) => Number.isNaN(value))
    case 'left': {
      const spent = new Map(figures.now(condition.spent).map(({ series, value }) => [series, value]))
      return figures
        .now(condition.left)
        .map((sample) => ({ ...sample, value: sample.value / (sample.value + (spent.get(sample.series) ?? Number.NaN)) }))
        .filter(({ value }) => value < condition.part)
    }
    case 'rate':
      return rates(condition, figures)
    case 'silent':
      return []
  }
}

const COMPARE: Readonly<Record<'<' | '>' | '==' | '!=', (value: number, bound: number) => boolean>> = {
  '<': (value, bound) => value < bound,
  '>': (value, bound) => value > bound,
  '==': (value, bound) => value === bound,
  // NaN differs from every number, as in Prometheus.
  '!=': (value, bound) => value !== bound,
}

const matches = (labels: Readonly<Record<string, string>>, matching: readonly Matcher[]): boolean =>
  matching.every(([label, how, text]) => {
    const value = labels[label] ?? ''
    if (how === '=~') return new RegExp(`^(?:${text})$`).test(value)
    return (value === text) === (how === '=')
  })

function rates({ metric, matching, by, part }: Condition & { readonly kind: 'rate' }, figures: Figures): readonly Sample[] {
  const before = new Map(figures.before(metric).map(({ series, value }) => [series, value]))
  const groups = new Map<string, { labels: Record<string, string>; all: number; matched: number }>()
  for (const { series, labels, value } of figures.now(metric)) {
    const own = Object.fromEntries(by.map((label) => [label, labels[label] ?? '']))
    const name = by.map((label) => `${label}="${labels[label] ?? ''}"`).join(',')
    const group = groups.get(name) ?? { labels: own, all: 0, matched: 0 }
    groups.set(name, group)
    const counted = value - (before.get(series) ?? 0)
    group.all += counted
    if (matches(labels, matching)) group.matched += counted
  }
  return [...groups]
    .map(([series, { labels, all, matched }]) => ({ series, labels, value: matched / all }))
    .filter(({ value }) => value > part)
}
