import { isSolanaSecret, readBuybackSettings } from './buyback-settings.ts'
import { configuredSecrets } from './configured-secrets.ts'
import { type EvmConfig, readEvmConfig } from './evm-config.ts'
import type { LogLevel } from '../lib/logger.ts'
import { isAddress } from '../lib/ed25519.ts'
import { isReservedAccount } from '../lib/reserved-accounts.ts'
import { isCronPattern, readEnvironment } from './environment.ts'
import { type Cidr, parseCidr } from '../lib/ip.ts'
import { isLoopbackHost } from '../lib/public-address.ts'
import { Secret } from '../lib/secret.ts'
import { type UsdMicros, usdMicros, type Wallet } from '../domain/brands.ts'
import { LIMITS } from '../domain/limits.ts'
import { parseUsd } from '../domain/money/usd.ts'
import { type RoomSettings, readRoomSettings } from './room-settings.ts'
import { type PaymentSettings, readPaymentSettings } from './payment-settings.ts'
import { readTransportSettings, type TransportSettings } from './transport-settings.ts'
import type { BuybackPolicy } from '../ports/deps.ts'
import type { PriceSource } from '../ports/prices.ts'

/** Everything the environment decides, parsed and checked. Frozen. */
export interface Config extends TransportSettings {
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
  /** In simulated mode callers may move the clock, and register webhooks on this machine. */
  readonly simulatedOpen: boolean
  readonly crankPayerKey: Secret<string> | null
  readonly evm: EvmConfig
  readonly crankCron: string
  readonly crankDailyLamports: bigint
  readonly crankMaxLamports: bigint
  /** Null switches scheduled backups off. */
  readonly backupCron: string | null
  readonly backupKeep: number
  readonly room: RoomSettings
  readonly buybackKey: Secret<string> | null
  readonly buyback: BuybackPolicy
  readonly jobsEnabled: boolean
  readonly jobsEscrowKey: Secret<string> | null
  readonly jobsDevnetRpcUrl: Secret<string> | null
  readonly jobsDailyLamports: bigint
  readonly metadataStore: 'self' | 'pinata'
  readonly pinataJwt: Secret<string> | null
  readonly priceSource: PriceSource
  /** The price of a SOL that `fixed` gives. */
  readonly fixedSolUsd: UsdMicros
  readonly hermesUrl: string
  readonly pythApiKey: Secret<string> | null
  readonly jupiterApiKey: Secret<string> | null
  /** Null while no payments are taken. */
  readonly payments: PaymentSettings | null
  readonly trustedProxies: readonly Cidr[]
  /** Everything in the variables that must never be shown. */
  readonly secrets: Secret<readonly (string | Uint8Array)[]>
  readonly logLevel: LogLevel
  readonly logFormat: 'json' | 'pretty'
}

/** What engines ask for is far below; more is a slip of the pen that every launch would pay. */
const JITO_TIP_LAMPORTS_MAX = 100_000_000n

/** Launchpads take 200 bytes for the address of a coin's metadata. */
const BASE_URL_BYTES_MAX = 180

/** The configuration is wrong; `problems` has one line for each bad variable, none of which repeats a secret. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
  readonly problems: readonly string[]

  constructor(problems: readonly string[], options: ErrorOptions = {}) {
    super(`The configuration has ${problems.length} problem(s):\n${problems.map((problem) => `  - ${problem}`).join('\n')}`, options)
    this.problems = problems
  }
}

/**
 * The configuration in these variables.
 * @throws ConfigError that names every bad variable at once
 */
export function readConfig(env: Readonly<Record<string, string | undefined>>, { terminal = false } = {}): Config {
  const { problems, text, optional, secret, list, check, choice, whole, sol } = readEnvironment(env)
  const host = text('HOST', '127.0.0.1')
  check(/^[\w.:-]+$/.test(host), 'HOST must be an address of this machine')
  const portText = text('PORT', '3000')
  const port = /^\d{1,5}$/.test(portText) ? Number(portText) : Infinity
  check(port <= 65_535, 'PORT must be a number from 0 to 65535')
  const transport = readTransportSettings({ optional, choice, check })
  const dataDir = text('DATA_DIR', './data')
  const ownUrl = `${transport.tls === null ? 'http' : 'https'}://${host.includes(':') ? `[${host}]` : host}:${port}`
  const baseUrl = text('BASE_URL', ownUrl).replace(/\/+$/, '')
  // What is made of a wrong HOST or PORT is no second problem.
  check(
    baseUrl === ownUrl || (/^https?:\/\/[^/?#@]+(\/[^?#]*)?$/.test(baseUrl) && URL.canParse(baseUrl)),
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
  check(
    treasury === null || !isReservedAccount(treasury),
    'TREASURY_WALLET is an address that Solana keeps for itself: no transaction could pay it',
  )
  const rpcUrls = list('SOLANA_RPC_URL')
  check(rpcUrls.every(isHttpUrl), 'SOLANA_RPC_URL must hold http(s) addresses')
  check(rpcUrls.length === 0 || treasury !== null, 'TREASURY_WALLET is required with SOLANA_RPC_URL')
  const evm = readEvmConfig({ optional, list, check })
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
  const backupCron = text('BACKUP_CRON', '23 3 * * *')
  check(backupCron === 'off' || isCronPattern(backupCron), 'BACKUP_CRON is not a cron pattern, nor off')
  const backupKeep = text('BACKUP_KEEP', '14')
  check(/^[1-9]\d{0,3}$/.test(backupKeep), 'BACKUP_KEEP must be a number from 1 to 9999')
  const [jobsEscrowKey, jobsDevnetRpcUrl] = [secret('JOBS_ESCROW_KEY'), secret('JOBS_DEVNET_RPC_URL')]
  check(jobsEscrowKey === null || isSolanaSecret(jobsEscrowKey), 'JOBS_ESCROW_KEY is not a secret key of 64 bytes')
  check((jobsEscrowKey === null) === (jobsDevnetRpcUrl === null), 'JOBS_ESCROW_KEY and JOBS_DEVNET_RPC_URL go together')
  check(jobsDevnetRpcUrl === null || isHttpUrl(jobsDevnetRpcUrl.reveal()), 'JOBS_DEVNET_RPC_URL must be an http(s) address')
  const secretKey = secret('SECRET_KEY')
  check((secretKey?.reveal().length ?? 32) >= 32, 'SECRET_KEY must have at least 32 characters')
  const lookupTable = optional('LOOKUP_TABLE')
  check(lookupTable === null || isAddress(lookupTable), 'LOOKUP_TABLE is not an address')
  const jitoUrls = list('JITO_URLS')
  check(jitoUrls.every(isHttpUrl), 'JITO_URLS must hold http(s) addresses')
  const jitoTipLamports = whole('JITO_TIP_LAMPORTS', 1_000_000n)
  check(jitoTipLamports <= JITO_TIP_LAMPORTS_MAX, `JITO_TIP_LAMPORTS must be at most ${JITO_TIP_LAMPORTS_MAX}`)
  const proxies = list('TRUSTED_PROXIES').map((cidr) => ({ cidr, parsed: parseCidr(cidr) }))
  for (const { cidr, parsed } of proxies) check(parsed !== null, `TRUSTED_PROXIES: ${cidr} is not a CIDR`)
  const metadataStore = choice('METADATA_STORE', 'self', ['self', 'pinata'])
  const pinataJwt = secret('PINATA_JWT')
  check(metadataStore === 'self' || pinataJwt !== null, 'PINATA_JWT is required with METADATA_STORE=pinata')
  const { buyback, buybackKey } = readBuybackSettings({ text, optional, secret, check, choice, sol })
  const [pythApiKey, jupiterApiKey] = [secret('PYTH_API_KEY'), secret('JUPITER_API_KEY')]
  const usualSource: PriceSource = rpcUrls.length === 0 ? 'fixed' : jupiterApiKey ? 'jupiter' : pythApiKey ? 'pyth' : 'none'
  const priceSource = choice('PRICE_SOURCE', usualSource, ['fixed', 'pyth', 'jupiter', 'none'])
  check(priceSource !== 'fixed' || rpcUrls.length === 0, 'PRICE_SOURCE=fixed is for simulated mode alone')
  check(priceSource !== 'jupiter' || jupiterApiKey !== null, 'JUPITER_API_KEY is required with PRICE_SOURCE=jupiter')
  const fixedSolUsd = parseUsd(text('PRICE_SOL_USD', '150'))
  check(fixedSolUsd !== null && fixedSolUsd > 0n, 'PRICE_SOL_USD must be an amount of dollars above 0')
  const hermesUrl = text('HERMES_URL', 'https://hermes.pyth.network').replace(/\/+$/, '')
  check(
    /^https:\/\/[^?#@]+$/.test(hermesUrl) && URL.canParse(hermesUrl),
    'HERMES_URL must be an https address without query or credentials',
  )
  const databaseUrl = text('DATABASE_URL', `sqlite:${dataDir}/service.db`)
  check(/^(sqlite:.|postgres(ql)?:\/\/.)/.test(databaseUrl), 'DATABASE_URL must be sqlite:FILE or postgres://…')

  const config: Config = {
    ...transport,
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
    jitoTipLamports,
    simulatedOpen: choice('SIMULATED_OPEN', isLoopbackHost(host) && isLoopbackUrl(baseUrl) ? '1' : '0', ['0', '1']) === '1',
    atomicRequired: choice('ATOMIC_REQUIRED', '0', ['0', '1']) === '1',
    crankPayerKey: secret('CRANK_PAYER_KEY'),
    evm,
    crankCron,
    crankDailyLamports: whole('CRANK_DAILY_LAMPORTS', 50_000_000n),
    crankMaxLamports: whole('CRANK_MAX_LAMPORTS', 5_000_000n),
    backupCron: backupCron === 'off' ? null : backupCron,
    backupKeep: Number(backupKeep),
    room: readRoomSettings(text, check),
    buybackKey,
    buyback,
    jobsEnabled: choice('JOBS_ENABLED', '0', ['0', '1']) === '1',
    jobsEscrowKey,
    jobsDevnetRpcUrl,
    jobsDailyLamports: sol('JOBS_DAILY_SOL', '100'),
    metadataStore,
    pinataJwt,
    priceSource,
    fixedSolUsd: fixedSolUsd ?? usdMicros(0),
    hermesUrl,
    pythApiKey,
    jupiterApiKey,
    payments: readPaymentSettings(optional, check),
    trustedProxies: proxies.flatMap(({ parsed }) => (parsed ? [parsed] : [])),
    secrets: configuredSecrets(env),
    logLevel: choice('LOG_LEVEL', 'info', ['debug', 'info', 'warn', 'error', 'silent']),
    logFormat: choice('LOG_FORMAT', terminal ? 'pretty' : 'json', ['json', 'pretty']),
  }
  if (problems.length > 0) throw new ConfigError(problems)
  return Object.freeze(config)
}

const isLoopbackUrl = (text: string): boolean => URL.canParse(text) && isLoopbackHost(new URL(text).hostname.replaceAll(/[[\]]/g, ''))

const isHttpUrl = (text: string): boolean => /^https?:\/\//.test(text) && URL.canParse(text)
