/**
 * What single fields and parameters take, which their schemas and documents say; `/api/agent` lists LIMITS alone. Lengths count Unicode
 * code points, sizes bytes, times milliseconds.
 */
export const FIELD_LIMITS = {
  /** Of what is looked up by its text: a mint, a wallet, an id, a code, a word that is searched for. */
  idMax: 64,
  deliveryIdMax: 128,
  /** The id of a launchpad in a plan. */
  platformMax: 32,
  cursorMax: 256,
  /** Wallets of a split whose price is asked for. */
  quotedWalletsMax: 20,
  /** The most that pump’s own program would take. */
  creatorFeeBpsMax: 300,
  /** Of a rule of earnings. */
  earningsPartsMax: 8,
  /** Of a spending policy. */
  policyPlatformsMax: 10,
  policyWalletsMax: 16,
  consentAgentsMax: 8,
  /** Of what a key is kept to. */
  keyAddressesMax: 16,
  launchesPerDayMax: 2_400,
  solPerDayMax: 100_000,
  contentTypeMax: 64,
  /** A launcher's secret as text: 64 numbers of three digits with commas and white space; base58 has 88 characters. */
  launcherSecretMax: 1_024,
  feeDaysMax: 90,
  walletDaysMax: 366,
  /** Payments in one file of CSV. */
  csvRowsMax: 5_000,
  /** What a client of MCP says of itself where it registers. */
  clientNameMin: 2,
  clientNameMax: 64,
  clientRedirectsMax: 8,
  /** All its addresses together: they travel in its id. */
  clientRedirectsTextMax: 2_048,
  clientDocumentBytesMax: 16_384,
  clientDocumentTimeoutMs: 5_000,
  clientStateMax: 1_024,
  /** How far one call moves the clock of the simulated chain: a year. */
  simulatedAdvanceMaxMs: 31_536_000_000,
  attributionTitleMax: 20,
  imageUrlMax: 2_048,
  launchTransactionsMax: 5,
  /** Base64 of 4,096 bytes, the longest transaction of any platform, with room to spare so that a longer one gets a specific error. */
  transactionBase64Max: 16_384,
  agentNameMax: 48,
  modelMax: 48,
  kolQueryMax: 100,
  jobUrlMax: 2_048,
  statusUrlMax: 200,
  webhookUrlMax: 2_048,
} as const
