import { PROGRAM_GUARDS } from '../domain/operator/deployed-program.ts'
import { PAYMENT_METHODS } from '../domain/payments/payment.ts'
import { SPLIT_IDS } from '../adapters/chains/evm/split/split-ids.ts'
import { isSimulatedIn } from './is-simulated-in.ts'
import { lamports } from '../domain/brands.ts'
import { FIELD_LIMITS } from '../domain/limits/field-limits.ts'
import { OWN_LIMITS } from '../domain/limits/own-limits.ts'
import { LOG_LEVELS } from '../lib/logger.ts'
import { isLoopbackHost } from '../lib/public-address.ts'
import { PRICE_SOURCES } from '../ports/prices.ts'
import { DEFAULT_PRICES_SHOWN, gas, gwei, lamportsUpTo, prices, sol, someSol, someUsd, timesSol } from './parsers/money.ts'
import {
  baseNetwork,
  baseUrl,
  cidr,
  cron,
  cronOrOff,
  databaseUrl,
  basisPoints,
  eachHttpUrl,
  flag,
  facilitatorUrl,
  httpUrl,
  list,
  longText,
  mailAddress,
  mailOrHttps,
  mebibytes,
  minutes,
  oneOf,
  plainHttpsUrl,
  seconds,
  secret,
  hashHex,
  smtpUrl,
  text,
  textThat,
  whole,
  zeroIsNone,
} from './parsers/values.ts'
import { operatorKeys } from './parsers/operator-keys.ts'
import { by, empty, none, type TextOf, type Variable, variable } from './variable.ts'
import {
  eachApprover,
  evmKey,
  evmSigner,
  evmWallet,
  facilitatorSigner,
  payableSolanaWallet,
  payTo,
  solanaAddress,
  solanaKey,
  solanaSigner,
  weightedMints,
} from './parsers/wallets.ts'

const hostName = textThat(
  (value) => /^[\w.:-]+$/.test(value) && URL.canParse(`http://${value.includes(':') ? `[${value}]` : value}`),
  'must be an address of this machine, such as 127.0.0.1, 0.0.0.0 or ::',
)

const operatorName = textThat((value) => [...value].length <= 60, 'must have at most 60 characters')

const title = textThat(
  (value) => [...value].length <= FIELD_LIMITS.attributionTitleMax,
  `must have at most ${FIELD_LIMITS.attributionTitleMax} characters`,
)

const ownUrl = (of: TextOf): string => {
  const host = of('HOST')
  return `${of('TLS_CERT_FILE') === '' ? 'http' : 'https'}://${host.includes(':') ? `[${host}]` : host}:${of('PORT')}`
}

const isLoopbackUrl = (url: string): boolean => URL.canParse(url) && isLoopbackHost(new URL(url).hostname.replaceAll(/[[\]]/g, ''))

const openOnLoopback = (of: TextOf): string => (isLoopbackHost(of('HOST')) && isLoopbackUrl(of('BASE_URL')) ? 'local' : '0')

const isWithoutChain = (of: TextOf): boolean =>
  isSimulatedIn(Object.fromEntries(['SOLANA_RPC_URL', 'BASE_RPC_URL', 'EVM_TREASURY_WALLET'].map((name) => [name, of(name)])))

const usualSource = (of: TextOf): string =>
  isWithoutChain(of) ? 'fixed' : of('JUPITER_API_KEY') !== '' ? 'jupiter' : of('PYTH_API_KEY') !== '' ? 'pyth' : 'none'

/**
 * Every environment variable of the service, by the part of the program that gets it: name, parser, default, meaning, and what of it is
 * secret. Everything else about settings is derived from this table: `Config`, `doctor`, `settings`, the example environment file,
 * and redaction.
 */
// oxfmt-ignore
export const VARIABLES = {
  server: {
    host: variable('HOST', hostName, '127.0.0.1', 'address to listen on'),
    port: variable('PORT', whole(0, 65_535), '3000', 'port to listen on; 0 takes a free one'),
    tlsCertFile: variable('TLS_CERT_FILE', text, none('none = plain HTTP'), 'certificate chain (PEM): this process speaks https; read anew when it changes'),
    tlsKeyFile: variable('TLS_KEY_FILE', text, none(), 'its private key (PEM)'),
    allowPlainHttp: variable('ALLOW_PLAIN_HTTP', flag, '0', '1 takes keys, secrets and payments over plain HTTP: for networks that nobody else can read'),
    baseUrl: variable('BASE_URL', baseUrl, by('from HOST and PORT', ownUrl), 'public address, without a slash at the end'),
    trustedProxies: variable('TRUSTED_PROXIES', list(cidr), empty('none'), 'CIDRs whose X-Forwarded-For and X-Forwarded-Proto are believed, comma-separated'),
    statusPage: variable('STATUS_PAGE', flag, '0', '1 publishes the page /status: whether nodes, launches, cranks and webhooks work'),
    serviceTitle: variable('SERVICE_TITLE', title, 'Agent Launch Service', 'name in descriptions and on pages; at most 20 characters'),
    operatorName: variable('OPERATOR_NAME', operatorName, none(), 'who runs the service, as /about says it; at most 60 characters'),
    operatorContact: variable('OPERATOR_CONTACT', mailOrHttps, none(), 'where /about says that they are reached: an e-mail address, or an https address'),
  },
  data: {
    dataDir: variable('DATA_DIR', text, './data', 'SQLite file, simulated chain, secret key, backups'),
    databaseUrl: variable('DATABASE_URL', secret(databaseUrl), by('sqlite:{DATA_DIR}/service.db', (of) => `sqlite:${of('DATA_DIR')}/service.db`), '`sqlite:FILE`, `sqlite::memory:`, or `postgres://…` for several replicas (`one:5432,two:5432`: the server that takes writes)', 'address'),
    directUrl: variable('DATABASE_DIRECT_URL', secret(databaseUrl), none('DATABASE_URL, unless a pooler of transactions answers there'), 'PostgreSQL: where each replica hears what others have finished; without it a replica asks every 0.4 s', 'address'),
    statementMs: variable('DATABASE_STATEMENT_SECONDS', seconds(1, 3_600), '10', 'PostgreSQL: most that one statement may take'),
    lockMs: variable('DATABASE_LOCK_SECONDS', seconds(1, 3_600), '5', 'PostgreSQL: longest wait for a lock; more than DATABASE_IDLE_SECONDS'),
    idleMs: variable('DATABASE_IDLE_SECONDS', seconds(1, 3_600), '3', 'PostgreSQL: when the server ends the transaction of a replica that stopped'),
    previousSecretKey: variable('SECRET_KEY_PREVIOUS', secret(longText(32)), none(), 'the SECRET_KEY from before, which opens what it sealed until `keys reseal` was run', 'text'),
    secretKey: variable('SECRET_KEY', secret(longText(32)), none('made on first start'), 'seals webhook secrets; kept in DATA_DIR/secret.key (0600) when not set', 'text'),
    backupCron: variable('BACKUP_CRON', cronOrOff, '23 3 * * *', 'when the SQLite database is copied to DATA_DIR/backups (UTC); `off` for never'),
    backupKeep: variable('BACKUP_KEEP', whole(1, 9_999), '14', 'how many copies are kept'),
    pictureQuotaBytes: variable('PICTURE_QUOTA_MIB', mebibytes(5), '64', 'room for pictures that no launch has taken, of one key (keys claimed from one address together)'),
    pictureTotalBytes: variable('PICTURE_TOTAL_MIB', mebibytes(5), '1024', 'the same for all; three quarters of it for callers with claimed keys or none'),
    diskFreeMinBytes: variable('DISK_FREE_MIN_MIB', mebibytes(0), '64', 'with less free disk nothing new is begun (`storage_full`); 0 does not look'),
  },
  access: {
    operatorApiKey: variable('OPERATOR_API_KEY', secret(longText(16)), none(), 'mints keys, sees everything; at least 16 characters', 'text'),
    operatorKeys: variable('OPERATOR_KEYS', operatorKeys, empty(), 'further operators, comma-separated: `NAME:SCOPES:SHA256` (hex, of the key), with scopes of `read+launch+webhooks+jobs+keys+operate`, or `all`'),
    browserApiKey: variable('BROWSER_API_KEY', secret(longText(16)), none(), 'a common key for a browser; refused once an operator has a key', 'text'),
    opsKeyHashes: variable('OPS_KEY_HASHES', list(hashHex), empty(), 'SHA-256 (hex) of keys that may also note featured posts, comma-separated'),
    approverWallets: variable('APPROVER_WALLETS', list(eachApprover), empty(), 'wallets that may approve a dry-run, comma-separated; those of EVM chains sign spending policies alone; empty refuses everyone'),
    approvalsRequired: variable('APPROVALS_REQUIRED', whole(1, 100), '1', 'how many of them have to approve a plan; lowering it changes no plan that is there'),
    requireConsent: variable('REQUIRE_CONSENT', flag, '0', '1 refuses plans that name anybody whose wallet has not signed that it takes part'),
    programGuard: variable('PROGRAM_GUARD', oneOf(...PROGRAM_GUARDS), 'stop', 'when what launches go through is not what was accepted: `stop` refuses launches until `agent-launch programs accept`, `warn` says so with every dry-run, `off` does not look'),
    dryRunLifetimeMs: variable('DRY_RUN_MINUTES', minutes(1, 10_080), '30', 'how long a plan can be approved and launched; up to 10080 (7 days)'),
    simulatedOpen: variable('SIMULATED_OPEN', oneOf('0', '1', 'local'), by('local while HOST and BASE_URL are loopback, else 0', openOnLoopback), 'who may move the simulated clock and register webhooks on this machine: `1` all, `local` its own programs while BASE_URL is not public, `0` nobody'),
  },
  solana: {
    rpcUrls: variable('SOLANA_RPC_URL', list(secret(eachHttpUrl)), empty('none = simulated mode, or Base alone'), 'comma-separated RPC addresses: failover in order', 'address'),
    treasury: variable('TREASURY_WALLET', payableSolanaWallet, none('a fixed wallet in simulated mode'), 'receives the treasury share on Solana; required with SOLANA_RPC_URL'),
    atomicRequired: variable('ATOMIC_REQUIRED', flag, '0', '1 refuses launches that cannot lock where they create'),
    jitoUrls: variable('JITO_URLS', list(secret(eachHttpUrl)), empty('none'), 'comma-separated block engine addresses for bundles', 'address'),
    jitoTipLamports: variable('JITO_TIP_LAMPORTS', lamportsUpTo(lamports(100_000_000)), '1000000', 'tip of a bundle'),
    lookupTable: variable('LOOKUP_TABLE', solanaAddress, none(), 'the operator’s static address lookup table'),
    lookupTableKey: variable('LOOKUP_TABLE_KEY', secret(text), none('CRANK_PAYER_KEY'), 'wallet that owns and pays it, as CRANK_PAYER_KEY; only `lookup-table` reads it', 'key'),
    crankPayerKey: variable('CRANK_PAYER_KEY', secret(solanaSigner), none(), 'wallet that pays distributions when no launcher key is sent: its secret, or `file:PATH`, `ssh-agent:/SOCKET#ADDRESS`, `kms:KEY_ARN#ADDRESS`', 'key'),
    crankDailyLamports: variable('CRANK_DAILY_LAMPORTS', lamportsUpTo(), '50000000', 'most that CRANK_PAYER_KEY spends a day: fees, and rents of vaults'),
    crankMaxLamports: variable('CRANK_MAX_LAMPORTS', lamportsUpTo(), '5000000', 'most that one distribution may cost it, priority fee and rents included'),
  },
  base: {
    chainId: variable('BASE_CHAIN_ID', baseNetwork, '8453', '`8453` (Base) or `84532` (Base Sepolia: Clanker alone); payments, marketplace and registry stay on 8453'),
    rpcUrls: variable('BASE_RPC_URL', list(secret(eachHttpUrl)), empty('none = no launches on Base; for payments Base’s public node'), 'comma-separated RPC addresses: failover in order; X402_FACILITATOR_KEY uses the first', 'address'),
    treasury: variable('EVM_TREASURY_WALLET', evmWallet, none(), 'receives the treasury share on Base; required for launches there'),
    platformReferrer: variable('PLATFORM_REFERRER_WALLET', evmWallet, none(), 'EVM address that gets 0.20% of every trade, outside the split; required for launches with Zora'),
    split: variable('EVM_SPLIT', oneOf(...SPLIT_IDS), 'push-split', 'new splits are `push-split` (0xSplits) or `payment-splitter` (OpenZeppelin)'),
    crankPayerKey: variable('EVM_CRANK_PAYER_KEY', secret(evmSigner), none(), 'the same as CRANK_PAYER_KEY on Base; in KMS or a file', 'key'),
    crankDailyWei: variable('EVM_CRANK_DAILY_GWEI', gwei, '5000000', 'most that EVM_CRANK_PAYER_KEY spends on gas a day'),
    crankMaxWei: variable('EVM_CRANK_MAX_GWEI', gwei, '1000000', 'most that one distribution on Base may cost it'),
  },
  cranks: {
    cron: variable('CRANK_CRON', cron, '*/10 * * * *', 'when fees of all coins are distributed'),
  },
  buyback: {
    mints: variable('BUYBACK_MINTS', weightedMints, '', 'coins that the treasury buys back, `MINT:WEIGHT` each: a run divides its budget, and its day’s, by weight; without any there are no runs'),
    key: variable('BUYBACK_KEY', secret(solanaSigner), none(), 'wallet that buys, as CRANK_PAYER_KEY', 'key'),
    earningsKey: variable('EARNINGS_KEY', secret(solanaKey), none('none = no `buyAndBurnBps`'), 'secret of which the wallets are made that buy coins with their own earnings and burn them; never changed, kept with the backups', 'key'),
    cron: variable('BUYBACK_CRON', cron, '0 * * * *', 'when a buyback is due'),
    atomicMax: variable('BUYBACK_MAX_SOL', someSol, '0.05', 'most that leaves the wallet in a run, fee and rent included'),
    dailyAtomic: variable('BUYBACK_DAILY_SOL', sol, by('24 times BUYBACK_MAX_SOL', (of) => timesSol(of('BUYBACK_MAX_SOL'), 24n)), 'most that leaves the wallet in a UTC day'),
    reserveAtomic: variable('BUYBACK_RESERVE_SOL', sol, '0.01', 'what stays in the wallet'),
    slippageBps: variable('BUYBACK_SLIPPAGE_BPS', basisPoints(OWN_LIMITS.buybackSlippageBpsMax), '100', 'how much less than quoted is accepted, in basis points'),
    priceRiseBpsMax: variable('BUYBACK_PRICE_RISE_BPS', zeroIsNone(whole(0, 100_000)), '1000', 'how far above the median of recent prices one still buys, in basis points; 0 buys at any price'),
    burn: variable('BUYBACK_BURN', flag, '0', '1 burns what is bought, in the same transaction'),
    execute: variable('BUYBACK_EXECUTE', flag, '0', '0 records what a run would do and sends nothing; 1 buys'),
  },
  jobs: {
    enabled: variable('JOBS_ENABLED', flag, '0', '1 switches creative jobs on; paid on `sim` and `solana:devnet` alone'),
    escrowKey: variable('JOBS_ESCROW_KEY', secret(solanaSigner), none(), 'wallet that pays workers on devnet, as CRANK_PAYER_KEY; never one that holds anything else', 'key'),
    devnetRpcUrl: variable('JOBS_DEVNET_RPC_URL', secret(httpUrl), none(), 'RPC address of Solana’s devnet; a node of another cluster is refused', 'address'),
    dailyAtomic: variable('JOBS_DAILY_SOL', sol, '100', 'most that JOBS_ESCROW_KEY pays workers in a UTC day; the jobs of one coin’s owner half of it'),
  },
  metadata: {
    store: variable('METADATA_STORE', oneOf('self', 'pinata'), 'self', '`self` serves metadata at {BASE_URL}/m/{id}; `pinata` pins it'),
    pinataJwt: variable('PINATA_JWT', secret(text), none(), 'needed with METADATA_STORE=pinata', 'text'),
  },
  prices: {
    source: variable('PRICE_SOURCE', oneOf(...PRICE_SOURCES), by('fixed in simulated mode, else whose key is set', usualSource), '`fixed` (simulated mode only), `pyth`, `jupiter` or `none`; without a price nothing priced in dollars unlocks'),
    fixedSolUsdMicros: variable('PRICE_SOL_USD', someUsd, '150', 'dollars a SOL with PRICE_SOURCE=fixed'),
    hermesUrl: variable('HERMES_URL', plainHttpsUrl, 'https://hermes.pyth.network', 'Pyth’s Hermes, or that of a provider', 'address'),
    pythApiKey: variable('PYTH_API_KEY', secret(text), none(), 'key for Hermes; the public one wants it', 'text'),
    jupiterApiKey: variable('JUPITER_API_KEY', secret(text), none(), 'key for Jupiter: prices, and routes for buybacks', 'text'),
  },
  payments: {
    payTo: variable('X402_PAY_TO', payTo, none('none = no payments'), 'EVM address that payments of single calls go to; of this service alone'),
    prices: variable('X402_PRICES', prices, by(DEFAULT_PRICES_SHOWN, () => '{}'), 'prices of autohire, dry-run, launch and upkeep, each as in `{"launch":"$1.00"}`, or with additions for each crew member and each begun 100 kB of picture sent: `$1.00 + $0.05/crew + $0.01/100kB`; stock clients refuse more than $1.00, legacy ones more than $0.10'),
    methods: variable('X402_METHODS', list(oneOf(...PAYMENT_METHODS)), 'eip3009', 'ways to pay on Base that a 402 offers, in this order: `eip3009`, which is always taken, `permit2` and `upto`, where the facilitator settles `upto`; each adds 400 bytes to a header, which with all of them needs proxies that take 8 KiB'),
    solanaPayTo: variable('X402_SOLANA_PAY_TO', payableSolanaWallet, none('none = no payments on Solana'), 'Solana wallet that payments there go to, of this service alone; its account for USDC must exist'),
    solanaRpcUrls: variable('X402_SOLANA_RPC_URL', list(secret(eachHttpUrl)), empty('SOLANA_RPC_URL, or Solana’s public node'), 'comma-separated RPC addresses that are asked for payments there; they keep the history of accounts', 'address'),
    facilitatorUrls: variable('X402_FACILITATOR_URL', list(secret(facilitatorUrl)), empty('none'), 'comma-separated facilitators that check and settle payments, on Solana too with X402_SOLANA_PAY_TO: failover in order; `https://KEY_ID:SECRET@…` for signed tokens, the secret with `-` for `+` and `_` for `/`', 'address'),
    facilitatorKey: variable('X402_FACILITATOR_KEY', secret(facilitatorSigner), none(), 'instead of it: key of a wallet with a little ETH on Base, as EVM_CRANK_PAYER_KEY, which settles from this process alone', 'key'),
    dailyWei: variable('X402_DAILY_GWEI', gwei, '5000000', 'most that X402_FACILITATOR_KEY spends on gas in a UTC day'),
    gasMax: variable('X402_GAS_LIMIT', gas, '150000', 'most gas that it gives one settlement; a payment that needs more is refused'),
  },
  aws: {
    accessKeyId: variable('AWS_ACCESS_KEY_ID', text, none(), 'its user needs `kms:Sign` and `kms:GetPublicKey` of these keys, and nothing else'),
    secretAccessKey: variable('AWS_SECRET_ACCESS_KEY', secret(text), none(), 'the secret that belongs to it', 'text'),
    sessionToken: variable('AWS_SESSION_TOKEN', secret(text), none(), 'where both expire; the service is restarted with new ones', 'text'),
    kmsUrl: variable('AWS_ENDPOINT_URL_KMS', httpUrl, none('that of the key’s region'), 'another server that speaks as KMS does'),
  },
  agents: {
    agentId: variable('ERC8004_AGENT_ID', whole(0, Number.MAX_SAFE_INTEGER), none('none = not registered'), 'number in the registry of agents on Base (ERC-8004), as `register-agent` says it'),
    registrarKey: variable('ERC8004_KEY', secret(evmKey), none(), 'key of the wallet that owns and pays the registration; only `register-agent` reads it', 'key'),
  },
  acp: {
    walletKey: variable('ACP_WALLET_KEY', secret(evmKey), none('none = nothing is sold there'), 'key of the seller’s wallet on the Agent Commerce Protocol (Base), for nothing else; with a little ETH', 'key'),
    launcherKey: variable('ACP_LAUNCHER_KEY', secret(solanaKey), none(), 'secret of the wallet that pays for launches ordered there, and is their creator', 'key'),
    offering: variable('ACP_OFFERING', text, 'launch_coin', 'name of the offering, as registered there'),
    priceUsdMicros: variable('ACP_PRICE_USDC', someUsd, '5', 'what a launch costs there, in USDC; their fee is taken from it'),
    apiUrl: variable('ACP_API_URL', plainHttpsUrl, 'https://api.acp.virtuals.io', 'the marketplace’s message service', 'address'),
    dailyWei: variable('ACP_DAILY_GWEI', gwei, '1000000', 'most that ACP_WALLET_KEY spends on gas in a UTC day; the jobs of one buyer a fifth of it'),
  },
  mail: {
    smtpUrl: variable('SMTP_URL', secret(smtpUrl), none('none = no e-mail'), 'mail server: `smtps://user:password@host` (port 465), or `smtp://…` with STARTTLS (port 587); without TLS on this machine alone', 'address'),
    from: variable('MAIL_FROM', mailAddress, none(), 'sender; required with SMTP_URL'),
  },
  log: {
    tracesUrl: variable('OTEL_EXPORTER_OTLP_ENDPOINT', secret(httpUrl), none('none = no traces'), 'collector of traces (OTLP/JSON over HTTP): its address without `/v1/traces`', 'address'),
    level: variable('LOG_LEVEL', oneOf(...LOG_LEVELS), 'info', '`debug`, `info`, `warn`, `error` or `silent`'),
    format: variable('LOG_FORMAT', oneOf('json', 'pretty'), by('json, pretty on a terminal', (_of, terminal) => (terminal ? 'pretty' : 'json')), '`json` or `pretty`'),
  },
} as const

/** A group of variables for one part of the program. */
export type Group = keyof typeof VARIABLES

/** The title of each group, and the variable that enables it: without it the rest of the group is not read. */
export const GROUPS: Readonly<Record<Group, { readonly about: string; readonly on?: string }>> = {
  server: { about: 'How clients reach the service, and what it calls itself' },
  data: { about: 'Where data is kept, and how much of it' },
  access: { about: 'Who may do what' },
  solana: { about: 'Launches on Solana' },
  base: { about: 'Launches on Base' },
  cranks: { about: 'Distributions that nobody asks for' },
  buyback: { about: 'The treasury’s buybacks' },
  jobs: { about: 'Creative jobs' },
  metadata: { about: 'Where the metadata of coins is kept' },
  prices: { about: 'What a SOL is worth' },
  payments: { about: 'Payments of single calls', on: 'X402_PAY_TO' },
  aws: { about: 'Wallets whose keys are in AWS KMS' },
  agents: { about: 'How other agents find the service' },
  acp: { about: 'Launches sold on a marketplace of agents', on: 'ACP_WALLET_KEY' },
  mail: { about: 'Notices by e-mail', on: 'SMTP_URL' },
  log: { about: 'What is logged and traced, and how' },
}

/** The variables of all groups, in the order of the table. */
export const ALL_VARIABLES: readonly Variable[] = Object.values(VARIABLES).flatMap((group) => Object.values(group))
