/** What a client may assume of a tool; every one is said, since the protocol's defaults are the worst. */
export interface ToolAnnotations {
  readonly readOnlyHint: boolean
  readonly destructiveHint: boolean
  readonly idempotentHint: boolean
  readonly openWorldHint: boolean
}

/** A tool: a route under a name for models. Schemas, refusals and what it needs are the route's. */
export interface ToolRow {
  readonly name: string
  readonly title: string
  /** The route's operationId. */
  readonly operation: string
  readonly annotations: ToolAnnotations
  /** What comes before or after it, where the route's own summary does not say. */
  readonly next?: string
  /**
   * Places in its answer by which a caller decides what to do next (`job.state`, `coins.mint`: of each of a list): all that
   * outputSchema names, of an answer that has more; no such place, no outputSchema. Lists have none: what they are asked for is read whole.
   */
  readonly decides?: readonly string[]
  /** The members that are answered, where the answer of the route is long, with a link to the whole. */
  readonly shows?: readonly string[]
  /** Members of its body that are always refused, with a reason: they are not offered. */
  readonly refused?: readonly string[]
  /** Members of its body that few callers need: they are taken, and not offered. */
  readonly untold?: readonly string[]
  /** It waits for a chain, and tells whoever wants to know that it still does. */
  readonly waits?: true
}

const hints = (readOnlyHint: boolean, destructiveHint: boolean, idempotentHint: boolean, openWorldHint: boolean): ToolAnnotations => ({
  readOnlyHint,
  destructiveHint,
  idempotentHint,
  openWorldHint,
})

/** What no launchpad here can do. */
const NEVER = ['creatorFeeBps', 'holderReward', 'cashback']

/** Reads a chain, what another fetches for us, or words that strangers wrote. */
const READS = hints(true, false, true, true)
/** Reads what the service itself says. */
const READS_OWN = hints(true, false, true, false)
/** Writes a row of the caller's own, another one each time. */
const ADDS = hints(false, false, false, false)
/** The same as ADDS, and asks outside on the way. */
const PREPARES = hints(false, false, false, true)
/** Cannot be undone; a second call gives the same answer. */
const FINAL = hints(false, true, true, true)

/** Every tool, in the order in which they are listed. */
export const TOOL_ROWS: readonly ToolRow[] = [
  {
    name: 'discover',
    title: 'What this service can do',
    operation: 'discover',
    annotations: READS,
    shows: ['ok', 'service', 'cluster', 'capabilities', 'platforms', 'payments', 'links'],
    next: 'How to launch stands in the resource guide, error codes in error-catalogue.',
  },
  {
    name: 'claim_key',
    title: 'Claim an API key',
    operation: 'claimKey',
    annotations: ADDS,
    decides: ['key'],
    untold: ['scopes', 'addresses', 'expiresAt', 'launchesPerDay', 'solPerDay'],
    next: 'Only where no key is sent yet: the client sends the new one from then on, as x-svc-api-key or as a bearer token.',
  },
  {
    name: 'search_kols',
    title: 'Search the KOL directory',
    operation: 'searchKols',
    annotations: READS,
  },
  {
    name: 'autohire',
    title: 'Find a crew for a coin',
    operation: 'autohire',
    annotations: READS,
  },
  {
    name: 'dry_run',
    title: 'Check and price a launch or a fee wiring',
    operation: 'dryRun',
    refused: NEVER,
    annotations: PREPARES,
    decides: ['dryRunId', 'approvalRequired', 'approvalUrl', 'expiresAt', 'warnings'],
    next: 'Next: a person opens approvalUrl where approvalRequired is true; then prepare_launch with the same arguments and dryRunId.',
  },
  {
    name: 'plan',
    title: 'Read a dry-run and its approval',
    operation: 'getDryRun',
    shows: [
      'ok',
      'dryRunId',
      'intent',
      'cluster',
      'expiresAt',
      'approved',
      'approvalsRequired',
      'approvals',
      'rejected',
      'rejectionReason',
      'consumed',
      'planHash',
      'operation',
    ],
    annotations: READS,
    decides: ['approved', 'rejected', 'consumed', 'expiresAt'],
  },
  {
    name: 'prepare_launch',
    title: 'Prepare a launch to be signed by the client',
    operation: 'prepareLaunch',
    refused: NEVER,
    annotations: PREPARES,
    decides: ['launchId', 'mint', 'transactions.transaction', 'transactions.signers', 'expiresAt'],
    next: 'Next: sign every transaction as its signers say, then submit_signed within a minute.',
  },
  {
    name: 'submit_signed',
    title: 'Launch with the signed transactions',
    operation: 'submitLaunch',
    annotations: FINAL,
    decides: ['mint', 'feeShareLocked', 'nextSteps'],
    waits: true,
    next: 'Of what prepare_launch handed out. Where it answers launch_unresolved the launch goes on by itself: call it again, or look at list_launches.',
  },
  {
    name: 'launch_status',
    title: 'Status of a coin, read from its chain',
    operation: 'launchStatus',
    annotations: READS,
    decides: ['feeShareLocked', 'stage', 'accruedSol'],
  },
  {
    name: 'list_launches',
    title: 'Launches of this key',
    operation: 'listLaunches',
    annotations: READS,
  },
  {
    name: 'wire_fees',
    title: 'Prepare the lock of a coin’s fees to a crew',
    operation: 'prepareWireFees',
    annotations: PREPARES,
    decides: ['lockId', 'transactions.transaction', 'transactions.signers', 'expiresAt'],
    next: 'Repairs a coin whose feeShareLocked is false. Next: sign every transaction as its signers say, then submit_lock within a minute.',
  },
  {
    name: 'lock_holder_kol',
    title: 'Prepare the lock of a coin’s fees to its holder-KOLs',
    operation: 'prepareLockHolderKol',
    annotations: PREPARES,
    decides: ['lockId', 'transactions.transaction', 'transactions.signers', 'expiresAt'],
    next: 'Next: sign every transaction as its signers say, then submit_lock within a minute.',
  },
  {
    name: 'submit_lock',
    title: 'Lock the fees with the signed transactions',
    operation: 'submitLock',
    annotations: FINAL,
    decides: ['feeShareLocked', 'feeShareSignature'],
    waits: true,
    next: 'Of what wire_fees or lock_holder_kol handed out. Where it answers launch_unresolved the lock goes on by itself: call it again.',
  },
  {
    name: 'crank',
    title: 'Distribute creator fees',
    operation: 'crank',
    annotations: FINAL,
    decides: ['signature', 'distributedSol', 'missing'],
    waits: true,
  },
  { name: 'coin', title: 'Read a coin', operation: 'getCoin', annotations: READS },
  {
    name: 'list_coins',
    title: 'List and search coins',
    operation: 'listCoins',
    annotations: READS,
  },
  { name: 'proof', title: 'Read the public record', operation: 'listProof', annotations: READS },
  { name: 'remits', title: 'Payments to shareholders', operation: 'listRemits', annotations: READS },
  {
    name: 'kit',
    title: 'What a coin’s treasury share pays for',
    operation: 'getKit',
    annotations: READS_OWN,
  },
  {
    name: 'jobs',
    title: 'List creative jobs',
    operation: 'listJobs',
    annotations: READS,
  },
  { name: 'job', title: 'Read a job', operation: 'getJob', annotations: READS, decides: ['job.state'] },
  { name: 'job_templates', title: 'Kinds of jobs', operation: 'listJobTemplates', annotations: READS_OWN },
  { name: 'create_job', title: 'Make a job for a coin', operation: 'createJob', annotations: PREPARES, decides: ['job.id', 'job.state'] },
  { name: 'verify_job', title: 'Accept or reject a job', operation: 'verifyJob', annotations: FINAL },
  { name: 'cancel_job', title: 'Call a job off', operation: 'cancelJob', annotations: FINAL },
  { name: 'webhooks', title: 'List webhooks', operation: 'listWebhooks', annotations: READS },
  {
    name: 'register_webhook',
    title: 'Register a webhook',
    operation: 'registerWebhook',
    annotations: PREPARES,
    decides: ['webhook.id', 'secret'],
  },
  { name: 'test_webhook', title: 'Send a test message', operation: 'testWebhook', annotations: PREPARES },
  {
    name: 'webhook_deliveries',
    title: 'Delivery log of a webhook',
    operation: 'listDeliveries',
    annotations: READS,
  },
  { name: 'delete_webhook', title: 'Delete a webhook', operation: 'deleteWebhook', annotations: hints(false, true, true, false) },
]
