import { createA2a } from '../../src/adapters/a2a/a2a.ts'
import { openSimulatedDatabase } from '../../src/adapters/launchpads/simulated/tables/open-simulated-database.ts'
import { createRandomIds } from '../../src/adapters/random-ids.ts'
import { createSimulatedChain } from '../../src/adapters/launchpads/simulated/simulated-chain.ts'
import { createSimulatedControl } from '../../src/adapters/launchpads/simulated/simulated-control.ts'
import { createSimulatedLaunchpad } from '../../src/adapters/launchpads/simulated/launchpad.ts'
import { createEscrowRails, type RailLoader } from '../../src/adapters/escrow/escrow-rails.ts'
import { ledgerRail } from '../../src/adapters/escrow/ledger-rail.ts'
import { createKolDirectory } from '../../src/adapters/kol-directory.ts'
import { createSelfStore } from '../../src/adapters/metadata/self-store.ts'
import { createLaunchpadRegistry, type LaunchpadEntry } from '../../src/adapters/launchpads/registry.ts'
import { createFixedPrices } from '../../src/adapters/prices/fixed-prices.ts'
import { createNodeWatch } from '../../src/adapters/node-watch.ts'
import { createPrometheus } from '../../src/adapters/prometheus.ts'
import { createMachineTime } from '../../src/adapters/machine-time.ts'
import { createSystemTimers } from '../../src/adapters/system-timers.ts'
import { openStorage } from '../../src/adapters/storage/storage.ts'
import type { IntakeLimits } from '../../src/http/http-deps.ts'
import { coinCardsOf } from '../../src/config/coin-cards.ts'
import { createSignerOpener } from '../../src/adapters/signers/open-signer.ts'
import { crankPayersOf } from '../../src/config/chains.ts'
import { TOY_CHAIN_ID } from './toy-chain.ts'
import { policyOf } from '../../src/config/policy.ts'
import { createBurnWallets } from '../../src/adapters/signers/burn-wallets.ts'
import { readConfig } from '../../src/config/read-config.ts'
import type { KolImport } from '../../src/domain/kols/kol.ts'
import { createRooms } from '../../src/domain/limits/room.ts'
import { createLogger } from '../../src/lib/logger.ts'
import { createSecretBox } from '../../src/lib/secret-box.ts'
import { Secret } from '../../src/lib/secret.ts'
import { type Disk, noDisk } from '../../src/ports/machine/disk.ts'
import { createRedactor } from '../../src/lib/redactor.ts'
import type { Deps } from '../../src/ports/deps.ts'
import type { DisabledLaunchpad } from '../../src/ports/launchpad-registry.ts'
import type { Policy } from '../../src/ports/policy.ts'
import type { Launchpad } from '../../src/ports/launchpad/launchpad.ts'
import type { Acp } from '../../src/ports/acp.ts'
import type { Mail } from '../../src/ports/outbound/mail.ts'
import type { CoinCards } from '../../src/ports/pages/coin-cards.ts'
import type { Payments } from '../../src/ports/payments.ts'
import { METADATA_STORE_REFUSALS, type MetadataStore } from '../../src/ports/metadata-store.ts'
import type { Prices } from '../../src/ports/prices.ts'
import type { Storage } from '../../src/ports/storage/storage.ts'
import { noTracer, type Tracer } from '../../src/ports/tracer.ts'
import type { Web } from '../../src/ports/outbound/web.ts'
import { SETTLERS } from '../../src/settlers.ts'
import { createCountedIds } from './counted-ids.ts'
import { exactLaunchpad, exactly, exactPayments, exactRail } from './exact-refusals.ts'
import { createManualClock, type ManualClock } from './manual-clock.ts'
import { memoryStorage } from './memory-storage.ts'
import { watched, type Watched } from './watched.ts'
import { stubWeb } from './stub-web.ts'

/** What an app of a test has of its own; all else is the default. */
export interface TestAppOptions {
  readonly env?: Record<string, string>
  readonly policy?: Partial<Policy>
  readonly databaseUrl?: string
  /** The simulated chain's file; in memory when not given. */
  readonly simulatedFile?: string
  /** One with room for all when not given. */
  readonly disk?: Disk
  readonly web?: Web
  /** Writes to mailboxes; none when not given. */
  readonly mail?: Mail
  /** 150 dollars a SOL when not given. */
  readonly prices?: Prices
  /** Escrow rails beside the simulated one. */
  readonly rails?: Readonly<Record<string, RailLoader>>
  /** Who is in the directory; nobody when not given. */
  readonly kols?: readonly KolImport[]
  readonly metadata?: (storage: Storage) => MetadataStore
  /** Takes payments; the terms come from the environment. */
  readonly payments?: Payments
  /** Sells launches on a marketplace. */
  readonly acp?: Acp
  /** Draws the cards of coins; a process for each when not given. */
  readonly coinCards?: CoinCards
  /** Traces nothing when not given. */
  readonly tracer?: Tracer
  /** Replaces members of the simulated launchpad. */
  readonly pad?: (pad: Launchpad) => Launchpad
  /** Who sleeps moves the clock on: for chains that go on by themselves. */
  readonly impatient?: boolean
  /** How much of bodies is taken in; the service's own limits when not given. */
  readonly intake?: IntakeLimits
  /** More launchpads beside it, and some that are switched off. */
  readonly entries?: (pad: Launchpad) => readonly LaunchpadEntry[]
  readonly disabled?: readonly DisabledLaunchpad[]
}

/** Adapters of an app whose calls a test counts, and into which it steps. */
export interface Between {
  readonly pad: Watched<Launchpad>
  readonly storage: Watched<Storage>
  readonly idempotency: Watched<Storage['idempotency']>
}

/** The dependencies of one app, with what a test sees of them. */
export interface TestDeps {
  readonly deps: Deps
  readonly clock: ManualClock
  readonly pad: Launchpad
  /** The adapters that a test may step into. */
  readonly between: Between
  /** Every line logged so far. */
  readonly logLines: string[]
  close(): Promise<void>
}

const exactRails = (loaders: Readonly<Record<string, RailLoader>>): Record<string, RailLoader> =>
  Object.fromEntries(Object.entries(loaders).map(([chainId, load]) => [chainId, async () => exactRail(await load())]))

const exactEntry = ({ facts, load }: LaunchpadEntry): LaunchpadEntry => ({ facts, load: async () => exactLaunchpad(await load()) })

/** All in memory: SQLite, simulated launchpad, a clock moved by hand, counted ids, and no network. `env` yields to that of the options. */
export async function createTestDeps(options: TestAppOptions, env: Readonly<Record<string, string>>): Promise<TestDeps> {
  const manual = createManualClock()
  const clock = options.impatient ? { ...manual, sleep: (ms: number) => manual.advance(ms) } : manual
  const logLines: string[] = []
  const config = readConfig({
    DATABASE_URL: 'sqlite::memory:',
    BASE_URL: 'http://launch.test',
    // What tests send comes from addresses of the world; test/http/secure-transport.test.ts takes it away.
    ALLOW_PLAIN_HTTP: '1',
    SIMULATED_OPEN: '1',
    ...env,
    ...options.env,
  })
  const opened = await (options.databaseUrl === undefined ? memoryStorage() : openStorage(new Secret(options.databaseUrl)))
  const idempotency = watched(opened.idempotency)
  const whole = watched<Storage>(
    new Proxy(opened, { get: (target, name) => (name === 'idempotency' ? idempotency.port : Reflect.get(target, name, target)) }),
  )
  const storage = whole.port
  if (options.kols) await storage.kols.upsert(options.kols)
  const db = openSimulatedDatabase(options.simulatedFile ?? ':memory:')
  const { bytes: randomBytes } = createRandomIds()
  const chain = createSimulatedChain({ db, clock, randomBytes })
  const simulated = createSimulatedLaunchpad({ chain, baseUrl: config.server.baseUrl, randomBytes })
  const launchpad = watched(exactLaunchpad(options.pad?.(simulated) ?? simulated))
  const pad = launchpad.port
  const openSigner = createSignerOpener(createMachineTime(), config.aws)
  const [metrics, policy] = [createPrometheus(), policyOf(config)]
  const deps: Deps = {
    policy: { ...policy, chains: { ...policy.chains, [TOY_CHAIN_ID]: policy.chains[pad.facts.chainId]! }, ...options.policy },
    clock,
    timers: createSystemTimers(),
    ids: createCountedIds(),
    keyedRandom: () => 0,
    log: createLogger({ level: 'debug', nowMs: clock.nowMs, write: (line) => logLines.push(line) }),
    redact: createRedactor(config.secrets),
    metrics,
    tracer: options.tracer ?? noTracer,
    nodes: createNodeWatch({ log: () => deps.log, metrics }),
    storage,
    rooms: createRooms(clock),
    disk: options.disk ?? noDisk,
    directory: createKolDirectory(storage),
    launchpads: createLaunchpadRegistry(
      [{ facts: pad.facts, load: async () => pad }, ...(options.entries?.(pad) ?? []).map(exactEntry)],
      options.disabled,
    ),
    web: options.web ?? stubWeb(),
    mail: options.mail ?? null,
    prices: options.prices ?? createFixedPrices({ usdMicros: config.prices.fixedSolUsdMicros, nowMs: clock.nowMs }),
    escrow: createEscrowRails(exactRails({ sim: async () => ledgerRail, ...options.rails })),
    metadata: exactly(options.metadata?.(storage) ?? createSelfStore({ baseUrl: config.server.baseUrl }), METADATA_STORE_REFUSALS),
    crankPayers: await crankPayersOf(config, openSigner),
    burnWallets: config.buyback.earningsKey && createBurnWallets(config.buyback.earningsKey),
    buybackPayer: config.buyback.key && (await openSigner(pad.facts.chainId, config.buyback.key)),
    a2a: createA2a(new Secret('a test key')),
    acp: options.acp ?? null,
    webhookSecrets: createSecretBox(new Secret('a test key'), 'webhook-secrets'),
    oauthTokens: createSecretBox(new Secret('a test key'), 'oauth-tokens'),
    paymentChallenges: createSecretBox(new Secret('a test key'), 'payment-challenges'),
    approverTokens: createSecretBox(new Secret('a test key'), 'approver-tokens'),
    backups: null,
    coinCards: options.coinCards ?? coinCardsOf({ fromSource: true, timeoutMs: 600_000 }),
    settlers: SETTLERS,
    stopNotice: { answerByMs: null },
    payments: options.payments ? exactPayments(options.payments) : null,
    simulation: {
      ...createSimulatedControl({ chain }),
      advanceClock: (ms) => {
        void clock.advance(ms)
        return clock.nowMs()
      },
    },
  }
  const close = async () => {
    await storage.close()
    db.close()
  }
  return { deps, clock, pad, between: { pad: launchpad, storage: whole, idempotency }, logLines, close }
}
