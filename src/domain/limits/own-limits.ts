import { atomicUnits } from '../brands.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../limits.ts'

/**
 * The limits that the service keeps to itself, and that no caller plans with: caches, logs, shares of budgets. Sizes are bytes, times
 * milliseconds.
 */
export const OWN_LIMITS = {
  /** Least that a picture counts in a quota, however small: its rows take space too. */
  pictureBytesLeast: 16_384,
  /** Share of the space for pictures and plans waiting for a launch that callers without an operator's key may fill together. */
  untrustedPercent: 75,
  /** The card of a coin in previews of links: the size that they ask for, and less than any of them refuses. */
  cardWidthPx: 1_200,
  cardHeightPx: 630,
  cardBytesMax: 300_000,
  /** Coins that are counted for one wallet of the leaderboard. */
  leaderCoinsMax: 100,
  /** Coins that are counted for one wallet by itself. */
  walletCoinsMax: 1_000,
  /** Coins, and jobs, that are counted for one agent. */
  agentCoinsMax: 2_000,
  /** Pixels of a picture that is decoded for a card, 4,096 square: its process takes up to 300 MB while it is drawn. */
  cardPicturePixelsMax: 16_777_216,
  cardDeadlineMs: 20_000,
  /** Of the cards that are kept in memory. */
  cardsKeptBytesMax: 16_777_216,
  /** Chunks smaller than `bodyTinyPieceBytes` that a body may arrive in; chunks that arrive together may count as one. */
  bodyTinyPiecesMax: 256,
  bodyTinyPieceBytes: 64,
  /** Memory for the bodies of all requests under way; see body-memory.ts for its parts. */
  bodiesBytesMax: 67_108_864,
  /** Unused dry-runs of all owners, expired ones included. */
  dryRunsMax: 100_000,
  /** An idempotency claim whose process died before it wrote a row may be taken over after this. */
  idempotencyLeaseMs: 30_000,
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
  /** Spending policies of a key that are neither over nor revoked: each of its launches may look at all of them. */
  policiesOfKey: 20,
  /** Wallets that have signed whether they take part, beyond which only those are heard that a plan or the directory names. */
  consentsMax: 100_000,
  /** Newest remits in a receipt: what it is longer by is in the list of remits. */
  receiptRemitsMax: 2_000,
  /** Newest trades of a coin that are kept for its page. */
  tradesKept: 200,
  /** Connections of all clients that are told of changes. */
  liveConnectionsMax: 1_000,
  /** A price older than this is not used for decisions. */
  priceStaleMs: 5 * MINUTE_MS,
  /** A price is cached this long. */
  priceCacheMs: 30_000,
  /** Jobs of one key that ended unpaid and are kept; those called off are kept for `jobCancelledRetentionMs`, others for ever. */
  jobsRefundedPerKey: 1_000,
  /** Finished deliveries kept for one endpoint: the oldest beyond are deleted when one is redelivered. */
  webhookLogMax: 10_000,
  /** Deliveries of all endpoints of one owner, beyond which none is redelivered; keys claimed from one address share an owner. */
  webhookLogPerOwner: 50_000,
  operatorLogRetentionMs: 400 * DAY_MS,
  operatorLogMax: 100_000,
  /** A rejected payment is remembered this long after it expired. */
  paymentRejectedRetentionMs: 90 * DAY_MS,
  /** An unused picture is kept for an hour after it was last stored, and this long after the last plan with it expired. */
  pictureRetentionMs: HOUR_MS,
  picturePlanRetentionMs: 15 * MINUTE_MS,
  bodyNameBytesMax: 128,
  bodyNumberBytesMax: 64,
  /** Each `bodyPaceBytes` of a body must arrive within this time. */
  bodyPaceMs: 5_000,
  bodyPaceBytes: 65_536,
  launchStuckMs: 10 * MINUTE_MS,
  /** The operator pays for a distribution worth this many times its cost, so that the treasury's share, at least a fifth, pays for it. */
  crankWorthTimes: 5,
  buybackSlippageBpsMax: 1_000,
  /** Earnings that buy and burn their coin: most that leaves its wallet in a run, and in a UTC day. Part of a published rule (10.36). */
  burnRunAtomicMax: atomicUnits(100_000_000),
  burnDayAtomicMax: atomicUnits(2_000_000_000),
  /** What keeps such a wallet open: an account with less is refused by the chain. */
  burnReserveAtomic: atomicUnits(890_880),
  /** Wallets of coins whose ledger is read in a run, those read longest ago first. */
  burnWalletsBookedMax: 20,
  /** Coins that the treasury buys. */
  buybackMintsMax: 8,
  /** The least that leaves the wallet beside a coin that it never held: a signature, and the rent of a token account of 170 bytes. */
  buybackOpensAtomic: atomicUnits(5_000 + 2_074_080),
  /** A buyback with a larger price impact is refused. */
  buybackImpactBpsMax: 300,
  /** Bytes of a submitted page that are searched for the coin's name. */
  jobPageBytesMax: 524_288,
  jobCancelledRetentionMs: 90 * DAY_MS,
  /** Handed-in work that cannot be reached when it is to be decided: how often it is looked at, and how far apart. */
  jobLooksMax: 24,
  jobLookMs: HOUR_MS,
  /** An authorization code is good for this long, once. */
  oauthCodeMs: MINUTE_MS,
  webhookLogBytesMax: 512,
  /** Those of dry-runs, which cost their callers nothing, stay this long: a day longer than they are tried. */
  webhookDryRunLogMs: 2 * DAY_MS,
  /** A picture whose side is below or above these gets a warning. */
  imageSidePxMin: 256,
  imageSidePxMax: 8_192,
  bodyBytesFormMax: 16_384,
  bodyBytesFileMax: 1_048_576,
  /** Times that metadata may be handed out in an hour, for each launch that the key may make: some launches fail. */
  uploadsPerLaunch: 2,
  /** Kept after expiry, so that "expired" can be told from "unknown". */
  dryRunRetentionMs: DAY_MS,
  jobFetchBytesMax: 2_000_000,
  jobFetchTimeoutMs: 10_000,
  webhookAnswerBytesMax: 65_536,
  /** A claimed key that was never used, or not for so long, is deleted if it never launched or locked anything. */
  keyUnusedMs: 30 * DAY_MS,
  keyIdleMs: 90 * DAY_MS,
  /** Finished deliveries stay in the log this long. */
  webhookLogRetentionMs: 30 * DAY_MS,
} as const
