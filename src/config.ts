import { Cron } from 'croner'
import { type LogLevel } from './lib/logger.ts'
import { isAddress } from './lib/ed25519.ts'
import { type Cidr, parseCidr } from './lib/ip.ts'
import { Secret } from './lib/secret.ts'
import type { Wallet } from './domain/brands.ts'
import { LIMITS } from './domain/limits.ts'

/** Everything the environment decides, parsed and checked. Frozen. */
export interface Config {
  readonly host: string
  readonly port: number
  readonly baseUrl: string
  readonly dataDir: string
  readonly databaseUrl: Secret<string>
  readonly serviceTitle: string
  readonly secretKey: Secret<string> | null
  readonly operatorApiKey: Secret<string> | null
  readonly browserApiKey: Secret<string> | null
  readonly opsKeyHashes: readonly string[]
  readonly approverWallets: readonly Wallet[]
  readonly treasuryWallet: Wallet | null
  readonly solanaRpcUrls: readonly Secret<string>[]
  readonly lookupTable: Wallet | null
  readonly lookupTableKey: Secret<string> | null
  readonly jitoUrls: readonly string[]
  readonly jitoTipLamports: bigint
  readonly atomicRequired: boolean
  readonly crankPayerKey: Secret<string> | null
  readonly crankCron: string
  readonly crankDailyLamports: bigint
  readonly metadataStore: 'self' | 'pinata'
  readonly pinataJwt: Secret<string> | null
  readonly trustedProxies: readonly Cidr[]
  readonly logLevel: LogLevel
  readonly logFormat: 'json' | 'pretty'
}

/** One environment variable: for the README's table, `doctor`, and the reader below. */
export interface Variable {
  readonly name: string
  /** As the table shows it. */
  readonly standard: string
  readonly meaning: string
}

/** Every variable the service reads, in the order of the README's table. */
export const VARIABLES: readonly Variable[] = [
  { name: 'HOST', standard: '127.0.0.1', meaning: 'address to listen on' },
  { name: 'PORT', standard: '3000', meaning: 'port to listen on; 0 takes a free one' },
  { name: 'BASE_URL', standard: 'from HOST and PORT', meaning: 'public address of the service, without a slash at the end' },
  { name: 'DATA_DIR', standard: './data', meaning: 'SQLite file, simulated chain, secret key, backups' },
  {
    name: 'DATABASE_URL',
    standard: 'sqlite:{DATA_DIR}/service.db',
    meaning: '`sqlite:FILE`, `sqlite::memory:`, or `postgres://…` for several replicas',
  },
  {
    name: 'SERVICE_TITLE',
    standard: 'Agent Launch Service',
    meaning: 'name in the attribution sentence and on the pages; at most 20 characters',
  },
  {
    name: 'SECRET_KEY',
    standard: 'made on first start',
    meaning: 'seals webhook secrets; kept in DATA_DIR/secret.key (0600) when not set',
  },
  { name: 'OPERATOR_API_KEY', standard: 'none', meaning: 'the operator agent key: mints keys, sees everything; at least 16 characters' },
  { name: 'BROWSER_API_KEY', standard: 'none', meaning: 'a common key for a browser; refused once OPERATOR_API_KEY is set' },
  {
    name: 'OPS_KEY_HASHES',
    standard: 'empty',
    meaning: 'SHA-256 (hex) of keys that may also note featured posts, comma-separated',
  },
  { name: 'APPROVER_WALLETS', standard: 'empty', meaning: 'wallets that may approve a dry-run, comma-separated; empty refuses everyone' },
  { name: 'TREASURY_WALLET', standard: 'a fixed wallet in simulated mode', meaning: 'receives the treasury share; required with a chain' },
  { name: 'SOLANA_RPC_URL', standard: 'none = simulated mode', meaning: 'comma-separated RPC addresses: failover in order' },
  { name: 'LOOKUP_TABLE', standard: 'none', meaning: 'the operator’s static address lookup table' },
  {
    name: 'LOOKUP_TABLE_KEY',
    standard: 'CRANK_PAYER_KEY',
    meaning: 'secret that owns and pays the table; only the `lookup-table` command reads it',
  },
  { name: 'JITO_URLS', standard: 'none', meaning: 'comma-separated block engine addresses for bundles' },
  { name: 'JITO_TIP_LAMPORTS', standard: '1000000', meaning: 'tip of a bundle' },
  { name: 'ATOMIC_REQUIRED', standard: '0', meaning: '1 refuses every launch that could not lock in the transaction that creates' },
  { name: 'CRANK_PAYER_KEY', standard: 'none', meaning: 'secret that pays distributions when no launcher key is sent' },
  { name: 'CRANK_CRON', standard: '*/10 * * * *', meaning: 'when fees of all coins are distributed' },
  { name: 'CRANK_DAILY_LAMPORTS', standard: '50000000', meaning: 'most that CRANK_PAYER_KEY spends on fees a day' },
  { name: 'METADATA_STORE', standard: 'self', meaning: '`self` serves metadata at {BASE_URL}/m/{id}; `pinata` pins it' },
  { name: 'PINATA_JWT', standard: 'none', meaning: 'needed with METADATA_STORE=pinata' },
  { name: 'TRUSTED_PROXIES', standard: 'none', meaning: 'CIDRs whose X-Forwarded-For is believed, comma-separated' },
  { name: 'LOG_LEVEL', standard: 'info', meaning: '`debug`, `info`, `warn`, `error` or `silent`' },
  { name: 'LOG_FORMAT', standard: 'json, pretty on a terminal', meaning: '`json` or `pretty`' },
]

/** Launchpads take 200 bytes for the address of a coin's metadata. */
const BASE_URL_BYTES_MAX = 180

/** The configuration is wrong; `problems` has one line for each bad variable, none of which repeats a secret. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
  readonly problems: readonly string[]

  constructor(problems: readonly string[]) {
    super(`The configuration has ${problems.length} problem(s):\n${problems.map((problem) => `  - ${problem}`).join('\n')}`)
    this.problems = problems
  }
}

/**
 * The configuration in these variables.
 * @throws ConfigError that names every bad variable at once
 */
export function readConfig(env: Readonly<Record<string, string | undefined>>, { terminal = false } = {}): Config {
  const problems: string[] = []
  const text = (name: string, standard: string): string => env[name]?.trim() || standard
  const optional = (name: string): string | null => env[name]?.trim() || null
  const secret = (name: string): Secret<string> | null => (optional(name) === null ? null : new Secret(optional(name)!))
  const list = (name: string): string[] =>
    text(name, '')
      .split(',')
      .map((item) => item.trim())
      .filter((item) => item !== '')
  const check = (ok: boolean, problem: string) => void (ok || problems.push(problem))
  const choice = <Choice extends string>(name: string, standard: Choice, choices: readonly Choice[]): Choice => {
    const value = text(name, standard) as Choice
    check(choices.includes(value), `${name} must be one of ${choices.join(', ')}`)
    return value
  }
  const whole = (name: string, standard: bigint): bigint => {
    const value = text(name, String(standard))
    check(/^\d{1,18}$/.test(value), `${name} must be a whole number of lamports`)
    return /^\d{1,18}$/.test(value) ? BigInt(value) : standard
  }

  const host = text('HOST', '127.0.0.1')
  const portText = text('PORT', '3000')
  check(/^\d{1,5}$/.test(portText) && Number(portText) <= 65_535, 'PORT must be a number from 0 to 65535')
  const port = Number(portText)
  const dataDir = text('DATA_DIR', './data')
  const baseUrl = text('BASE_URL', `http://${host.includes(':') ? `[${host}]` : host}:${port}`).replace(/\/+$/, '')
  check(
    /^https?:\/\/[^/?#@]+(\/[^?#]*)?$/.test(baseUrl) && URL.canParse(baseUrl),
    'BASE_URL must be an http(s) address without query or credentials',
  )
  check(
    Buffer.byteLength(baseUrl) <= BASE_URL_BYTES_MAX,
    `BASE_URL must have at most ${BASE_URL_BYTES_MAX} bytes: every coin's metadata address begins with it`,
  )
  const serviceTitle = text('SERVICE_TITLE', 'Agent Launch Service')
  check([...serviceTitle].length <= LIMITS.attributionTitleMax, `SERVICE_TITLE must have at most ${LIMITS.attributionTitleMax} characters`)
  const approvers = list('APPROVER_WALLETS')
  for (const wallet of approvers) check(isAddress(wallet), `APPROVER_WALLETS: ${wallet} is not a wallet`)
  const treasury = optional('TREASURY_WALLET')
  check(treasury === null || isAddress(treasury), 'TREASURY_WALLET is not a wallet')
  const rpcUrls = list('SOLANA_RPC_URL')
  check(
    rpcUrls.every((url) => /^https?:\/\//.test(url) && URL.canParse(url)),
    'SOLANA_RPC_URL must hold http(s) addresses',
  )
  check(rpcUrls.length === 0 || treasury !== null, 'TREASURY_WALLET is required with SOLANA_RPC_URL')
  const operatorApiKey = secret('OPERATOR_API_KEY')
  check((operatorApiKey?.reveal().length ?? 16) >= 16, 'OPERATOR_API_KEY must have at least 16 characters')
  const browserApiKey = secret('BROWSER_API_KEY')
  check((browserApiKey?.reveal().length ?? 16) >= 16, 'BROWSER_API_KEY must have at least 16 characters')
  const opsKeyHashes = list('OPS_KEY_HASHES').map((hash) => hash.toLowerCase())
  check(
    opsKeyHashes.every((hash) => /^[0-9a-f]{64}$/.test(hash)),
    'OPS_KEY_HASHES must hold SHA-256 hashes of 64 hex characters',
  )
  const crankCron = text('CRANK_CRON', '*/10 * * * *')
  check(isCronPattern(crankCron), 'CRANK_CRON is not a cron pattern')
  const secretKey = secret('SECRET_KEY')
  check((secretKey?.reveal().length ?? 32) >= 32, 'SECRET_KEY must have at least 32 characters')
  const lookupTable = optional('LOOKUP_TABLE')
  check(lookupTable === null || isAddress(lookupTable), 'LOOKUP_TABLE is not an address')
  const jitoUrls = list('JITO_URLS')
  check(
    jitoUrls.every((url) => URL.canParse(url)),
    'JITO_URLS must hold http(s) addresses',
  )
  const proxies = list('TRUSTED_PROXIES').map((cidr) => ({ cidr, parsed: parseCidr(cidr) }))
  for (const { cidr, parsed } of proxies) check(parsed !== null, `TRUSTED_PROXIES: ${cidr} is not a CIDR`)
  const metadataStore = choice('METADATA_STORE', 'self', ['self', 'pinata'])
  const pinataJwt = secret('PINATA_JWT')
  check(metadataStore === 'self' || pinataJwt !== null, 'PINATA_JWT is required with METADATA_STORE=pinata')
  const databaseUrl = text('DATABASE_URL', `sqlite:${dataDir}/service.db`)
  check(/^(sqlite:|postgres(ql)?:\/\/)/.test(databaseUrl), 'DATABASE_URL must begin with sqlite: or postgres://')

  const config: Config = {
    host,
    port,
    baseUrl,
    dataDir,
    databaseUrl: new Secret(databaseUrl),
    serviceTitle,
    secretKey,
    operatorApiKey,
    browserApiKey,
    opsKeyHashes,
    approverWallets: approvers as Wallet[],
    treasuryWallet: treasury as Wallet | null,
    solanaRpcUrls: rpcUrls.map((url) => new Secret(url)),
    lookupTable: lookupTable as Wallet | null,
    lookupTableKey: secret('LOOKUP_TABLE_KEY'),
    jitoUrls,
    jitoTipLamports: whole('JITO_TIP_LAMPORTS', 1_000_000n),
    atomicRequired: choice('ATOMIC_REQUIRED', '0', ['0', '1']) === '1',
    crankPayerKey: secret('CRANK_PAYER_KEY'),
    crankCron,
    crankDailyLamports: whole('CRANK_DAILY_LAMPORTS', 50_000_000n),
    metadataStore,
    pinataJwt,
    trustedProxies: proxies.flatMap(({ parsed }) => (parsed ? [parsed] : [])),
    logLevel: choice('LOG_LEVEL', 'info', ['debug', 'info', 'warn', 'error', 'silent']),
    logFormat: choice('LOG_FORMAT', terminal ? 'pretty' : 'json', ['json', 'pretty']),
  }
  if (problems.length > 0) throw new ConfigError(problems)
  return Object.freeze(config)
}

function isCronPattern(pattern: string): boolean {
  try {
    return new Cron(pattern, { paused: true }).nextRun() !== null
  } catch {
    return false
  }
}

/** The table of every variable, in Markdown with even columns; the README holds just this. */
export function variablesTable(): string {
  const rows = [['variable', 'default', 'meaning'], ...VARIABLES.map(({ name, standard, meaning }) => [`\`${name}\``, standard, meaning])]
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)))
  const line = (cells: readonly string[], fill = ' ') =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column]!, fill)).join(' | ')} |`
  const [head, ...body] = rows
  return [line(head!), line(['', '', ''], '-'), ...body.map((row) => line(row))].join('\n')
}
