// Not prom-client: names and labels come from one typed table, and the number of series of a metric is bounded, which that library leaves
// to its callers.
import { type Metric, METRICS, type MetricName } from '../domain/metrics.ts'
import type { Metrics, MetricValue } from '../ports/metrics.ts'

/** From half a millisecond to the longest wait, a launch's 90 s. */
const BUCKETS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 90]

/** Further label sets of a metric share one set, so that no caller can fill the memory. */
const SERIES_MAX = 2_000

interface Histogram {
  readonly buckets: number[]
  sum: number
  count: number
}

/**
 * Metrics in memory.
 * @see https://prometheus.io/docs/instrumenting/exposition_formats
 */
export function createPrometheus(): Metrics {
  const counters = new Map<MetricName, Map<string, number>>()
  const gauges = new Map<MetricName, Map<string, MetricValue>>()
  const histograms = new Map<MetricName, Map<string, Histogram>>()
  const seriesOf = <Value>(all: Map<MetricName, Map<string, Value>>, name: MetricName): Map<string, Value> => {
    const found = all.get(name) ?? new Map<string, Value>()
    all.set(name, found)
    return found
  }
  const keyIn = (series: ReadonlyMap<string, unknown>, name: MetricName, labels: Readonly<Record<string, string>>): string => {
    const key = labelText(METRICS[name], labels)
    return series.has(key) || series.size < SERIES_MAX ? key : labelText(METRICS[name], {})
  }
  return {
    count(name, labels, by = 1) {
      const series = seriesOf(counters, name)
      const key = keyIn(series, name, labels)
      series.set(key, (series.get(key) ?? 0) + by)
    },
    set(name, labels, value) {
      const series = seriesOf(gauges, name)
      series.set(keyIn(series, name, labels), value)
    },
    observe(name, labels, value) {
      const series = seriesOf(histograms, name)
      const key = keyIn(series, name, labels)
      const histogram = series.get(key) ?? { buckets: BUCKETS.map(() => 0), sum: 0, count: 0 }
      series.set(key, histogram)
      const index = BUCKETS.findIndex((bound) => value <= bound)
      if (index !== -1) histogram.buckets[index]! += 1
      histogram.sum += value
      histogram.count += 1
    },
    samples: (name) =>
      [...(counters.get(name) ?? []), ...(gauges.get(name) ?? [])].map(([series, value]) => ({
        series,
        labels: labelsOf(series),
        value: Number(value),
      })),
    text() {
      recordProcess(this)
      return (Object.entries(METRICS) as [MetricName, Metric][])
        .flatMap(([name, { type, help }]) => [
          `# HELP ${name} ${help}`,
          `# TYPE ${name} ${type}`,
          ...[...(counters.get(name) ?? []), ...(gauges.get(name) ?? [])].map(([labels, value]) => `${name}${braced(labels)} ${value}`),
          ...[...(histograms.get(name) ?? [])].flatMap(([labels, histogram]) => histogramLines(name, labels, histogram)),
        ])
        .join('\n')
        .concat('\n')
    },
  }
}

function recordProcess(metrics: Metrics): void {
  const { user, system } = process.cpuUsage()
  metrics.set('process_resident_memory_bytes', {}, process.memoryUsage.rss())
  metrics.set('process_cpu_seconds_total', {}, (user + system) / 1_000_000)
  metrics.set('process_start_time_seconds', {}, Math.round(performance.timeOrigin) / 1_000)
}

function histogramLines(name: string, labels: string, { buckets, sum, count }: Histogram): string[] {
  let below = 0
  const bucket = (bound: string, value: number) => `${name}_bucket${braced([labels, `le="${bound}"`].filter(Boolean).join(','))} ${value}`
  return [
    ...BUCKETS.map((bound, index) => bucket(String(bound), (below += buckets[index]!))),
    bucket('+Inf', count),
    `${name}_sum${braced(labels)} ${sum}`,
    `${name}_count${braced(labels)} ${count}`,
  ]
}

const braced = (labels: string): string => (labels === '' ? '' : `{${labels}}`)

/** The labels in the metric's order; a missing one is `other`. */
function labelText({ labels }: Metric, values: Readonly<Record<string, string>>): string {
  let text = ''
  for (const label of labels) text += `${text === '' ? '' : ','}${label}="${escaped(values[label] ?? 'other')}"`
  return text
}

const escaped = (text: string): string =>
  /[\\"\n]/.test(text) ? text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n') : text

/** The labels of a text that `labelText` wrote. */
const labelsOf = (text: string): Record<string, string> =>
  Object.fromEntries([...text.matchAll(/\b(\w+)="((?:[^"\\]|\\.)*)"/g)].map(([, label, value]) => [label!, plain(value!)]))

const plain = (value: string): string => value.replaceAll(/\\(.)/g, (_all, sign: string) => (sign === 'n' ? '\n' : sign))
