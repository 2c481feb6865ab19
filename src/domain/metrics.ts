/** A metric: a `counter` only grows, a `gauge` is set when metrics are read, a `histogram` counts into buckets. */
export interface Metric {
  readonly type: 'counter' | 'gauge' | 'histogram'
  readonly help: string
  readonly labels: readonly string[]
}

/**
 * Every metric. Names end in their unit; those of the process are Prometheus's customary ones, which dashboards know. After the first
 * release none is renamed: alerts refer to them.
 */
export const METRICS = {
  svc_http_requests_total: { type: 'counter', help: 'Requests answered.', labels: ['method', 'route', 'status'] },
  svc_http_request_duration_seconds: { type: 'histogram', help: 'Time from request to answer.', labels: ['route'] },
  svc_connection_faults_total: { type: 'counter', help: 'Errors of connections that reached nobody who waited.', labels: [] },
  svc_launches_total: { type: 'counter', help: 'Launches that came to an end, by lock path and outcome.', labels: ['path', 'outcome'] },
  svc_operations_total: { type: 'counter', help: 'Work on a chain that came to an end, by kind and outcome.', labels: ['kind', 'outcome'] },
  svc_operations_under_way: { type: 'gauge', help: 'Work on a chain that has not come to an end, by kind.', labels: ['kind'] },
  svc_operation_oldest_seconds: { type: 'gauge', help: 'Age of the oldest of it, 0 where there is none.', labels: ['kind'] },
  svc_coins_unlocked: { type: 'gauge', help: 'Coins on a chain whose fee split is not locked.', labels: [] },
  svc_coin_unlocked_oldest_seconds: { type: 'gauge', help: 'Age of the oldest of them, 0 where there is none.', labels: [] },
  svc_coins_redirected_lately: {
    type: 'gauge',
    help: 'Locked coins of which it was found in the last 24 hours that their launchpad gives their fees to others than their split.',
    labels: [],
  },
  svc_programs_doubted: {
    type: 'gauge',
    help: 'Programs that launches go through and that are not as they were accepted, or of which the nodes say different things.',
    labels: ['platform', 'state'],
  },
  svc_cron_runs_total: { type: 'counter', help: 'Runs of scheduled jobs in this process.', labels: ['job', 'outcome'] },
  svc_cron_last_started_timestamp_seconds: { type: 'gauge', help: 'When a job last began, on any replica.', labels: ['job'] },
  svc_cron_last_finished_timestamp_seconds: { type: 'gauge', help: 'When a job last ended, on any replica.', labels: ['job'] },
  svc_cron_last_duration_seconds: { type: 'gauge', help: 'How long the last ended run of a job took.', labels: ['job'] },
  svc_cron_next_run_timestamp_seconds: { type: 'gauge', help: 'When a job runs next.', labels: ['job'] },
  svc_cron_last_run_failed: { type: 'gauge', help: '1 when the last run of a job failed.', labels: ['job'] },
  svc_rpc_calls_total: {
    type: 'counter',
    help: 'Calls of chain nodes, by the position of the node in its setting (from 1): ok, refused (by the node, an answer) or fault.',
    labels: ['upstream', 'node', 'method', 'outcome'],
  },
  svc_rpc_node_proved: {
    type: 'gauge',
    help: 'By the position of the node in its setting (from 1): 1 while it has proved to be of the right chain, 0 while it has not or is of another.',
    labels: ['upstream', 'node'],
  },
  svc_outbox_pending: { type: 'gauge', help: 'Webhook deliveries that wait for endpoints that are on.', labels: [] },
  svc_outbox_oldest_seconds: { type: 'gauge', help: 'Age of the oldest of them.', labels: [] },
  svc_outbox_overdue_seconds: { type: 'gauge', help: 'How long the longest neglected queue has been due with nobody at it.', labels: [] },
  svc_buyback_last_run_failed: {
    type: 'gauge',
    help: '1 when the last ended run of the buyback should have bought and did not, 0 when it bought or only shows what it would do.',
    labels: [],
  },
  svc_wallet_balance_atomic: {
    type: 'gauge',
    help: 'What the operator’s wallets hold, lamports where the currency is SOL, wei where it is ETH; NaN while the chain does not say.',
    labels: ['role', 'wallet', 'platform', 'currency'],
  },
  svc_wallet_budget_spent_atomic: {
    type: 'gauge',
    help: 'What an operator’s wallet has spent since midnight UTC, what failed on chain too: lamports where the currency is SOL, wei where it is ETH.',
    labels: ['budget', 'currency'],
  },
  svc_wallet_budget_left_atomic: {
    type: 'gauge',
    help: 'What its budget of the day has left, in the same units.',
    labels: ['budget', 'currency'],
  },
  svc_ledger_difference_atomic: {
    type: 'gauge',
    help: 'What an operator’s wallet holds on its chain beyond what its ledger comes to, 0 as it should be: lamports where the currency is SOL, wei where it is ETH.',
    labels: ['wallet', 'chain', 'currency'],
  },
  svc_payments_total: { type: 'counter', help: 'Payments of calls, by each state they came to.', labels: ['state'] },
  svc_payments_refund_due: { type: 'gauge', help: 'Payments of calls that the operator is to pay back.', labels: [] },
  svc_database_bytes: { type: 'gauge', help: 'Room that the database takes, free pages included.', labels: [] },
  svc_data_dir_free_bytes: { type: 'gauge', help: 'Free room on the disk of the embedded database.', labels: [] },
  svc_storage_full: { type: 'gauge', help: '1 while nothing new is begun for want of room.', labels: [] },
  process_resident_memory_bytes: { type: 'gauge', help: 'Resident memory of the process.', labels: [] },
  process_cpu_seconds_total: { type: 'counter', help: 'Processor time of the process since it began.', labels: [] },
  process_start_time_seconds: { type: 'gauge', help: 'When the process began.', labels: [] },
  svc_build_info: { type: 'gauge', help: '1, with the commit and the cluster.', labels: ['commit', 'cluster'] },
} as const satisfies Record<string, Metric>

/** One of the names in METRICS. */
export type MetricName = keyof typeof METRICS

/** The labels that a metric has, each with its value. */
export type MetricLabels<Name extends MetricName> = Readonly<Record<(typeof METRICS)[Name]['labels'][number], string>>
