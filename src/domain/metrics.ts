/** A metric: `counter` only grows, `gauge` is set when metrics are read, `histogram` counts into buckets. */
export interface Metric {
  readonly type: 'counter' | 'gauge' | 'histogram'
  readonly help: string
  readonly labels: readonly string[]
}

/** Everything that is measured. Names end in their unit; none is renamed, since operators' alarms key on them. */
export const METRICS = {
  svc_http_requests_total: { type: 'counter', help: 'Requests answered.', labels: ['method', 'route', 'status'] },
  svc_http_request_seconds: { type: 'histogram', help: 'Time from request to answer.', labels: ['route'] },
  svc_launches_total: { type: 'counter', help: 'Launches that came to an end, by lock path and outcome.', labels: ['path', 'outcome'] },
  svc_operations_total: { type: 'counter', help: 'Work on a chain that came to an end, by kind and outcome.', labels: ['kind', 'outcome'] },
  svc_cron_runs_total: { type: 'counter', help: 'Runs of clocked jobs in this process.', labels: ['job', 'outcome'] },
  svc_cron_last_finished_timestamp_seconds: { type: 'gauge', help: 'When a job last ended, on any replica.', labels: ['job'] },
  svc_cron_last_run_failed: { type: 'gauge', help: '1 when the last run of a job failed.', labels: ['job'] },
  svc_rpc_calls_total: { type: 'counter', help: 'Calls of chain nodes.', labels: ['upstream', 'method', 'outcome'] },
  svc_outbox_pending: { type: 'gauge', help: 'Webhook deliveries that wait.', labels: [] },
  svc_outbox_oldest_seconds: { type: 'gauge', help: 'Age of the oldest webhook delivery that waits.', labels: [] },
  svc_wallet_balance_lamports: { type: 'gauge', help: 'What the operator’s wallets hold.', labels: ['wallet', 'platform'] },
  svc_payments_total: { type: 'counter', help: 'Payments of calls, by each state they came to.', labels: ['state'] },
  svc_process_resident_bytes: { type: 'gauge', help: 'Resident memory of the process.', labels: [] },
  svc_process_start_timestamp_seconds: { type: 'gauge', help: 'When the process began.', labels: [] },
  svc_build_info: { type: 'gauge', help: '1, with the commit and the cluster.', labels: ['commit', 'cluster'] },
} as const satisfies Record<string, Metric>

export type MetricName = keyof typeof METRICS

/** The labels that a metric has, each with its value. */
export type MetricLabels<Name extends MetricName> = Readonly<Record<(typeof METRICS)[Name]['labels'][number], string>>
