/** One minute in milliseconds. */
export const MINUTE_MS = 60_000
/** One hour in milliseconds. */
export const HOUR_MS = 3_600_000
/** One day in milliseconds. */
export const DAY_MS = 24 * HOUR_MS

/**
 * The limits that callers plan with, which `/api/agent` lists: schemas, limiters and documents read them from here. What single fields
 * take is in limits/field-limits.ts, calls a minute in limits/rates.ts. Lengths count Unicode code points, sizes bytes, times milliseconds.
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
  /** Least that a picture counts in a quota, however small: its rows take space too. */
  pictureBytesLeast: 16_384,
  /** An unused picture is kept for an hour after it was last stored, and this long after the last plan with it expired. */
  pictureRetentionMs: HOUR_MS,
  picturePlanRetentionMs: 15 * MINUTE_MS,
  /** Share of the space for pictures and plans waiting for a launch that callers without an operator's key may fill together. */
  untrustedPercent: 75,
  imageUrlMax: 2_048,
  /** A picture whose side is below or above these gets a warning. */
  imageSidePxMin: 256,
  imageSidePxMax: 8_192,
  /** The card of a coin in previews of links: the size that they ask for, and less than any of them refuses. */
  cardWidthPx: 1_200,
  cardHeightPx: 630,
  cardBytesMax: 300_000,
  /** Pixels of a picture that is decoded for a card, 4,096 square: its process takes up to 300 MB while it is drawn. */
  cardPicturePixelsMax: 16_777_216,
  cardDeadlineMs: 20_000,
  /** Of the cards that are kept in memory. */
  cardsKeptBytesMax: 16_777_216,
  /** Of a body with a picture. */
  bodyBytesMax: 8_388_608,
  /** Of a body with signed transactions, and of every other. */
  bodyBytesSignedMax: 131_072,
  bodyBytesPlainMax: 65_536,
  bodyBytesFormMax: 16_384,
  bodyBytesFileMax: 1_048_576,
  /** Values of a body: objects, arrays, members and items. */
  bodyValuesMax: 2_000,
  bodyDepthMax: 32,
  bodyNameBytesMax: 128,
  bodyNumberBytesMax: 64,
  /** Chunks smaller than `bodyTinyPieceBytes` that a body may arrive in; chunks that arrive together may count as one. */
  bodyTinyPiecesMax: 256,
  bodyTinyPieceBytes: 64,
  /** The longest text that any field takes, but for a picture: a signed transaction. */
  bodyTextMax: 16_384,
  /** A body must arrive within this time. */
  bodyDeadlineMs: 30_000,
  /** Each `bodyPaceBytes` of a body must arrive within this time. */
  bodyPaceMs: 5_000,
  bodyPaceBytes: 65_536,
  /** Times that metadata may be handed out in an hour, for each launch that the key may make: some launches fail. */
  uploadsPerLaunch: 2,
  /** Memory for the bodies of all requests under way; see body-memory.ts for its parts. */
  bodiesBytesMax: 67_108_864,
  /** Kept after expiry, so that "expired" can be told from "unknown". */
  dryRunRetentionMs: DAY_MS,
  /** Unused dry-runs, expired ones included: of one owner, and of all. */
  dryRunsPerOwner: 2_000,
  dryRunsMax: 100_000,
  walletTimestampToleranceMs: 5 * MINUTE_MS,
  /** Of a signed text that does not name this service, which another service could have asked for. */
  hostlessTimestampToleranceMs: MINUTE_MS,
  /** One signature of an approver opens the list of plans that wait for this long. */
  approvalsOpenMs: 15 * MINUTE_MS,
  idempotencyKeyMin: 8,
  idempotencyKeyMax: 128,
  idempotencyReplayMs: 15 * MINUTE_MS,
  /** An idempotency claim whose process died before it wrote a row may be taken over after this. */
  idempotencyLeaseMs: 30_000,
  launchWaitMs: 90_000,
  /** The lifetime of a blockhash: 150 blocks of 0.4 s. */
  launchOfferMs: 60_000,
  /** Of transactions that never expire: time to sign with a hardware wallet. */
  launchOfferLastingMs: 15 * MINUTE_MS,
  launchStuckMs: 10 * MINUTE_MS,
  launchTransactionsMax: 5,
  /** Base64 of 4,096 bytes, the longest transaction of any platform, with room to spare so that a longer one gets a specific error. */
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
  /** The operator pays for a distribution worth this many times its cost, so that the treasury's share, at least a fifth, pays for it. */
  crankWorthTimes: 5,
  /** Share of the operator's daily crank budget that one key may use. */
  crankKeyPercent: 20,
  /** Share that all keys and payers may use together; the rest is reserved for the schedule and the operator. */
  crankCallersPercent: 50,
  /** Share that only the operator's key may use. */
  crankOperatorPercent: 10,
  /** Once this share of the day is used, the schedule wants twice the worth, and again twice with each further part. */
  crankRisesAtPercent: 50,
  crankRisesEachPercent: 5,
  /** Shares of a day's budget for settling payments: of one payer, and of all payers that are contracts. */
  facilitatorPayerPercent: 20,
  facilitatorContractsPercent: 50,
  /** Share of all payers without a settled payment: new addresses cost nothing. */
  facilitatorNewcomersPercent: 25,
  /** Settlements of one payer that may fail in a block in a day. */
  facilitatorFailuresMax: 2,
  /** Once so large a share of a day failed, a payer needs this many settled payments for each failed one, in the place of one. */
  facilitatorFailedPercent: 25,
  facilitatorPaidTimes: 10,
  /** Share of a day's budget for paying workers that the jobs of one owner, and so one payout, may use. */
  escrowOwnerPercent: 50,
  /** Of a day's gas for the marketplace: what the jobs of one buyer may cost, and so one transaction. */
  acpBuyerPercent: 20,
  /** Entries of the spending log are kept this long. */
  spendingLogRetentionMs: 32 * DAY_MS,
  /** Most coins in one batched read of the chain. */
  batchReadMax: 100,
  /** Connections that are told of changes: in all, and of one client; each ends after a while, and its client comes back. */
  liveConnectionsMax: 1_000,
  liveConnectionsPerAddress: 12,
  liveConnectionMs: 10 * MINUTE_MS,
  /** Most coins whose markets are asked for at once. */
  marketsMax: 50,
  /** A price older than this is not used for decisions. */
  priceStaleMs: 5 * MINUTE_MS,
  /** A price is cached this long. */
  priceCacheMs: 30_000,
  /** Smallest buyback worth its transaction, unless the operator allows less. */
  buybackAtomicMin: 1_000_000,
  buybackSlippageBpsMax: 1_000,
  /** A buyback with a larger price impact is refused. */
  buybackImpactBpsMax: 300,
  jobBudgetUsdMin: 1,
  jobBudgetUsdMax: 10_000,
  jobPostsPerWeekMax: 21,
  jobUrlsMax: 10,
  jobUrlMax: 2_048,
  reasonMax: 280,
  jobFetchBytesMax: 2_000_000,
  /** Bytes of a submitted page that are searched for the coin's name. */
  jobPageBytesMax: 524_288,
  jobFetchTimeoutMs: 10_000,
  /** Jobs of one key that ended unpaid and are kept; those called off are kept for `jobCancelledRetentionMs`, others for ever. */
  jobsRefundedPerKey: 1_000,
  jobCancelledRetentionMs: 90 * DAY_MS,
  /** How long a job waits for a worker, how long a worker may take, and how long an owner may review. */
  jobOpenMs: 14 * DAY_MS,
  jobWorkMs: 7 * DAY_MS,
  jobReviewMs: 7 * DAY_MS,
  /** Jobs that one wallet has claimed and that are not decided; and how often a job is given back. */
  jobsHeldMax: 3,
  jobReleasesMax: 5,
  /** How often work of one job is handed in. */
  jobHandInsMax: 5,
  /** Handed-in work that cannot be reached when it is to be decided: how often it is looked at, and how far apart. */
  jobLooksMax: 24,
  jobLookMs: HOUR_MS,
  statusUrlMax: 200,
  pageMax: 200,
  pageDefault: 50,
  proofPageDefault: 40,
  /** An authorization code is good for this long, once. */
  oauthCodeMs: MINUTE_MS,
  claimsPerHourPerAddress: 5,
  /** A site (a /48 of IPv6) has 65,536 client networks (/64) and may make this many times the calls of one. */
  callsPerSite: 10,
  webhookEndpointsPerKey: 20,
  webhookUrlMax: 2_048,
  webhookLabelMax: 64,
  webhookTimeoutMs: 10_000,
  webhookAnswerBytesMax: 65_536,
  webhookLogBytesMax: 512,
  /** How long what was before a rotation stays good: the text of a key, the secret of a webhook. */
  secretOverlapMs: DAY_MS,
  /** Finished deliveries kept for one endpoint: the oldest beyond are deleted when one is redelivered. */
  webhookLogMax: 10_000,
  /** Deliveries of all endpoints of one owner, beyond which none is redelivered; keys claimed from one address share an owner. */
  webhookLogPerOwner: 50_000,
  /** A claimed key that was never used, or not for so long, is deleted if it never launched or locked anything. */
  keyUnusedMs: 30 * DAY_MS,
  keyIdleMs: 90 * DAY_MS,
  operatorLogRetentionMs: 400 * DAY_MS,
  operatorLogMax: 20_000,
  /** A rejected payment is remembered this long after it expired. */
  paymentRejectedRetentionMs: 90 * DAY_MS,
  /** Finished deliveries stay in the log this long. */
  webhookLogRetentionMs: 30 * DAY_MS,
  /** Those of dry-runs, which cost their callers nothing, stay this long: a day longer than they are tried. */
  webhookDryRunLogMs: 2 * DAY_MS,
} as const
