import type { METRICS, MetricLabels, MetricName } from '../domain/metrics.ts'

type NamesOf<Type extends string> = { [Name in MetricName]: (typeof METRICS)[Name]['type'] extends Type ? Name : never }[MetricName]

/** What this process counts, in memory: a restart begins at zero, as monitoring expects. */
export interface Metrics {
  /** Adds `by`, 1 where it is not said. */
  count<Name extends NamesOf<'counter'>>(name: Name, labels: MetricLabels<Name>, by?: number): void
  /** Adds one observation, in the unit that the metric's name ends with. */
  observe<Name extends NamesOf<'histogram'>>(name: Name, labels: MetricLabels<Name>, value: number): void
  /**
   * The value from now on, instead of an older one with the same labels; an amount as a bigint, to its last digit. Of a counter: what
   * somebody else has counted.
   */
  set<Name extends NamesOf<'gauge' | 'counter'>>(name: Name, labels: MetricLabels<Name>, value: number | bigint): void
  /** Everything in Prometheus' text form, version 0.0.4. */
  text(): string
}
