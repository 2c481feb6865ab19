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
import { ZORA_FACTS } from '../../src/adapters/launchpads/zora/facts.ts'
import { createPrometheus } from '../../src/adapters/prometheus.ts'
import { createSystemTimers } from '../../src/adapters/system-timers.ts'
import { openStorage } from '../../src/adapters/storage/storage.ts'
import { createApp } from '../../src/app.ts'
import type { IntakeLimits } from '../../src/http/http-deps.ts'
import { coinCardsOf } from '../../src/config/coin-cards.ts'
import { crankKeysOf } from '../../src/config/chains.ts'
import { newKeyPair } from './new-key-pair.ts'
import { TOY_CHAIN_ID } from './toy-chain.ts'
import { policyOf } from '../../src/config/policy.ts'
import { readConfig } from '../../src/config/read-config.ts'
import type { Mint, Wallet } from '../../src/domain/brands.ts'
import type { KolImport } from '../../src/domain/kols/kol.ts'
import { toBase58, toBase64 } from '../../src/lib/bytes.ts'
import { type KeyPair, signDetached } from '../../src/lib/ed25519.ts'
import { createLogger } from '../../src/lib/logger.ts'
import { createSecretBox } from '../../src/lib/secret-box.ts'
import { Secret } from '../../src/lib/secret.ts'
import { type Disk, noDisk } from '../../src/ports/disk.ts'
import { createRedactor } from '../../src/lib/redactor.ts'
import type { Deps, DisabledLaunchpad, Policy } from '../../src/ports/deps.ts'
import type { Launchpad } from '../../src/ports/launchpad/launchpad.ts'
import type { Acp } from '../../src/ports/acp.ts'
import type { CoinCards } from '../../src/ports/pages/coin-cards.ts'
import type { Mail } from '../../src/ports/outbound/mail.ts'
import type { Payments } from '../../src/ports/payments.ts'
import { METADATA_STORE_REFUSALS, type MetadataStore } from '../../src/ports/metadata-store.ts'
import type { Prices } from '../../src/ports/prices.ts'
import type { Storage } from '../../src/ports/storage/storage.ts'
import type { Web } from '../../src/ports/outbound/web.ts'
import { SETTLERS } from '../../src/settlers.ts'
import { checkAnswer } from './check-answer.ts'
import { hiddenPaths } from './hidden-routes.ts'
import { createCountedIds } from './counted-ids.ts'
import { exactLaunchpad, exactly, exactPayments, exactRail } from './exact-refusals.ts'
import { createManualClock, type ManualClock } from './manual-clock.ts'

export const OPERATOR_KEY = 'operator-key-of-the-tests'

/** A person or agent with a wallet. */
export interface Person {
  readonly wallet: Wallet
  /** Base58 of 64 bytes. */
  readonly secret: string
  readonly pair: KeyPair
}

export function newPerson(): Person {
  const pair = newKeyPair()
  return { pair, wallet: toBase58(pair.publicKey) as Wallet, secret: toBase58(pair.secretKey.reveal()) }
}

export interface Answer {
  readonly status: number
  readonly body: any
  readonly headers: Headers
}

export interface CallOptions {
  readonly key?: string | undefined
  readonly headers?: Record<string, string>
  /** The peer's address; 198.51.100.7 when not given. */
  readonly address?: string
}

export interface TestApp {
  readonly deps: Deps
  readonly clock: ManualClock
  readonly pad: Launchpad
  /** Every line logged so far. */
  readonly logLines: string[]
  readonly approver: Person
  readonly launcher: Person
  call(method: string, path: string, body?: unknown, options?: CallOptions): Promise<Answer>
  raw(request: Request, address?: string): Promise<Response>
  /** A claimed key's text. */
  claim(): Promise<string>
  /** A valid launch body with a picture and three crew wallets; members given replace its own, undefined ones vanish. */
  launchBody(changes?: Record<string, unknown>): Record<string, any>
  /** The wallet headers for a message. */
  signed(person: Person, message: (timestamp: string) => string): Record<string, string>
  close(): Promise<void>
}

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

/** 80 bytes with the structure of a PNG of 256 pixels square; its pixels are none. */
export const pngBytes = (seed = 0): Uint8Array => {
  const bytes = new Uint8Array(80).fill(seed)
  bytes.set([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  bytes.set([0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52, 0, 0, 1, 0, 0, 0, 1, 0, 8, 2, 0, 0, 0], 8)
  bytes.set([0, 0, 0, 23, 0x49, 0x44, 0x41, 0x54, 0x78, 0x9c], 33)
  bytes.set([0, 0, 0, 0, 0x49, 0x45, 0x4e, 0x44, 0xae, 0x42, 0x60, 0x82], 68)
  const view = new DataView(bytes.buffer)
  for (const [from, until] of [
    [12, 29],
    [37, 64],
  ] as const)
    view.setUint32(until, Bun.hash.crc32(bytes.subarray(from, until)))
  return bytes
}

const noWeb: Web = {
  get: () => Promise.reject(new Error('this test expects no fetch')),
  post: () => Promise.reject(new Error('this test expects no fetch')),
}

/** What /openapi.json says and OAuth’s routes, of an app of its own that knows of the launchpads that any service knows of. */
async function readDocument({ payments, env }: TestAppOptions): Promise<unknown> {
  const disabled = [{ facts: ZORA_FACTS, reason: 'It is off.' }]
  const app = await createTestApp({ disabled, ...(payments ? { payments, ...(env ? { env } : {}) } : {}) })
  const answer = await createApp(app.deps)(new Request('http://launch.test/openapi.json'), '198.51.100.7')
  const document = (await answer.json()) as { readonly paths: object }
  await app.close()
  return { ...document, paths: { ...document.paths, ...hiddenPaths(app.deps) } }
}

/** Returns when the answer is one that /openapi.json has. @throws Error that says what the document lacks */
export const checkDocumented = (request: Request, response: Response, options: TestAppOptions = {}): Promise<void> =>
  checkAnswer(() => readDocument(options), request, response, options.payments ? 'paid' : 'keys alone')

const exactRails = (loaders: Readonly<Record<string, RailLoader>>): Record<string, RailLoader> =>
  Object.fromEntries(Object.entries(loaders).map(([chainId, load]) => [chainId, async () => exactRail(await load())]))

const exactEntry = ({ facts, load }: LaunchpadEntry): LaunchpadEntry => ({ facts, load: async () => exactLaunchpad(await load()) })

/** The whole app in memory: SQLite, simulated launchpad, a clock moved by hand, counted ids, and no network. */
export async function createTestApp(options: TestAppOptions = {}): Promise<TestApp> {
  const approver = newPerson()
  const launcher = newPerson()
  const manual = createManualClock()
  const clock = options.impatient ? { ...manual, sleep: (ms: number) => manual.advance(ms) } : manual
  const logLines: string[] = []
  const config = readConfig({
    DATABASE_URL: 'sqlite::memory:',
    OPERATOR_API_KEY: OPERATOR_KEY,
    APPROVER_WALLETS: approver.wallet,
    BASE_URL: 'http://launch.test',
    // What tests send comes from addresses of the world; test/http/secure-transport.test.ts takes it away.
    ALLOW_PLAIN_HTTP: '1',
    SIMULATED_OPEN: '1',
    ...options.env,
  })
  const storage = await openStorage(new Secret(options.databaseUrl ?? 'sqlite::memory:'))
  if (options.kols) await storage.kols.upsert(options.kols)
  const db = openSimulatedDatabase(options.simulatedFile ?? ':memory:')
  const { bytes: randomBytes } = createRandomIds()
  const chain = createSimulatedChain({ db, clock, randomBytes })
  const simulated = createSimulatedLaunchpad({ chain, baseUrl: config.server.baseUrl, randomBytes })
  const pad = exactLaunchpad(options.pad?.(simulated) ?? simulated)
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
    nodes: createNodeWatch({ log: () => deps.log, metrics }),
    storage,
    disk: options.disk ?? noDisk,
    directory: createKolDirectory(storage),
    launchpads: createLaunchpadRegistry(
      [{ facts: pad.facts, load: async () => pad }, ...(options.entries?.(pad) ?? []).map(exactEntry)],
      options.disabled,
    ),
    web: options.web ?? noWeb,
    mail: options.mail ?? null,
    prices: options.prices ?? createFixedPrices({ usdMicros: config.prices.fixedSolUsdMicros, nowMs: clock.nowMs }),
    escrow: createEscrowRails(exactRails({ sim: async () => ledgerRail, ...options.rails })),
    metadata: exactly(options.metadata?.(storage) ?? createSelfStore({ baseUrl: config.server.baseUrl }), METADATA_STORE_REFUSALS),
    crankKeys: crankKeysOf(config),
    buybackPayer: config.buyback.key && pad.parseLauncher(config.buyback.key),
    a2a: createA2a(new Secret('a test key')),
    acp: options.acp ?? null,
    webhookSecrets: createSecretBox(new Secret('a test key'), 'webhook-secrets'),
    oauthTokens: createSecretBox(new Secret('a test key'), 'oauth-tokens'),
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
  // What a test sends together is under way together, however slow the machine is.
  const handle = createApp(deps, { inTurn: { most: 10_000, workMs: 60_000 }, ...options.intake })
  const raw = async (request: Request, address = '198.51.100.7') => {
    const response = await handle(request, address)
    await checkDocumented(request, response, options)
    return response
  }
  let claims = 0

  const app: TestApp = {
    deps,
    clock,
    pad,
    logLines,
    approver,
    launcher,
    raw,
    async call(method, path, body, { key, headers, address } = {}) {
      const request = new Request(`http://launch.test${path}`, {
        method,
        headers: {
          ...(key ? { 'x-svc-api-key': key } : {}),
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...headers,
        },
        body: body === undefined ? null : typeof body === 'string' ? body : JSON.stringify(body),
      })
      const response = await raw(request, address)
      const text = await response.text()
      const json = /json/.test(response.headers.get('content-type') ?? '')
      return { status: response.status, body: json ? JSON.parse(text) : text, headers: response.headers }
    },
    async claim() {
      claims += 1
      const { status, body } = await app.call('POST', '/api/agent/keys/claim', {}, { address: `203.0.113.${claims}` })
      if (status !== 201) throw new Error(`claim answered ${status}`)
      return body.key as string
    },
    launchBody: (changes = {}) => ({
      name: 'Night Market Frog',
      ticker: 'NMFROG',
      description: 'A frog that trades noodles at night.',
      imageBase64: toBase64(pngBytes()),
      crew: [
        { handle: '@one', wallet: CREW_WALLETS[0], share: 50 },
        { handle: '@two', wallet: CREW_WALLETS[1], share: 30, hireRole: 'raid' },
        { handle: '@three', wallet: CREW_WALLETS[2], share: 20, hireRole: 'chart' },
      ],
      launcherPubkey: launcher.wallet,
      ...changes,
    }),
    signed(person, message) {
      const timestamp = String(clock.nowMs())
      return {
        'x-svc-wallet': person.wallet,
        'x-svc-timestamp': timestamp,
        'x-svc-signature': toBase58(signDetached(new TextEncoder().encode(message(timestamp)), person.pair)),
      }
    },
    close: async () => {
      await storage.close()
      db.close()
    },
  }
  return app
}

/** Ten fresh wallets for crews. */
export const CREW_WALLETS: readonly Wallet[] = Array.from({ length: 10 }, () => newPerson().wallet)

/** The mint of an answer, typed. */
export const mintOf = (answer: Answer): Mint => answer.body.mint as Mint
