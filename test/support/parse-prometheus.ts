/** One sample of a metric. */
export interface Sample {
  readonly name: string
  readonly labels: Readonly<Record<string, string>>
  readonly value: number
}

/** Metrics by family, as a scraper reads them. */
export interface Scrape {
  readonly families: ReadonlyMap<string, { readonly type: string; readonly help: string; readonly samples: readonly Sample[] }>
  /** The one sample with at least these labels. @throws Error when there is none or more than one */
  value(name: string, labels?: Readonly<Record<string, string>>): number
  has(name: string, labels?: Readonly<Record<string, string>>): boolean
}

const NAME = /^[a-zA-Z_:][a-zA-Z0-9_:]*$/
const LABEL = /([a-zA-Z_][a-zA-Z0-9_]*)="((?:[^"\\\n]|\\["\\n])*)"(,|$)/y
const VALUE = /^(NaN|[+-]?Inf|[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?)$/

/**
 * Reads the text format strictly: HELP and TYPE once and before their samples, families in one piece, no sample twice, labels
 * escaped, histograms whole and cumulative, a line feed at the end.
 * @see https://prometheus.io/docs/instrumenting/exposition_formats
 * @throws Error on the first line that breaks a rule
 */
export function parsePrometheus(text: string): Scrape {
  if (!text.endsWith('\n')) throw new Error('the last line has no line feed')
  const families = new Map<string, { type: string; help: string; samples: Sample[] }>()
  const seen = new Set<string>()
  let current: { name: string; type: string; help: string; samples: Sample[] } | null = null
  let help: [string, string] | null = null
  for (const line of text.slice(0, -1).split('\n')) {
    const fail = (why: string): never => {
      throw new Error(`${why}: ${line}`)
    }
    const [, keyword, name = '', rest = ''] = /^# (HELP|TYPE) (\S+) (.+)$/.exec(line) ?? []
    if (keyword === 'HELP') {
      if (!NAME.test(name) || families.has(name)) fail('a second HELP')
      if (/\\(?![\\n])/.test(rest)) fail('a backslash that escapes nothing')
      help = [name, rest]
    } else if (keyword === 'TYPE') {
      if (help?.[0] !== name || families.has(name)) fail('a TYPE without its HELP')
      if (!['counter', 'gauge', 'histogram'].includes(rest)) fail('an unknown type')
      current = { name, type: rest, help: help![1], samples: [] }
      families.set(name, current)
    } else {
      const { groups } = /^(?<name>[^\s{]+)(\{(?<labels>.*)\})? (?<value>\S+)$/.exec(line) ?? fail('not a sample')
      const sample: Sample = { name: groups!.name!, labels: parseLabels(groups!.labels ?? '', fail), value: numberOf(groups!.value!, fail) }
      const suffixes = current?.type === 'histogram' ? ['_bucket', '_sum', '_count'] : ['']
      if (!current || !suffixes.some((suffix) => sample.name === current!.name + suffix)) fail('a sample outside its family')
      const identity = `${sample.name}${JSON.stringify(Object.entries(sample.labels).toSorted())}`
      if (seen.has(identity)) fail('a sample twice')
      seen.add(identity)
      if (current!.type === 'counter' && !(sample.value >= 0)) fail('a counter below zero')
      current!.samples.push(sample)
    }
  }
  for (const [name, { type, samples }] of families) if (type === 'histogram') checkHistogram(name, samples)
  const matching = (name: string, labels: Readonly<Record<string, string>>) =>
    [...families.values()]
      .flatMap(({ samples }) => samples)
      .filter((sample) => sample.name === name && Object.entries(labels).every(([label, value]) => sample.labels[label] === value))
  return {
    families,
    has: (name, labels = {}) => matching(name, labels).length > 0,
    value(name, labels = {}) {
      const found = matching(name, labels)
      if (found.length !== 1) throw new Error(`${found.length} samples of ${name} ${JSON.stringify(labels)}`)
      return found[0]!.value
    },
  }
}

function parseLabels(text: string, fail: (why: string) => never): Record<string, string> {
  const labels: Record<string, string> = {}
  LABEL.lastIndex = 0
  for (let at = 0; at < text.length; at = LABEL.lastIndex) {
    LABEL.lastIndex = at
    const [, label, value] = LABEL.exec(text) ?? fail('labels that do not read')
    if (label! in labels) fail('a label twice')
    labels[label!] = value!.replaceAll(/\\(["\\n])/g, (_, escaped: string) => (escaped === 'n' ? '\n' : escaped))
  }
  return labels
}

const numberOf = (text: string, fail: (why: string) => never): number =>
  VALUE.test(text) ? Number(text.replace('Inf', 'Infinity')) : fail('not a number')

function checkHistogram(name: string, samples: readonly Sample[]): void {
  const rows = new Map<string, Sample[]>()
  for (const sample of samples) {
    const { le: _bound, ...labels } = sample.labels
    const key = JSON.stringify(Object.entries(labels).toSorted())
    rows.set(key, [...(rows.get(key) ?? []), sample])
  }
  for (const [key, row] of rows) {
    const buckets = row.filter((sample) => sample.name === `${name}_bucket`)
    const bounds = buckets.map(({ labels }) => Number(labels.le!.replace('Inf', 'Infinity')))
    const counts = buckets.map(({ value }) => value)
    const count = row.find((sample) => sample.name === `${name}_count`)?.value
    const grows = (values: readonly number[], strictly: boolean) =>
      values.every((value, at) => at === 0 || (strictly ? value > values[at - 1]! : value >= values[at - 1]!))
    const whole = grows(bounds, true) && grows(counts, false) && bounds.at(-1) === Infinity && counts.at(-1) === count
    if (!whole || !row.some((sample) => sample.name === `${name}_sum`)) throw new Error(`the histogram ${name} ${key} is not whole`)
  }
}
