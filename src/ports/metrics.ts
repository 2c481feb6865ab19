import type { Sample } from '../domain/operator/alarms/condition.ts'
import type { METRICS, MetricLabels, MetricName } from '../domain/metrics.ts'

type NamesOf<Type extends string> = { [Name in MetricName]: (typeof METRICS)[Name]['type'] extends Type ? Name : never }[MetricName]

/** A value of a metric; an amount as an exact bigint. */
export type MetricValue = number | bigint

/** The metrics of this process, in memory: a restart begins at zero, as monitoring expects. */
export interface Metrics {
  /** Adds `by`, 1 by default. */
  count<Name extends NamesOf<'counter'>>(name: Name, labels: MetricLabels<Name>, by?: number): void
  /** Adds one observation, in the unit that the metric's name ends with. */
  observe<Name extends NamesOf<'histogram'>>(name: Name, labels: MetricLabels<Name>, value: number): void
  /**
   * Sets the value, replacing an older one with the same labels. For a counter: a total counted elsewhere.
   */
  set<Name extends NamesOf<'gauge' | 'counter'>>(name: Name, labels: MetricLabels<Name>, value: MetricValue): void
  /** What a counter or gauge has come to: its series, amounts as the nearest number. */
  samples(name: MetricName): readonly Sample[]
  /** Every metric in Prometheus' text format, version 0.0.4. */
  text(): string
}
