/** One minute and one hour in milliseconds. */
export const MINUTE_MS = 60_000
/** One hour in milliseconds. */
export const HOUR_MS = 3_600_000
/** One day in milliseconds. */
export const DAY_MS = 24 * HOUR_MS

/**
 * Every limit of the service, once: schemas, limiters and documents read it from here.
 * Lengths count Unicode code points, sizes bytes, times milliseconds.
 * @see rules 8, rules 10
 */
export const LIMITS = {
  nameMin: 2,
  nameMax: 32,
  tickerMin: 2,
  tickerMax: 13,
  descriptionMax: 204,
  finalDescriptionMax: 240,
  attributionTitleMax: 20,
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
  /** What a picture counts in a quota, however small it is: its rows take room too. */
  pictureBytesLeast: 16_384,
  /** A picture that nobody needs is kept so long: an hour after it was put there last. */
  pictureKeptMs: HOUR_MS,
  /** Of the room for pictures and plans that wait for a launch, what callers whom the operator gave no key may fill together. */
  strangersPercent: 75,
  imageUrlMax: 2_048,
  /** Below and above these a picture is warned of. */
  imageSidePxMin: 256,
  imageSidePxMax: 8_192,
  /** Of a body with a picture. */
  bodyBytesMax: 8_388_608,
  /** Of a body with signed transactions, and of every other. */
  bodyBytesSignedMax: 131_072,
  bodyBytesPlainMax: 65_536,
  /** Values of a body: objects, arrays, members and items. */
  bodyValuesMax: 2_000,
  bodyDepthMax: 32,
  bodyNameBytesMax: 128,
  bodyNumberBytesMax: 64,
  /** Pieces of less than so many bytes that a body may come in; those that come at once may count as one. */
  bodyTinyPiecesMax: 2_048,
  bodyTinyPieceBytes: 64,
  /** The longest text that any field takes, but for a picture: a signed transaction. */
  bodyTextMax: 16_384,
  /** How long a body may take to come in. */
  bodyDeadlineMs: 30_000,
  /** And how long each so many bytes of it. */
  bodyPaceMs: 5_000,
  bodyPaceBytes: 65_536,
  /** Times that metadata may be handed out in an hour, for each launch that the key may make: some launches fail. */
  uploadsPerLaunch: 2,
  /** Bodies of all requests under way, small and large ones; see body-memory.ts for their parts. */
  bodiesBytesMax: 67_108_864,
  dryRunLifetimeMs: 30 * MINUTE_MS,
  /** After it expired, so that "expired" can be told from "unknown". */
  dryRunKeptMs: DAY_MS,
  /** Dry-runs that no launch has used, expired ones too: of one owner, and of all. */
  dryRunsPerOwner: 2_000,
  dryRunsMax: 100_000,
  walletTimestampToleranceMs: 5 * MINUTE_MS,
  idempotencyKeyMin: 8,
  idempotencyKeyMax: 128,
  idempotencyReplayMs: 15 * MINUTE_MS,
  /** A claim whose process died before it wrote a launch row may be taken over after this. */
  idempotencyLeaseMs: 30_000,
  launchWaitMs: 90_000,
  /** As long as a blockhash lives: 150 blocks of 0.4 s. */
  launchOfferMs: 60_000,
  launchTransactionsMax: 5,
  /** 4,096 bytes, the longest transaction of any platform, and some air for a refusal that says why. */
  transactionBase64Max: 16_384,
  launchesPerHourDefault: 5,
  launchesPerHourMax: 100,
  keyLabelMin: 2,
  keyLabelMax: 64,
  agentNameMax: 48,
  modelMax: 48,
  referralCodeMin: 2,
  referralCodeMax: 24,
  kolQueryMax: 100,
  launchesPageMax: 100,
  launchesPageDefault: 50,
  /** The operator pays for a distribution of so many times its cost: then the treasury's share, a fifth at least, brings it back. */
  crankWorthTimes: 5,
  /** Of the operator's daily budget for cranks, what one key may use. */
  crankKeyPercent: 20,
  /** And what all keys and payers may use together: the rest is the clock's and the operator's. */
  crankCallersPercent: 50,
  /** Of a day's budget for settling payments: what one payer may cost, and what all payers that are contracts may. */
  facilitatorPayerPercent: 20,
  facilitatorContractsPercent: 50,
  /** And what all may whose first payment it is: addresses are free. */
  facilitatorNewcomersPercent: 25,
  /** Of a day's budget for paying workers: what the jobs of one owner may cost, and so one payout. */
  escrowOwnerPercent: 50,
  /** Entries of what wallets spent are kept this long. */
  spendingLogMs: 32 * DAY_MS,
  /** Most coins in one batched read of the chain. */
  batchReadMax: 100,
  /** A price older than this decides nothing. */
  priceStaleMs: 5 * MINUTE_MS,
  /** How long a price is used before another is asked for. */
  priceCacheMs: 30_000,
  /** A buyback below this is not worth its transaction, unless the operator allows no more. */
  buybackMin: 1_000_000,
  buybackSlippageBpsMax: 1_000,
  /** A buyback that would move the price further waits for a deeper market. */
  buybackImpactBpsMax: 300,
  jobBudgetUsdMin: 1,
  jobBudgetUsdMax: 10_000,
  jobPostsPerWeekMax: 21,
  jobUrlsMax: 10,
  jobUrlMax: 2_048,
  jobReasonMax: 280,
  jobFetchBytesMax: 2_000_000,
  /** Of a page so many bytes are searched for the coin's name. */
  jobPageBytesMax: 524_288,
  jobFetchTimeoutMs: 10_000,
  /** Jobs of one key that ended unpaid and are kept; those that were called off are kept so long. */
  jobsRefundedPerKey: 1_000,
  jobCancelledMs: 90 * DAY_MS,
  /** How long a job waits for a worker, a worker may take, and an owner may look at what was handed in. */
  jobOpenMs: 14 * 24 * HOUR_MS,
  jobWorkMs: 7 * 24 * HOUR_MS,
  jobReviewMs: 7 * 24 * HOUR_MS,
  statusUrlMax: 200,
  pageMax: 200,
  pageDefault: 50,
  proofPageDefault: 40,
  claimsPerHourPerAddress: 5,
  /** A site (the /48 of an IPv6 address) has 65,536 addresses (/64) for limits, and may make this many times the calls of one. */
  callsPerSite: 10,
  webhookEndpointsPerKey: 20,
  webhookUrlMax: 2_048,
  webhookLabelMax: 64,
  webhookTimeoutMs: 10_000,
  webhookAnswerBytesMax: 65_536,
  webhookLogBytesMax: 512,
  /** How long both secrets sign after a rotation. */
  webhookSecretOverlapMs: 24 * HOUR_MS,
  /** Finished deliveries of one endpoint: the oldest beyond go when one is sent again. */
  webhookLogMax: 10_000,
  /** Deliveries of all endpoints of one owner, beyond which none is sent again: the keys of one address count together. */
  webhookLogPerOwner: 50_000,
  /** A claimed key that nobody ever used, and one that nobody used for so long, go when they never launched or locked anything. */
  keyUnusedMs: 30 * 24 * HOUR_MS,
  keyIdleMs: 90 * 24 * HOUR_MS,
  /** A payment that was refused is remembered so long after its time is over. */
  paymentRejectedMs: 90 * 24 * HOUR_MS,
  /** Finished deliveries stay in the log this long. */
  webhookLogMs: 30 * 24 * HOUR_MS,
} as const

/** Calls a minute: `perKey` by the caller's key, `perAddress` by its network address. */
export interface RateRule {
  readonly perKey?: number
  readonly perAddress?: number
}

/** One rule for each group of routes. @see rules 8, rules 10 */
export const RATES = {
  autohire: { perKey: 30, perAddress: 60 },
  'dry-run': { perKey: 60, perAddress: 120 },
  launch: { perKey: 5, perAddress: 10 },
  // Asking again with an idempotency key that is known costs nothing of its route's own rate, but not for ever.
  replays: { perKey: 60, perAddress: 120 },
  'launch-submit': { perKey: 20, perAddress: 40 },
  status: { perKey: 60 },
  'wire-fees': { perKey: 10 },
  'lock-holder-kol': { perKey: 10 },
  crank: { perKey: 20 },
  launches: { perKey: 60 },
  featured: { perKey: 30 },
  webhooks: { perKey: 30 },
  'webhook-reads': { perKey: 60 },
  keys: { perKey: 60 },
  claim: { perAddress: 30 },
  'public-read': { perAddress: 300 },
  // A page and its files.
  pages: { perAddress: 600 },
  // A board shows a hundred of them at once.
  pictures: { perAddress: 3_000 },
  approve: { perAddress: 10 },
  'dry-run-view': { perAddress: 60 },
  jobs: { perKey: 30, perAddress: 60 },
  referrals: { perAddress: 30 },
  simulated: { perAddress: 600 },
} as const satisfies Record<string, RateRule>

/** A group of routes that share a rate limit: one of the names in RATES. */
export type RateGroup = keyof typeof RATES

/** The names of RATES. */
export const RATE_GROUPS = Object.keys(RATES) as readonly RateGroup[]
