import type { Condition } from './condition.ts'

/** How soon somebody should look. */
export const SEVERITIES = ['critical', 'warning'] as const

/** The parts of the service that its page /status speaks of. */
export const STATUS_PARTS = ['nodes', 'launches', 'cranks', 'webhooks'] as const

/** Something that an operator should look at. What to do about it is in docs/operate.md under its name. */
export interface Alarm {
  readonly severity: (typeof SEVERITIES)[number]
  /** It holds when one of these does. */
  readonly when: readonly Condition[]
  /** How long it must hold until it is raised. */
  readonly forMinutes: number
  /** A sentence: `{value}` is the figure, `{value:duration}` that in seconds, and `{label}` a label of its series. */
  readonly summary: string
  /** What does not work, as strangers see it; null where they notice nothing. */
  readonly part: (typeof STATUS_PARTS)[number] | null
}

const LIST = {
  AgentLaunchDown: {
    severity: 'critical',
    when: [{ kind: 'silent' }],
    forMinutes: 2,
    summary: 'agent-launch does not answer',
    part: null,
  },
  AgentLaunchNoRoom: {
    severity: 'critical',
    when: [{ kind: 'bound', metric: 'svc_storage_full', is: '==', bound: 1 }],
    forMinutes: 1,
    summary: 'nothing new is begun for want of room on the disk',
    part: 'launches',
  },
  AgentLaunchLittleRoom: {
    severity: 'warning',
    when: [{ kind: 'bound', metric: 'svc_data_dir_free_bytes', is: '<', bound: 1_073_741_824 }],
    forMinutes: 10,
    summary: '{value:bytes}B are free on the disk of the database',
    part: null,
  },
  AgentLaunchErrors: {
    severity: 'critical',
    when: [
      {
        kind: 'rate',
        metric: 'svc_http_requests_total',
        matching: [
          ['status', '=~', '5..'],
          ['route', '!=', '/readyz'],
        ],
        by: [],
        part: 0.05,
      },
    ],
    forMinutes: 5,
    summary: '{value:percentage} of the requests end with an error of the service',
    part: 'launches',
  },
  AgentLaunchWorkStuck: {
    severity: 'critical',
    when: [{ kind: 'bound', metric: 'svc_operation_oldest_seconds', is: '>', bound: 600 }],
    forMinutes: 1,
    summary: 'a {kind} has been under way for {value:duration}',
    part: 'launches',
  },
  AgentLaunchCoinUnlocked: {
    severity: 'warning',
    when: [{ kind: 'bound', metric: 'svc_coin_unlocked_oldest_seconds', is: '>', bound: 900 }],
    forMinutes: 1,
    summary: 'the split of a coin has not been locked for {value:duration}',
    part: null,
  },
  AgentLaunchFeesRedirected: {
    severity: 'warning',
    when: [{ kind: 'bound', metric: 'svc_coins_redirected_lately', is: '>', bound: 0 }],
    forMinutes: 1,
    summary: 'the fees of {value} locked coin(s) were taken from their split by their launchpad',
    part: null,
  },
  AgentLaunchProgramChanged: {
    severity: 'critical',
    when: [{ kind: 'bound', metric: 'svc_programs_doubted', is: '>', bound: 0 }],
    forMinutes: 1,
    summary: '{value} program(s) that launches on {platform} go through are {state}',
    part: 'launches',
  },
  AgentLaunchJobFails: {
    severity: 'warning',
    when: [{ kind: 'bound', metric: 'svc_cron_last_run_failed', is: '==', bound: 1 }],
    forMinutes: 15,
    summary: 'the job {job} fails',
    part: 'cranks',
  },
  AgentLaunchJobLate: {
    severity: 'critical',
    when: [{ kind: 'overdue', metric: 'svc_cron_next_run_timestamp_seconds', seconds: 600 }],
    forMinutes: 1,
    summary: 'the job {job} was due {value:duration} ago',
    part: 'cranks',
  },
  AgentLaunchWebhooksLate: {
    severity: 'warning',
    when: [{ kind: 'bound', metric: 'svc_outbox_overdue_seconds', is: '>', bound: 300 }],
    forMinutes: 1,
    summary: 'webhooks have been due for {value:duration} and nobody sends them',
    part: 'webhooks',
  },
  AgentLaunchRefundDue: {
    severity: 'warning',
    when: [{ kind: 'bound', metric: 'svc_payments_refund_due', is: '>', bound: 0 }],
    forMinutes: 5,
    summary: '{value} payers are to be paid back',
    part: null,
  },
  AgentLaunchWalletLow: {
    severity: 'warning',
    when: [
      { kind: 'bound', metric: 'svc_wallet_balance_atomic', matching: [['currency', '=', 'SOL']], is: '<', bound: 50_000_000 },
      { kind: 'bound', metric: 'svc_wallet_balance_atomic', matching: [['currency', '=', 'ETH']], is: '<', bound: 2_000_000_000_000_000 },
    ],
    forMinutes: 5,
    summary: 'the {role} wallet {wallet} has little {currency} left',
    part: null,
  },
  AgentLaunchWalletUnknown: {
    severity: 'warning',
    when: [{ kind: 'unknown', metric: 'svc_wallet_balance_atomic' }],
    forMinutes: 15,
    summary: 'the chain of {platform} does not say what the {role} wallet holds',
    part: 'nodes',
  },
  AgentLaunchBudgetUsedUp: {
    severity: 'warning',
    when: [{ kind: 'left', left: 'svc_wallet_budget_left_atomic', spent: 'svc_wallet_budget_spent_atomic', part: 0.1 }],
    forMinutes: 1,
    summary: '{value:percentage} of the budget "{budget}" of today are left',
    part: null,
  },
  AgentLaunchBuybackFails: {
    severity: 'warning',
    when: [{ kind: 'bound', metric: 'svc_buyback_last_run_failed', is: '>', bound: 0 }],
    forMinutes: 1,
    summary: 'the last run of the buyback bought nothing',
    part: null,
  },
  AgentLaunchLedgerDiffers: {
    severity: 'warning',
    when: [{ kind: 'bound', metric: 'svc_ledger_difference_atomic', is: '!=', bound: 0 }],
    forMinutes: 5,
    summary: 'the wallet {wallet} holds {value} ({currency}, smallest unit) beyond what its ledger comes to',
    part: null,
  },
  AgentLaunchNodeFails: {
    severity: 'warning',
    when: [{ kind: 'rate', metric: 'svc_rpc_calls_total', matching: [['outcome', '=', 'fault']], by: ['upstream', 'node'], part: 0.5 }],
    forMinutes: 5,
    summary: 'node {node} of {upstream} fails {value:percentage} of its calls',
    part: 'nodes',
  },
  AgentLaunchNodeLeftOut: {
    severity: 'critical',
    when: [{ kind: 'bound', metric: 'svc_rpc_node_proved', is: '==', bound: 0 }],
    forMinutes: 5,
    summary: 'node {node} of {upstream} has not proved that it is of the right chain',
    part: 'nodes',
  },
} as const satisfies Readonly<Record<string, Alarm>>

/** The name of an alarm. */
export type AlarmName = keyof typeof LIST

/** Every alarm: the service's own job raises these, and deploy/prometheus/alerts.yml says the same to Prometheus. */
export const ALARMS: Readonly<Record<AlarmName, Alarm>> = LIST

/** The names of ALARMS. */
export const ALARM_NAMES = Object.keys(ALARMS) as readonly AlarmName[]

/** Where docs say what to do about it. */
export const runbookOf = (name: AlarmName): string => `docs/operate.md#${name.toLowerCase()}`

/** The sentence of an alarm about one series of its metric. */
export const summaryOf = (
  name: AlarmName,
  { labels, value }: { readonly labels: Readonly<Record<string, string>>; readonly value: number },
) =>
  ALARMS[name].summary.replaceAll(/\{(\w+)(?::(\w+))?\}/g, (_hole, of: string, form?: string) =>
    of === 'value' ? FORMS[form ?? 'plain']!(value) : (labels[of] ?? ''),
  )

/** How a figure is written, by the name after its colon. */
const FORMS: Readonly<Record<string, (value: number) => string>> = {
  plain: String,
  duration: (seconds) => `${Math.round(seconds / 60)} min`,
  percentage: (part) => `${Math.round(part * 1_000) / 10}%`,
  bytes: (bytes) => `${Math.round(bytes / 2 ** 20)} Mi`,
}
