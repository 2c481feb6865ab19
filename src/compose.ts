import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { createA2a } from './adapters/a2a/a2a.ts'
import { createEscrowRails } from './adapters/escrow/escrow-rails.ts'
import { createKolDirectory } from './adapters/kol-directory.ts'
import { openLaunchpads } from './adapters/launchpads/registry.ts'
import { createNodeWatch } from './adapters/node-watch.ts'
import { createPrometheus } from './adapters/prometheus.ts'
import { createRandomIds } from './adapters/random-ids.ts'
import { createStdoutLines } from './adapters/stdout-lines.ts'
import { createBurnWallets } from './adapters/signers/burn-wallets.ts'
import { createSignerOpener } from './adapters/signers/open-signer.ts'
import { openStorage } from './adapters/storage/storage.ts'
import { createMachineTime } from './adapters/machine-time.ts'
import { createFollowedClock } from './adapters/followed-clock.ts'
import { followDatabase } from './adapters/follow-database.ts'
import { createGuardedFetch } from './adapters/outbound/guarded-fetch.ts'
import { coinCardsOf } from './config/coin-cards.ts'
import { backupsOf, diskOf, isMemory } from './config/embedded-database.ts'
import { keepSecretKey, readSecretKey } from './config/secret-key.ts'
import type { UnixMs } from './domain/brands.ts'
import type { Config } from './config/config.ts'
import { crankPayersOf } from './config/chains.ts'
import { isSimulated } from './config/is-simulated.ts'
import { launchpadsOf } from './config/launchpads.ts'
import { buildCommit } from './config/build-commit.ts'
import { policyOf } from './config/policy.ts'
import { paymentSettingsOf } from './config/payment-settings.ts'
import { acpOf, mailOf, metadataStore, openTracer, paymentsOf, pricesOf, railsOf, tracedSigners } from './outside-services.ts'
import { createGasBudget } from './features/budgets/gas-budget.ts'
import { createRooms } from './domain/limits/room.ts'
import { createLogger, type Logger } from './lib/logger.ts'
import { createSecretBox } from './lib/secret-box.ts'
import { Secret } from './lib/secret.ts'
import { createRedactor } from './lib/redactor.ts'
import { createKeyedRandom } from './lib/keyed-random.ts'
import type { Clock, IdSource, MachineTime } from './ports/clock.ts'
import { SETTLERS } from './settlers.ts'
import type { Deps } from './ports/deps.ts'
import type { Launchpad } from './ports/launchpad/launchpad.ts'
import type { NodeWatch } from './ports/node-watch.ts'
import type { Simulation } from './ports/simulation.ts'

/** A server's dependencies, and how to close them. */
export interface Composed {
  readonly deps: Deps
  /** Sets the time by which every answer must be sent. */
  announceStop(answerByMs: UnixMs): void
  close(): Promise<void>
}

/** What a caller replaces: the log, or the stream it is written to (standard output), and the machine's time. */
export interface ComposeOptions {
  readonly log?: Logger
  readonly logOutput?: typeof process.stderr
  readonly time?: MachineTime
}

/** Builds every adapter of the configuration. Opens files; sends nothing. */
export async function compose(config: Config, options: ComposeOptions = {}): Promise<Composed> {
  const { data, buyback } = config
  if (!isMemory(data)) mkdirSync(data.dataDir, { recursive: true, mode: 0o700 })
  const ids = createRandomIds()
  keepSecretKey({ ids }, data)
  const { time, chain, unfollow, ...ground } = await layGround({ ids }, config, options)
  const { storage, nodes, clock } = ground
  const tracer = openTracer(config, { time, ids })
  const launchpads = openLaunchpads(launchpadsOf(config), {
    tracer,
    recordCall: (upstream) => (call) => ground.metrics.count('svc_rpc_calls_total', { upstream, ...call, node: String(call.node) }),
    recordNode: nodes.record,
    randomBytes: ids.bytes,
    time,
    simulated: async () => chain!.launchpad(),
  })
  const outside = { time, recordNode: nodes.record, openSigner: tracedSigners(tracer, createSignerOpener(time, config.aws)) }
  const web = createGuardedFetch(time, { allowLoopback: chain !== null && config.access.simulatedOpen !== '0' })
  const stopNotice: { answerByMs: UnixMs | null } = { answerByMs: null }
  const [policy, settings] = [policyOf(config), paymentSettingsOf(config)]
  const fromSource = buildCommit() === 'dev'
  const deps: Deps = {
    ...ground,
    ...keyedBy(readSecretKey(data), data.previousSecretKey),
    policy,
    tracer,
    directory: createKolDirectory(storage),
    launchpads,
    web,
    mail: await mailOf(config, ground.timers),
    prices: pricesOf(config.prices, { web, clock, log: ground.log }),
    escrow: createEscrowRails(railsOf(config.jobs, outside)),
    acp: await acpOf(config, time),
    metadata: await metadataStore(config, storage, ground.timers),
    crankPayers: await crankPayersOf(config, outside.openSigner),
    payments: settings && (await paymentsOf(settings, { gasBudget: createGasBudget({ storage, policy, ids, clock }), ...outside })),
    burnWallets: buyback.earningsKey && createBurnWallets(buyback.earningsKey),
    buybackPayer: buyback.key && (await outside.openSigner(launchpads.facts(launchpads.defaultId).chainId, buyback.key)),
    simulation: chain?.simulation ?? null,
    backups: backupsOf(data, { fromSource }),
    coinCards: coinCardsOf({ fromSource }),
    stopNotice,
    settlers: SETTLERS,
  }
  return {
    deps,
    announceStop: (answerByMs) => void (stopNotice.answerByMs = answerByMs),
    close: async () => {
      unfollow()
      await tracer.close()
      await storage.close()
      chain?.close()
    },
  }
}

/** What the other adapters are built of. */
type Ground = Pick<Deps, 'clock' | 'timers' | 'ids' | 'log' | 'redact' | 'metrics' | 'nodes' | 'storage' | 'rooms' | 'disk'> & {
  /** The machine's own, which no simulation moves. */
  readonly time: MachineTime
  /** Ends following the database's clock. */
  unfollow(): void
  /** Null on a real chain. */
  readonly chain: SimulatedParts | null
}

/** Opens the database and the simulated chain. */
async function layGround({ ids }: Pick<Deps, 'ids'>, config: Config, options: ComposeOptions): Promise<Ground> {
  const { data } = config
  const machine = createMachineTime()
  const { timers } = options.time ?? machine
  const followed = createFollowedClock(machine.clock)
  const systemClock = options.time?.clock ?? followed
  const time = { clock: systemClock, timers }
  const disk = diskOf({ clock: systemClock, ids }, data)
  const storage = await openStorage(data.databaseUrl, {
    limits: data,
    directUrl: data.directUrl,
    onDeaf: (error) => log.warn('what other replicas have finished is not heard now, and is asked for instead', { error }),
    onFault: ({ code }) => code === 'storage_full' && disk.freeReserve(),
  })
  const unfollow = options.time ? () => {} : await followDatabase({ clock: followed, timers, storage }, () => log)
  const metrics = createPrometheus()
  const redact = createRedactor(new Secret([...config.secrets.reveal(), readSecretKey(data).reveal()]))
  // Built after the clock, since log lines carry the service's time. No node is asked before.
  const nodes: NodeWatch = createNodeWatch({ log: () => log, metrics })
  const chain = isSimulated(config) ? await simulatedChain(config, { real: systemClock, ids }) : null
  const clock = chain?.clock ?? systemClock
  const log =
    options.log ??
    createLogger({
      level: config.log.level,
      pretty: config.log.format === 'pretty',
      nowMs: clock.nowMs,
      write: createStdoutLines({ timers }, options.logOutput),
      redact,
    })
  const rooms = createRooms(clock)
  return { time, chain, unfollow, clock, timers, ids, log, redact, metrics, nodes, storage, rooms, disk }
}

/** What seals, signs and draws lots with the service's own key. */
const keyedBy = (
  key: Secret<string>,
  previous: Secret<string> | null,
): Pick<Deps, 'keyedRandom' | 'webhookSecrets' | 'oauthTokens' | 'approverTokens' | 'paymentChallenges' | 'a2a'> => ({
  keyedRandom: createKeyedRandom(key),
  webhookSecrets: createSecretBox(key, 'webhook-secrets', previous),
  oauthTokens: createSecretBox(key, 'oauth-tokens', previous),
  approverTokens: createSecretBox(key, 'approver-tokens', previous),
  paymentChallenges: createSecretBox(key, 'payment-challenges', previous),
  a2a: createA2a(key),
})

interface SimulatedParts {
  readonly clock: Clock
  readonly simulation: Simulation
  launchpad(): Launchpad
  close(): void
}

async function simulatedChain(
  { data, server }: Config,
  { real, ids }: { readonly real: Clock; readonly ids: IdSource },
): Promise<SimulatedParts> {
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
  const db = openSimulatedDatabase(isMemory(data) ? ':memory:' : join(data.dataDir, 'simulated.db'))
  const clock = createSimulatedClock({ db, real })
  const { bytes: randomBytes } = ids
  const chain = createSimulatedChain({ db, clock, randomBytes })
  return {
    clock,
    launchpad: () => createSimulatedLaunchpad({ chain, baseUrl: server.baseUrl, randomBytes }),
    simulation: { ...createSimulatedControl({ chain }), advanceClock: (ms) => clock.advance(ms) },
    close: () => db.close(),
  }
}
