import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { createEscrowRails } from './adapters/escrow/escrow-rails.ts'
import { createKolDirectory } from './adapters/kol-directory.ts'
import type { PumpOptions } from './adapters/launchpads/pump/launchpad.ts'
import { PUMP_FACTS } from './adapters/launchpads/pump/facts.ts'
import { createLaunchpadRegistry } from './adapters/launchpads/registry.ts'
import { ZORA_FACTS } from './adapters/launchpads/zora/facts.ts'
import { simulatedFacts } from './adapters/launchpads/simulated/facts.ts'
import { createNodeWatch } from './adapters/node-watch.ts'
import { createPrometheus } from './adapters/prometheus.ts'
import { createRandomIds } from './adapters/random-ids.ts'
import { createStdoutLines } from './adapters/stdout-lines.ts'
import { openStorage } from './adapters/storage/storage.ts'
import { createSystemClock } from './adapters/system-clock.ts'
import { createWeb } from './adapters/outbound/guarded-fetch.ts'
import { backupsOf, diskOf, embeddedFile, isMemory } from './config/embedded-database.ts'
import { keepSecretKey, readSecretKey } from './config/secret-key.ts'
import { lamports, type UnixMs, type Wallet } from './domain/brands.ts'
import type { Config } from './config/read-config.ts'
import { whyNoBase, zoraEntry } from './config/evm-config.ts'
import { jupiterOf, metadataStore, paymentsOf, pricesOf, railsOf } from './outside-services.ts'
import { hashApiKey } from './domain/api-key.ts'
import { type Purse, PURSES } from './domain/money/spending.ts'
import { LIMITS } from './domain/limits.ts'
import { createGasPurse } from './features/budgets/gas-purse.ts'
import { createLogger, type Logger } from './lib/logger.ts'
import { createSealedBox } from './lib/sealed-box.ts'
import { Secret } from './lib/secret.ts'
import { createStrikeOut } from './lib/strike-out.ts'
import { createUnforeseen } from './lib/unforeseen.ts'
import type { Clock } from './ports/clock.ts'
import { SETTLERS } from './settlers.ts'
import type { Deps, LaunchpadRegistry, Policy } from './ports/deps.ts'
import type { Metrics } from './ports/metrics.ts'
import type { NodeWatch } from './ports/nodes.ts'
import type { Simulation } from './ports/simulation.ts'

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
  const disk = diskOf(config)
  const storage = await openStorage(config.databaseUrl.reveal(), { onFault: ({ code }) => code === 'storage_full' && disk.letGo() })
  disk.balance()
  const metrics = createPrometheus()
  const strikeOut = createStrikeOut([...config.secrets.reveal(), readSecretKey(config)])
  // The log comes after the chain, whose clock it goes by; no node is asked anything before.
  const nodes: NodeWatch = createNodeWatch({ log: () => log, metrics })
  const chain =
    config.solanaRpcUrls.length === 0 ? await simulatedChain(config, systemClock) : realChain(config, systemClock, { metrics, nodes })
  const log =
    options.log ??
    createLogger({
      level: config.logLevel,
      pretty: config.logFormat === 'pretty',
      nowMs: chain.clock.nowMs,
      write: createStdoutLines(),
      strikeOut,
    })
  const payerKeys = config.crankPayerKey ?? config.buybackKey
  const pad = payerKeys ? await chain.launchpads.get(chain.launchpads.defaultId) : null
  const web = createWeb({ allowLoopback: chain.simulation !== null && config.simulatedOpen })
  const stopNotice: { answerByMs: UnixMs | null } = { answerByMs: null }
  const [policy, ids] = [policyOf(config), createRandomIds()]
  const deps: Deps = {
    policy,
    clock: chain.clock,
    ids,
    unforeseen: createUnforeseen(new Secret(readSecretKey(config))),
    log,
    strikeOut,
    metrics,
    nodes,
    storage,
    disk,
    directory: createKolDirectory(storage),
    launchpads: chain.launchpads,
    web,
    prices: pricesOf(config, { web, clock: chain.clock, log }),
    escrow: createEscrowRails(railsOf(config, nodes.note)),
    webhookSecrets: createSealedBox(new Secret(readSecretKey(config)), 'webhook-secrets'),
    metadata: await metadataStore(config, storage),
    evmCrankKey: config.evm.crankPayerKey,
    crankPayer: pad && config.crankPayerKey ? pad.parseLauncher(config.crankPayerKey) : null,
    payments:
      config.payments &&
      (await paymentsOf(config.payments, { purse: createGasPurse({ storage, policy, ids, clock: chain.clock }), noteNode: nodes.note })),
    buybackPayer: pad && config.buybackKey ? pad.parseLauncher(config.buybackKey) : null,
    simulation: chain.simulation,
    backups: backupsOf(config, { fromSource: buildCommit() === 'dev' }),
    stopNotice,
    settlers: SETTLERS,
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

/** The wallets that the configuration gives a key of. */
const spendingPurses = ({ crankPayerKey, evm, payments, buybackKey, jobsEscrowKey }: Config): readonly Purse[] => {
  const settlesHere = payments !== null && 'key' in payments.facilitator
  const keys = {
    crank: crankPayerKey,
    'evm-crank': evm.crankPayerKey,
    facilitator: settlesHere || null,
    buyback: buybackKey,
    escrow: jobsEscrowKey,
  }
  return PURSES.filter((purse) => keys[purse] !== null)
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
    simulatedOpen: config.solanaRpcUrls.length === 0 && config.simulatedOpen,
    operatorKeyHash: config.operatorApiKey && hashApiKey(config.operatorApiKey.reveal()),
    browserKeyHash: config.browserApiKey && hashApiKey(config.browserApiKey.reveal()),
    opsKeyHashes: new Set(config.opsKeyHashes),
    trustedProxies: config.trustedProxies,
    allowPlainHttp: config.allowPlainHttp,
    rateLimits: true,
    jobsEnabled: config.jobsEnabled,
    crankCron: config.crankCron,
    spendingPurses: spendingPurses(config),
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
    dryRunQuota: { own: LIMITS.dryRunsPerOwner, all: LIMITS.dryRunsMax },
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
    import('./adapters/launchpads/simulated/tables/open-simulated-database.ts'),
    import('./adapters/simulated-clock.ts'),
    import('./adapters/launchpads/simulated/simulated-chain.ts'),
    import('./adapters/launchpads/simulated/simulated-control.ts'),
    import('./adapters/launchpads/simulated/launchpad.ts'),
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

function realChain(config: Config, clock: Clock, { metrics, nodes }: { metrics: Metrics; nodes: NodeWatch }): ChainParts {
  const noteCall: PumpOptions['noteCall'] = (upstream) => (call) =>
    metrics.count('svc_rpc_calls_total', { upstream, ...call, node: String(call.node) })
  const pump = {
    facts: PUMP_FACTS,
    load: async () => {
      const { createPumpLaunchpad } = await import('./adapters/launchpads/pump/launchpad.ts')
      const jupiter = await jupiterOf(config)
      return createPumpLaunchpad({ ...pumpOptionsOf(config), ...(jupiter && { jupiter }), noteCall, noteNode: nodes.note })
    },
  }
  const zora = zoraEntry(config.evm, { noteCall: noteCall('base'), noteNode: nodes.note })
  const reason = whyNoBase(config.evm, true)
  const launchpads = reason === null ? createLaunchpadRegistry([pump, zora]) : createLaunchpadRegistry([pump], [{ ...zora, reason }])
  return { clock, launchpads, simulation: null, close: () => {} }
}
