import { expect } from 'bun:test'
import { createRpcPool } from '../../src/adapters/chains/rpc-pool.ts'
import { BY_COMMAND } from '../../src/domain/operator/operator-act.ts'
import { lookAtPrograms } from '../../src/features/programs/look-at-programs.ts'
import { watchPrograms } from '../../src/features/programs/watch-programs.ts'
import { programsOf } from '../support/programs-of.ts'
import { watchRedirects } from '../../src/features/coins/watch-redirects.ts'
import { keepLedger } from '../../src/features/ledger/keep-ledger.ts'
import { resumeOperations } from '../../src/features/operations/resume-operations.ts'
import { Secret } from '../../src/lib/secret.ts'
import { noDisk } from '../../src/ports/machine/disk.ts'
import { startSchedule } from '../../src/scheduler/schedule.ts'
import { startWebhookLoop } from '../../src/scheduler/webhook-loop.ts'
import type { AlarmName } from '../../src/domain/operator/alarms/alarms.ts'
import { atomicUnits, unixMs } from '../../src/domain/brands.ts'
import { runBuyback } from '../../src/features/buyback/run-buyback.ts'
import type { Deps } from '../../src/ports/deps.ts'
import { owedRefund } from '../support/owed-refund.ts'
import { newPerson, OPERATOR_KEY } from '../support/test-app.ts'
import type { TestAppOptions } from '../support/test-deps.ts'
import type { UpkeepScene } from '../support/upkeep-scene.ts'
import type { PrometheusWatch } from './prometheus-watch.ts'
import { machineTime } from '../support/machine-time.ts'

/** A fault, and its end. */
export interface Fault {
  readonly options?: TestAppOptions
  /** Minutes from the fault until the alarm has to be there, `for` included. */
  readonly withinMinutes: number
  cause(scene: UpkeepScene, watch: PrometheusWatch): Promise<unknown> | void
  /** What goes on in each minute of the whole watch. */
  each?(scene: UpkeepScene): Promise<unknown>
  mend(scene: UpkeepScene, watch: PrometheusWatch): Promise<unknown> | void
}

const room = { bytes: 50_000_000_000, full: false }
const disk = { ...noDisk, freeBytes: () => room.bytes, shortage: () => (room.full ? 'only 1 MiB is free' : null) }
const wallet = { atomic: 10_000_000_000n, hangs: false }
const gone = () => Promise.reject(new Error('no chain'))

/** Takes members of an object away, until `restore`. */
let restore = (): void => {}
function breakWith<Target extends object>(target: Target, broken: Partial<Record<keyof Target, unknown>>): void {
  const whole = { ...target }
  Object.assign(target, broken)
  restore = () => void Object.assign(target, whole)
}

const crank = (scene: UpkeepScene, mint: string) => scene.call('POST', '/api/agent/crank', { mint }, { key: OPERATOR_KEY, headers: {} })
/** What a fault has started and the test stops. */
export const schedules = new WeakMap<UpkeepScene, { stop(): Promise<void> }>()
const start = (scene: UpkeepScene) => void schedules.set(scene, startSchedule(scene.app.deps))

/** Makes a call of a node that is not there, or of one that is. */
async function askNode({ app }: UpkeepScene, url: string): Promise<void> {
  const pool = createRpcPool({
    urls: [new Secret(url)],
    name: 'the node',
    time: machineTime,
    timeoutMs: 1_000,
    upstream: 'solana',
    identity: { method: 'getGenesisHash', expected: '7', read: String },
    recordCall: (call) => app.deps.metrics.count('svc_rpc_calls_total', { upstream: 'solana', ...call, node: String(call.node) }),
  })
  await pool.ask('getSlot', [], Number).catch(() => {})
}
let node: Bun.Server<undefined> | null = null
const nodeUrl = () =>
  (node ??= Bun.serve({ hostname: '127.0.0.1', port: 0, fetch: () => Response.json({ jsonrpc: '2.0', id: 1, result: 7 }) })).url.href
let failing = false
/** What is deployed. */
let program = { build: 'old', control: 'upgraded by nobody' }
const report = (status: 'wrong' | 'proved') => ({ upstream: 'pump', node: 1, host: 'node.example', status, chain: null }) as const

/** A run of the buyback that would only show what it does, by this wallet. */
async function buyBack(scene: UpkeepScene, buybackPayer: Deps['buybackPayer']): Promise<void> {
  const { deps, clock } = scene.app
  const policy = {
    ...deps.policy,
    buyback: { ...deps.policy.buyback, mints: [{ mint: await scene.launch(), weight: 1 }], execute: false, priceRiseBpsMax: null },
  }
  await runBuyback({ ...deps, policy, buybackPayer }, { dueAtMs: unixMs(clock.nowMs()) })
}

/** The fault that raises each alarm. */
export const FAULTS: Readonly<Record<AlarmName, Fault>> = {
  AgentLaunchDown: { withinMinutes: 4, cause: (_scene, watch) => watch.silence(4), mend: () => {} },
  AgentLaunchNoRoom: {
    options: { disk },
    withinMinutes: 3,
    cause: () => void (room.full = true),
    mend: () => void (room.full = false),
  },
  AgentLaunchLittleRoom: {
    options: { disk },
    withinMinutes: 12,
    cause: () => void (room.bytes = 1_000_000_000),
    mend: () => void (room.bytes = 50_000_000_000),
  },
  AgentLaunchErrors: {
    withinMinutes: 12,
    each: async (scene) => {
      for (let call = 0; call < 3; call += 1) await scene.app.call('GET', '/api/coins')
      const mint = (await scene.app.call('GET', '/api/coins')).body.coins[0]?.mint ?? (await scene.launch())
      await crank(scene, mint as string)
    },
    cause: ({ app }) => breakWith(app.pad.feeShare!, { prepareDistribution: gone, readAccrued: gone }),
    mend: () => restore(),
  },
  AgentLaunchWorkStuck: {
    withinMinutes: 13,
    cause: (scene) => {
      breakWith(scene.app.pad, { advance: gone })
      void scene.call('POST', '/api/agent/launch', scene.app.launchBody(), { key: OPERATOR_KEY })
    },
    mend: async ({ app }) => {
      restore()
      await resumeOperations(app.deps, { all: true })
    },
  },
  AgentLaunchCoinUnlocked: {
    withinMinutes: 18,
    cause: (scene) => scene.call('POST', '/api/agent/launch', scene.app.launchBody({ ticker: 'XLOCKFAIL' }), { key: OPERATOR_KEY }),
    mend: async (scene) => {
      const { mint } = (await scene.app.call('GET', '/api/coins')).body.coins[0]
      expect((await scene.call('POST', '/api/agent/wire-fees', { mint })).status).toBe(201)
    },
  },
  AgentLaunchFeesRedirected: {
    withinMinutes: 5,
    cause: async (scene) => {
      await scene.launch({ ticker: 'XREDIRECT' })
      await scene.app.clock.advance(60_000)
      expect((await scene.run(watchRedirects)).outcome).toBe('1 coins read, 1 redirected')
    },
    mend: ({ app }) => app.clock.advance(24 * 3_600_000),
  },
  AgentLaunchProgramChanged: {
    withinMinutes: 5,
    cause: async (scene) => {
      Object.assign(scene.app.pad, { programs: programsOf(() => program) })
      await scene.run(watchPrograms)
      program = { build: 'new', control: 'upgraded by nobody' }
      expect((await scene.run(watchPrograms)).outcome).toBe('0 programs as accepted, 1 changed, 0 disputed')
    },
    mend: ({ app }) => lookAtPrograms(app.deps, 'simulated', { by: BY_COMMAND }).then(() => {}),
  },
  AgentLaunchJobFails: {
    options: { env: { CRANK_CRON: '* * * * *' } },
    withinMinutes: 18,
    cause: async (scene) => {
      await scene.launch()
      breakWith(scene.app.pad.feeShare!, { readAccrued: gone })
      start(scene)
    },
    mend: () => restore(),
  },
  AgentLaunchJobLate: {
    withinMinutes: 25,
    cause: async (scene, watch) => {
      start(scene)
      await watch.minutes(2)
      await schedules.get(scene)!.stop()
    },
    mend: (scene) => start(scene),
  },
  AgentLaunchWebhooksLate: {
    withinMinutes: 8,
    cause: async (scene) => {
      await scene.call('POST', '/api/webhooks', { url: 'http://127.0.0.1:9/hook', events: ['launch.created'] })
      expect((await scene.call('POST', '/api/agent/launch', scene.app.launchBody())).status).toBe(201)
    },
    mend: (scene) => void schedules.set(scene, startWebhookLoop(scene.app.deps)),
  },
  AgentLaunchRefundDue: {
    withinMinutes: 7,
    cause: ({ app }) => owedRefund(app.deps),
    mend: ({ app }) => app.call('POST', '/api/operator/payments/pay_one/refunded', { transaction: '0x1' }, { key: OPERATOR_KEY }),
  },
  AgentLaunchWalletLow: {
    options: { pad: (pad) => ({ ...pad, balanceOf: async () => atomicUnits(wallet.atomic) }) },
    withinMinutes: 7,
    cause: () => void (wallet.atomic = 49_999_999n),
    mend: () => void (wallet.atomic = 10_000_000_000n),
  },
  AgentLaunchWalletUnknown: {
    options: { pad: (pad) => ({ ...pad, balanceOf: (of) => (wallet.hangs ? gone() : pad.balanceOf(of)) }) },
    withinMinutes: 18,
    cause: () => void (wallet.hangs = true),
    mend: () => void (wallet.hangs = false),
  },
  AgentLaunchBudgetUsedUp: {
    options: { env: { CRANK_DAILY_LAMPORTS: '5400' } },
    withinMinutes: 3,
    cause: async (scene) => {
      const mint = await scene.launch()
      await scene.buy(mint)
      expect((await crank(scene, mint)).status).toBe(200)
    },
    mend: ({ app }) => app.clock.advance(24 * 3_600_000),
  },
  AgentLaunchBuybackFails: {
    options: { env: { BUYBACK_KEY: newPerson().secret } },
    withinMinutes: 7,
    cause: (scene) => buyBack(scene, null),
    mend: (scene) => buyBack(scene, scene.app.deps.buybackPayer),
  },
  AgentLaunchLedgerDiffers: {
    withinMinutes: 7,
    each: (scene) => scene.run(keepLedger),
    cause: ({ app }) => breakWith(app.pad.history!, { finalBalanceOf: async () => atomicUnits(1) }),
    mend: () => restore(),
  },
  AgentLaunchNodeFails: {
    withinMinutes: 14,
    each: (scene) => askNode(scene, failing ? 'http://127.0.0.1:1' : nodeUrl()),
    cause: () => void (failing = true),
    mend: () => void (failing = false),
  },
  AgentLaunchNodeLeftOut: {
    withinMinutes: 7,
    cause: ({ app }) => app.deps.nodes.record(report('wrong')),
    mend: ({ app }) => app.deps.nodes.record(report('proved')),
  },
}
