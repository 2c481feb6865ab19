import { NO_BOUNDS } from '../../../src/domain/keys/key-bounds.ts'
import { createRandomIds } from '../../../src/adapters/random-ids.ts'
import { createPumpContext, createPumpLaunchpad } from '../../../src/adapters/launchpads/pump/launchpad.ts'
import { createOperatorTable } from '../../../src/adapters/launchpads/pump/launch/lookup-table-admin.ts'
import { PUMP_FACTS } from '../../../src/adapters/launchpads/pump/facts.ts'
import { createLaunchpadRegistry } from '../../../src/adapters/launchpads/registry.ts'
import { createApp } from '../../../src/app.ts'
import { compose } from '../../../src/compose.ts'
import { pumpOptionsOf } from '../../../src/config/pump-options.ts'
import { readConfig } from '../../../src/config/read-config.ts'
import { apiKeyText, hashApiKey } from '../../../src/domain/api-key.ts'
import { type KeyId, unixMs, type Wallet } from '../../../src/domain/brands.ts'
import type { LockPath } from '../../../src/domain/lock-path.ts'
import { toBase64 } from '../../../src/lib/bytes.ts'
import { createLogger } from '../../../src/lib/logger.ts'
import { Secret } from '../../../src/lib/secret.ts'
import type { Clock } from '../../../src/ports/clock.ts'
import type { Deps } from '../../../src/ports/deps.ts'
import { checkDocumented, newPerson, OPERATOR_KEY, type Person, pngBytes } from '../../support/test-app.ts'
import { type ChainServer, type ChainServerOptions, startChainServer } from './chain-server.ts'
import { type FaultProxy, startFaultProxy } from './fault-proxy.ts'
import { settle, SOL } from './pump-scene.ts'
import { machineTime } from '../../support/machine-time.ts'

export interface ServiceSceneOptions extends ChainServerOptions {
  withTable?: boolean
  /** Bundles go to the chain server's own block engine. */
  withJito?: boolean
  allowedPaths?: readonly LockPath[]
  env?: Record<string, string>
  /** How much faster than its sleeps the service's clock runs; waiting for a dark chain takes no time then. */
  sleepFactor?: number
  /** The service's clock, in the place of the one that sleeps no longer than a turn. */
  clock?: Clock
  /** How long the service waits for the node. */
  rpcTimeoutMs?: number
}

export interface HttpAnswer {
  status: number
  text: string
  /** Null where the text is no JSON. */
  body: any
  headers: Headers
}

/** The service as it is configured for mainnet, pointed through a fault proxy at a chain with the real programs. */
export interface ServiceScene {
  server: ChainServer
  proxy: FaultProxy
  deps: Deps
  treasury: Wallet
  logLines: string[]
  fundedPerson(lamports?: bigint): Person
  call(method: string, path: string, body?: unknown, options?: CallOptions): Promise<HttpAnswer>
  post(path: string, body: unknown, options?: CallOptions): Promise<HttpAnswer>
  /** A key that was claimed with a referral, by its text. */
  referredKey(referrer: Person): Promise<string>
  launchBody(crew: number, launcher: Person, changes?: Record<string, unknown>): Record<string, any>
  close(): Promise<void>
}

export interface CallOptions {
  launcher?: Person
  key?: string
  headers?: Record<string, string>
}

/** The programs run in this very process: on a busy machine an answer of theirs takes its time. */
const RPC_TIMEOUT_MS = 2_000

export async function createServiceScene(options: ServiceSceneOptions = {}): Promise<ServiceScene> {
  const {
    withTable,
    withJito,
    allowedPaths,
    env,
    sleepFactor = 1,
    clock = fastClock(sleepFactor),
    rpcTimeoutMs = RPC_TIMEOUT_MS,
    ...chainOptions
  } = options
  const server = startChainServer(chainOptions)
  const proxy = await startFaultProxy(server.url)
  const treasury = newPerson().wallet
  const config = readConfig({
    DATABASE_URL: 'sqlite::memory:',
    OPERATOR_API_KEY: OPERATOR_KEY,
    BASE_URL: 'https://launch.test',
    SOLANA_RPC_URL: proxy.url,
    TREASURY_WALLET: treasury,
    ...(withJito ? { JITO_URLS: server.jitoUrl } : {}),
    ...(withTable ? { LOOKUP_TABLE: await makeTable(server) } : {}),
    ...env,
  })
  const logLines: string[] = []
  const log = createLogger({ level: 'debug', nowMs: () => 0, write: (line) => void logLines.push(line) })
  const service = await compose(config, { log })
  const deps: Deps = {
    ...service.deps,
    policy: { ...service.deps.policy, rateLimits: false },
    clock,
    launchpads: createLaunchpadRegistry([
      {
        facts: PUMP_FACTS,
        load: async () =>
          createPumpLaunchpad({
            ...pumpOptionsOf({ ids: createRandomIds(), time: machineTime }, config.solana),
            rpcTimeoutMs,
            ...(allowedPaths ? { allowedPaths } : {}),
          }),
      },
    ]),
  }
  const handle = createApp(deps)
  let keys = 0

  const call: ServiceScene['call'] = async (method, path, body, { launcher, key = OPERATOR_KEY, headers = {} } = {}) => {
    const request = new Request(`https://launch.test${path}`, {
      method,
      headers: {
        'x-svc-api-key': key,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(launcher ? { 'x-launcher-key': launcher.secret } : {}),
        ...headers,
      },
      body: body === undefined ? null : JSON.stringify(body),
    })
    const response = await handle(request, '198.51.100.7', { tls: true, crowded: false })
    await checkDocumented(request, response)
    const text = await response.text()
    const isJson = /json/.test(response.headers.get('content-type') ?? '')
    return { status: response.status, text, body: isJson ? JSON.parse(text) : null, headers: response.headers }
  }

  return {
    server,
    proxy,
    deps,
    treasury,
    logLines,
    call,
    post: (path, body, callOptions) => call('POST', path, body, callOptions),
    fundedPerson(lamports = 5n * SOL) {
      const person = newPerson()
      server.chain.airdrop(person.wallet, lamports)
      return person
    },
    async referredKey(referrer) {
      keys += 1
      const text = apiKeyText(new Uint8Array(32).fill(keys))
      await deps.storage.keys.insert(
        {
          id: `ak_referred${keys}` as KeyId,
          label: 'referred',
          agentName: null,
          model: null,
          fingerprint: hashApiKey(text).slice(0, 8),
          launchesPerHour: 100,
          requireApproval: false,
          ops: false,
          referral: { code: 'FRIEND', wallet: referrer.wallet, handle: '@friend' },
          active: true,
          previous: null,
          bounds: NO_BOUNDS,
          createdAtMs: unixMs(Date.now()),
          lastUsedAtMs: null,
        },
        { hash: hashApiKey(text), claimAddress: null, claimSite: null },
      )
      return text.reveal()
    },
    launchBody: (crew, launcher, changes = {}) => ({
      name: 'Night Market Frog',
      ticker: 'NMFROG',
      description: 'A frog that trades noodles at night.',
      imageBase64: toBase64(pngBytes()),
      crew: crewOf(crew),
      launcherPubkey: launcher.wallet,
      ...changes,
    }),
    close: async () => {
      await service.close()
      await proxy.stop()
      await server.stop()
    },
  }
}

/** So many new wallets whose shares differ where they can, and total 100. */
export const crewOf = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    handle: `crew${index}`,
    wallet: newPerson().wallet as string,
    share: index === 0 ? 100 - Math.floor(100 / count) * (count - 1) : Math.floor(100 / count),
  }))

function fastClock(factor: number): Clock {
  let skippedMs = 0
  return {
    nowMs: () => unixMs(Date.now() + skippedMs),
    machineMs: () => unixMs(Date.now()),
    elapsedMs: () => performance.now(),
    sleep: async (ms) => {
      skippedMs += ms * factor
      await new Promise<void>((resolve) => setImmediate(resolve))
    },
  }
}

/** The operator's table, made by the service's own administration. */
async function makeTable(server: ChainServer): Promise<string> {
  const options = pumpOptionsOf(
    { ids: createRandomIds(), time: machineTime },
    readConfig({ SOLANA_RPC_URL: server.url, TREASURY_WALLET: newPerson().wallet }).solana,
  )
  const launchpad = createPumpLaunchpad(options)
  const operator = newPerson()
  server.chain.airdrop(operator.wallet, SOL)
  const change = await createOperatorTable(createPumpContext(options), launchpad.parseLauncher(new Secret(operator.secret)))
  await settle(launchpad, change.transactions)
  server.chain.advanceSlots(2)
  server.requests.length = 0
  return change.table
}

/** Successful transactions that this wallet paid for: what it was charged for, whatever the service says. */
export const landedBy = ({ server }: Pick<ServiceScene, 'server'>, { wallet }: Person) =>
  [...server.chain.ledger.values()].filter(({ keys, err }) => keys.all[0] === wallet && err === null)

/** What a node or a block engine was given to send. */
export const sendsTo = ({ server }: Pick<ServiceScene, 'server'>): number =>
  server.requests.filter(({ method }) => method === 'sendTransaction' || method === 'sendBundle').length
