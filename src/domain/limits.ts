/** One minute in milliseconds. */
export const MINUTE_MS = 60_000
/** One hour in milliseconds. */
export const HOUR_MS = 3_600_000
/** One day in milliseconds. */
export const DAY_MS = 24 * HOUR_MS

/**
 * The limits that callers plan with, which `/api/agent` lists: schemas, limiters and documents read them from here. What single fields
 * take is in limits/field-limits.ts, calls a minute in limits/rates.ts, what only the service goes by in limits/own-limits.ts. Lengths
 * count Unicode code points, sizes bytes, times milliseconds.
 *
 * @see rules 8, rules 10
 */
export const LIMITS = {
  nameMin: 2,
  nameMax: 32,
  tickerMin: 2,
  tickerMax: 13,
  descriptionMax: 204,
  finalDescriptionMax: 240,
  linkMax: 200,
  initialBuySolMax: 10,
  crewMax: 16,
  crewHandleMax: 64,
  seatsMin: 1,
  seatsMax: 8,
  seatsDefault: 5,
  agentTextMax: 280,
  imageBytesMin: 64,
  imageBytesMax: 5_000_000,
  /** Of a body with a picture. */
  bodyBytesMax: 8_388_608,
  /** Of a body with signed transactions, and of every other. */
  bodyBytesSignedMax: 131_072,
  bodyBytesPlainMax: 65_536,
  /** Values of a body: objects, arrays, members and items. */
  bodyValuesMax: 2_000,
  bodyDepthMax: 32,
  /** The longest text that any field takes, but for a picture: a signed transaction. */
  bodyTextMax: 16_384,
  /** A body must arrive within this time. */
  bodyDeadlineMs: 30_000,
  /** Unused dry-runs of one owner, expired ones included. */
  dryRunsPerOwner: 2_000,
  walletTimestampToleranceMs: 5 * MINUTE_MS,
  /** Of a signed text that does not name this service, which another service could have asked for. */
  hostlessTimestampToleranceMs: MINUTE_MS,
  /** One signature of an approver opens the list of plans that wait for this long. */
  approvalsOpenMs: 15 * MINUTE_MS,
  idempotencyKeyMin: 8,
  idempotencyKeyMax: 128,
  idempotencyReplayMs: 15 * MINUTE_MS,
  launchWaitMs: 90_000,
  /** The lifetime of a blockhash: 150 blocks of 0.4 s. */
  launchOfferMs: 60_000,
  /** Of transactions that never expire: time to sign with a hardware wallet. */
  launchOfferLastingMs: 15 * MINUTE_MS,
  launchesPerHourDefault: 5,
  launchesPerHourMax: 100,
  keyLabelMin: 2,
  keyLabelMax: 64,
  referralCodeMin: 2,
  referralCodeMax: 24,
  launchesPageMax: 100,
  launchesPageDefault: 50,
  /** Connections of one client that are told of changes; each ends after a while, and its client comes back. */
  liveConnectionsPerAddress: 12,
  liveConnectionMs: 10 * MINUTE_MS,
  /** Most coins whose markets are asked for at once. */
  marketsMax: 50,
  /** Smallest buyback worth its transaction, unless the operator allows less. */
  buybackAtomicMin: 1_000_000,
  jobBudgetUsdMin: 1,
  jobBudgetUsdMax: 10_000,
  jobPostsPerWeekMax: 21,
  jobUrlsMax: 10,
  reasonMax: 280,
  /** How long a job waits for a worker, how long a worker may take, and how long an owner may review. */
  jobOpenMs: 14 * DAY_MS,
  jobWorkMs: 7 * DAY_MS,
  jobReviewMs: 7 * DAY_MS,
  /** Jobs that one wallet has claimed and that are not decided; and how often a job is given back. */
  jobsHeldMax: 3,
  jobReleasesMax: 5,
  /** How often work of one job is handed in. */
  jobHandInsMax: 5,
  pageMax: 200,
  pageDefault: 50,
  proofPageDefault: 40,
  claimsPerHourPerAddress: 5,
  /** A site (a /48 of IPv6) has 65,536 client networks (/64) and may make this many times the calls of one. */
  callsPerSite: 10,
  webhookEndpointsPerKey: 20,
  webhookLabelMax: 64,
  webhookTimeoutMs: 10_000,
  /** How long what was before a rotation stays good: the text of a key, the secret of a webhook. */
  secretOverlapMs: DAY_MS,
} as const
