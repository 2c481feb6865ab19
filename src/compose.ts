import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { createEscrowRails, DEVNET_CHAIN_ID, type RailLoader } from './adapters/escrow/escrow-rails.ts'
import { LEDGER_CHAIN_ID, ledgerRail } from './adapters/escrow/ledger-rail.ts'
import { parseSolanaLauncher } from './adapters/launchpads/solana-launcher.ts'
import { createKolDirectory } from './adapters/kol-directory.ts'
import type { PumpOptions } from './adapters/launchpads/pump.ts'
import { PUMP_FACTS } from './adapters/launchpads/pump-facts.ts'
import { createLaunchpadRegistry } from './adapters/launchpads/registry.ts'
import { ZORA_FACTS } from './adapters/launchpads/zora-facts.ts'
import { simulatedFacts } from './adapters/launchpads/simulated-facts.ts'
import { createSelfStore } from './adapters/metadata/self-store.ts'
import { createCachedPrices } from './adapters/prices/cached-prices.ts'
import { createFixedPrices, noPrices } from './adapters/prices/fixed-prices.ts'
import { readHermesQuote } from './adapters/prices/hermes-quote.ts'
import { readJupiterQuote } from './adapters/prices/jupiter-quote.ts'
import { createPrometheus } from './adapters/prometheus.ts'
import { createRandomIds } from './adapters/random-ids.ts'
import { createStdoutLines } from './adapters/stdout-lines.ts'
import { openStorage } from './adapters/storage/storage.ts'
import { createSystemClock } from './adapters/system-clock.ts'
import { createWeb } from './adapters/outbound/guarded-fetch.ts'
import { backupsOf, embeddedFile, isMemory } from './embedded-database.ts'
import { keepSecretKey, readSecretKey } from './secret-key.ts'
import { lamports, type UnixMs, type Wallet } from './domain/brands.ts'
import { type Config, ConfigError } from './config.ts'
import { whyNoBase, zoraEntry } from './evm-config.ts'
import { hashApiKey } from './domain/api-key.ts'
import { createGasPurse } from './features/budgets/gas-purse.ts'
import type { PaymentSettings } from './payment-settings.ts'
import { createLogger, type Logger } from './lib/logger.ts'
import { createSealedBox } from './lib/sealed-box.ts'
import { Secret } from './lib/secret.ts'
import type { Clock } from './ports/clock.ts'
import type { Deps, LaunchpadRegistry, Policy } from './ports/deps.ts'
import type { MetadataStore } from './ports/metadata-store.ts'
import type { Metrics } from './ports/metrics.ts'
import type { GasPurse, Payments } from './ports/payments.ts'
import type { Prices } from './ports/prices.ts'
import type { Simulation } from './ports/simulation.ts'
import type { Storage } from './ports/storage.ts'
import type { Web } from './ports/web.ts'

/** Receives the treasury share in simulated mode unless TREASURY_WALLET is set. Nobody holds its secret. */
export const SIMULATED_TREASURY = '7reasuryWa11etofTheSimu1atedC1usterXXXXXXXXX' as Wallet

declare const BUILD_COMMIT: string | undefined

/** The commit that the executable was built from; `dev` when it runs from source. */
export const buildCommit = (): string => (typeof BUILD_COMMIT === 'undefined' ? 'dev' : BUILD_COMMIT)

/** Everything a server runs on, and how to let go of it. */
export interface Composed {
  readonly deps: Deps
  /** Lets whoever waits know that every answer must be out by then. */
  announceStop(answerByMs: UnixMs): void
  close(): Promise<void>
}

/** Builds every adapter that the configuration names. Opens files; sends nothing. */
export async function compose(config: Config, options: { log?: Logger } = {}): Promise<Composed> {
  if (!isMemory(config)) mkdirSync(config.dataDir, { recursive: true, mode: 0o700 })
  keepSecretKey(config)
  const systemClock = createSystemClock()
  const storage = await openStorage(config.databaseUrl.reveal())
  const metrics = createPrometheus()
  const chain = config.solanaRpcUrls.length === 0 ? await simulatedChain(config, systemClock) : realChain(config, systemClock, metrics)
  const log =
    options.log ??
    createLogger({
      level: config.logLevel,
      pretty: config.logFormat === 'pretty',
      nowMs: chain.clock.nowMs,
      write: createStdoutLines(),
    })
  const payerKeys = config.crankPayerKey ?? config.buybackKey
  const pad = payerKeys ? await chain.launchpads.get(chain.launchpads.defaultId) : null
  const web = createWeb({ allowLoopback: chain.simulation !== null })
  const stopNotice: { answerByMs: UnixMs | null } = { answerByMs: null }
  const [policy, ids] = [policyOf(config), createRandomIds()]
  const deps: Deps = {
    policy,
    clock: chain.clock,
    ids,
    log,
    metrics,
    storage,
    directory: createKolDirectory(storage),
    launchpads: chain.launchpads,
    web,
    prices: pricesOf(config, { web, clock: chain.clock, log }),
    escrow: createEscrowRails(railsOf(config)),
    webhookSecrets: createSealedBox(new Secret(readSecretKey(config)), 'webhook-secrets'),
    metadata: await metadataStore(config, storage),
    evmCrankKey: config.evm.crankPayerKey,
    crankPayer: pad && config.crankPayerKey ? pad.parseLauncher(config.crankPayerKey) : null,
    payments: config.payments && (await paymentsOf(config.payments, createGasPurse({ storage, policy, ids, clock: chain.clock }))),
    buybackPayer: pad && config.buybackKey ? pad.parseLauncher(config.buybackKey) : null,
    simulation: chain.simulation,
    backups: backupsOf(config, { fromSource: buildCommit() === 'dev' }),
    stopNotice,
  }
  return {
    deps,
    announceStop: (answerByMs) => void (stopNotice.answerByMs = answerByMs),
    close: async () => {
      await storage.close()
      chain.close()
    },
  }
}

async function metadataStore({ metadataStore: name, pinataJwt, baseUrl }: Config, { pins }: Storage): Promise<MetadataStore> {
  if (name === 'self' || pinataJwt === null) return createSelfStore({ baseUrl })
  const { createPinataStore } = await import('./adapters/metadata/pinata-store.ts')
  return createPinataStore({ jwt: pinataJwt, pins })
}

/** None of it is loaded while no payments are taken. */
async function paymentsOf(settings: PaymentSettings, purse: GasPurse): Promise<Payments> {
  const { createPayments } = await import('./adapters/payments/payments.ts')
  try {
    return createPayments({ ...settings, purse })
  } catch (cause) {
    throw new ConfigError(['X402_PAY_TO or X402_FACILITATOR_KEY cannot be used: check the address’s capital letters, and the key'], {
      cause,
    })
  }
}

const JUPITER_URL = 'https://api.jup.ag'

/** Sources tell the machine's time, which a simulated clock may be ahead of. */
function pricesOf(config: Config, { web, clock, log }: { web: Web; clock: Clock; log: Logger }): Prices {
  const { priceSource: source, hermesUrl, pythApiKey, jupiterApiKey: apiKey } = config
  const nowMs = () => clock.machineMs()
  if (source === 'fixed') return createFixedPrices({ usdMicros: config.fixedSolUsd, nowMs: () => clock.nowMs() })
  if (source === 'pyth') {
    return createCachedPrices({ source, read: readHermesQuote({ web, url: hermesUrl, apiKey: pythApiKey }), nowMs, log })
  }
  if (source === 'none' || apiKey === null) return noPrices
  return createCachedPrices({ source, read: readJupiterQuote({ web, url: JUPITER_URL, apiKey, nowMs }), nowMs, log })
}

/** Every rail there can be: which chain it is of is proved by the rail itself. */
function railsOf({ jobsEscrowKey, jobsDevnetRpcUrl }: Config): Record<string, RailLoader> {
  const sim = async () => ledgerRail
  if (jobsEscrowKey === null || jobsDevnetRpcUrl === null) return { [LEDGER_CHAIN_ID]: sim }
  const devnet: RailLoader = async () => {
    const { createDevnetRail } = await import('./adapters/escrow/devnet-rail.ts')
    return createDevnetRail({ rpcUrl: jobsDevnetRpcUrl, payer: parseSolanaLauncher(jobsEscrowKey) })
  }
  return { [LEDGER_CHAIN_ID]: sim, [DEVNET_CHAIN_ID]: devnet }
}

/** What the use cases may know of the configuration. */
export const policyOf = (config: Config): Policy =>
  Object.freeze({
    cluster: config.solanaRpcUrls.length === 0 ? ('simulated' as const) : ('mainnet-beta' as const),
    baseUrl: config.baseUrl,
    serviceTitle: config.serviceTitle,
    buildCommit: buildCommit(),
    approvers: new Set(config.approverWallets),
    treasury: config.treasuryWallet ?? SIMULATED_TREASURY,
    evmTreasury: config.evm.treasury,
    atomicRequired: config.atomicRequired,
    operatorKeyHash: config.operatorApiKey && hashApiKey(config.operatorApiKey.reveal()),
    browserKeyHash: config.browserApiKey && hashApiKey(config.browserApiKey.reveal()),
    opsKeyHashes: new Set(config.opsKeyHashes),
    trustedProxies: config.trustedProxies,
    rateLimits: true,
    jobsEnabled: config.jobsEnabled,
    crankCron: config.crankCron,
    crankDailyLamports: config.crankDailyLamports,
    crankDailyWei: config.evm.crankDailyWei,
    crankMaxLamports: config.crankMaxLamports,
    crankMaxWei: config.evm.crankMaxWei,
    facilitatorDailyWei: config.payments?.facilitatorDailyWei ?? 0n,
    facilitatorGasMax: config.payments?.facilitatorGasMax ?? 0n,
    jobsDailyLamports: config.jobsDailyLamports,
    backupCron: embeddedFile(config) === null ? null : config.backupCron,
    payments: config.payments && { payTo: config.payments.payTo, prices: config.payments.prices },
    buyback: config.buyback,
    pictureQuota: config.room.pictureQuota,
  })

interface ChainParts {
  readonly clock: Clock
  readonly launchpads: LaunchpadRegistry
  readonly simulation: Simulation | null
  close(): void
}

async function simulatedChain(config: Config, real: Clock): Promise<ChainParts> {
  const [
    { openSimulatedDatabase },
    { createSimulatedClock },
    { createSimulatedChain },
    { createSimulatedControl },
    { createSimulatedLaunchpad },
  ] = await Promise.all([
    import('./adapters/launchpads/simulated/open-simulated-database.ts'),
    import('./adapters/simulated-clock.ts'),
    import('./adapters/launchpads/simulated/simulated-chain.ts'),
    import('./adapters/launchpads/simulated/simulated-control.ts'),
    import('./adapters/launchpads/simulated.ts'),
  ])
  const db = openSimulatedDatabase(isMemory(config) ? ':memory:' : join(config.dataDir, 'simulated.db'))
  const clock = createSimulatedClock({ db, real })
  const chain = createSimulatedChain({ db, clock })
  return {
    clock,
    launchpads: createLaunchpadRegistry(
      [{ facts: simulatedFacts(config), load: async () => createSimulatedLaunchpad({ chain, baseUrl: config.baseUrl }) }],
      [{ facts: ZORA_FACTS, reason: whyNoBase(config.evm, false)! }],
    ),
    simulation: { ...createSimulatedControl({ chain }), advanceClock: (ms) => clock.advance(ms) },
    close: () => db.close(),
  }
}

/** What the configuration says of pump. */
export const pumpOptionsOf = ({ solanaRpcUrls: rpcUrls, lookupTable, jitoUrls, jitoTipLamports }: Config): PumpOptions => ({
  rpcUrls,
  lookupTable,
  jitoUrls,
  jitoTipLamports: lamports(jitoTipLamports),
})

function realChain(config: Config, clock: Clock, metrics: Metrics): ChainParts {
  const noteCall: PumpOptions['noteCall'] = (upstream) => (call) =>
    metrics.count('svc_rpc_calls_total', { upstream, ...call, node: String(call.node) })
  const pump = {
    facts: PUMP_FACTS,
    load: async () => {
      const { createPumpLaunchpad } = await import('./adapters/launchpads/pump.ts')
      const jupiter = await jupiterOf(config)
      return createPumpLaunchpad({ ...pumpOptionsOf(config), ...(jupiter && { jupiter }), noteCall })
    },
  }
  const zora = zoraEntry(config.evm, noteCall('base'))
  const reason = whyNoBase(config.evm, true)
  const launchpads = reason === null ? createLaunchpadRegistry([pump, zora]) : createLaunchpadRegistry([pump], [{ ...zora, reason }])
  return { clock, launchpads, simulation: null, close: () => {} }
}

async function jupiterOf({ jupiterApiKey: apiKey }: Config): Promise<PumpOptions['jupiter'] | null> {
  if (apiKey === null) return null
  const { createJupiter } = await import('./adapters/launchpads/pump/jupiter.ts')
  return createJupiter({ web: createWeb(), apiKey, url: JUPITER_URL })
}
