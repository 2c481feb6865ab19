import { type Mint, type Wallet, lamports } from '../../src/domain/brands.ts'
import { solToLamports } from '../../src/domain/money/sol.ts'
import { totalOf } from '../../src/features/crank/record-distribution.ts'
import { Secret } from '../../src/lib/secret.ts'
import type { ScheduledJob } from '../../src/ports/scheduled-job.ts'
import { approvalMessage } from '../../src/features/dry-run/approve-dry-run.ts'
import { type Answer, type CallOptions, createTestApp, newPerson, OPERATOR_KEY, type Person, type TestApp } from './test-app.ts'
import type { TestAppOptions } from './test-deps.ts'

/** An app with a key, a wallet that pays the operator's cranks, and short words for what a coin goes through. */
export interface UpkeepScene {
  readonly app: TestApp
  readonly key: string
  readonly payer: Person
  /** Calls with the key, and with the launcher's secret unless headers say otherwise. */
  call(method: string, path: string, body?: unknown, options?: CallOptions): Promise<Answer>
  /** Launches a coin, with changes to the body; throws unless it was created. */
  launch(changes?: Record<string, unknown>): Promise<Mint>
  /** A stranger (or this wallet) buys for so much SOL. */
  buy(mint: Mint, sol?: number, wallet?: Wallet): Promise<void>
  /** Runs a job once, from the position it is given; returns its outcome and the position it left. */
  run(job: ScheduledJob, position?: string | null): Promise<{ outcome: string; position: string | null }>
  /** A dry-run's id, approved when asked for. */
  dryRun(body: unknown, options?: { key?: string; approve?: boolean }): Promise<string>
  /** Lets a stranger distribute the coin's fees, past this service; returns the lamports paid. */
  crankByStranger(mint: Mint): Promise<bigint>
  /** How many rows the journal, the coins, the remits and the events have: for "nothing else happened". */
  footprint(mint?: Mint): Promise<Record<string, unknown>>
}

/** The scene; minute limits are off, since they are another test's. */
export async function createUpkeepScene(options: TestAppOptions = {}): Promise<UpkeepScene> {
  const payer = newPerson()
  const app = await createTestApp({
    ...options,
    env: { CRANK_PAYER_KEY: payer.secret, ...options.env },
    policy: { rateLimits: false, ...options.policy },
  })
  const { storage, simulation } = app.deps
  const key = await app.claim()
  const scene: UpkeepScene = {
    app,
    key,
    payer,
    call: (method, path, body, { headers, ...others } = {}) =>
      app.call(method, path, body, { key, headers: headers ?? { 'x-launcher-key': app.launcher.secret }, ...others }),
    async launch(changes = {}) {
      await simulation!.airdrop(app.launcher.wallet, solToLamports(0.1)!)
      const answer = await scene.call('POST', '/api/agent/launch', app.launchBody(changes), { key: OPERATOR_KEY })
      if (answer.status > 202) throw new Error(`launch answered ${answer.status}: ${answer.body.detail}`)
      return answer.body.mint as Mint
    },
    async buy(mint, sol = 1, wallet = newPerson().wallet) {
      await simulation!.trade({ mint, wallet, side: 'buy', lamports: solToLamports(sol)! })
    },
    async run(job, position = null) {
      let kept = position
      const outcome = await job(app.deps, {
        dueAtMs: app.clock.nowMs(),
        position,
        keepPosition: async (next) => void (kept = next),
        mayContinue: async () => true,
      })
      return { outcome, position: kept }
    },
    async dryRun(body, { key: by = key, approve = false } = {}) {
      const answer = await app.call('POST', '/api/agent/launch/dry-run', body, { key: by })
      if (answer.status !== 200) throw new Error(`dry-run answered ${answer.status}: ${answer.body.detail}`)
      const id = answer.body.dryRunId as string
      const headers = app.signed(app.approver, (timestamp) => approvalMessage(id, timestamp))
      if (approve) await app.call('POST', `/api/agent/launch/dry-run/${id}/approve`, undefined, { headers })
      return id
    },
    async crankByStranger(mint) {
      const stranger = app.pad.parseLauncher(new Secret(newPerson().secret))
      const offer = await app.pad.feeShare!.prepareDistribution(mint, stranger)
      if (!offer.prepared) return 0n
      await app.pad.advance(offer.prepared.transactions)
      const paid = await app.pad.feeShare!.readDistribution(mint, offer.prepared.transactions.at(-1)!.signature)
      return paid ? totalOf(paid) : lamports(0)
    },
    async footprint(mint) {
      const [launches, totals, events] = await Promise.all([
        storage.operations.listLaunches(null, { limit: 200, cursor: null }),
        storage.totals.read(),
        mint ? storage.events.list(mint) : [],
      ])
      const underWay = mint
        ? await Promise.all(
            (['wire-fees', 'lock-holder-kol', 'crank'] as const).map((kind) => storage.operations.findUnfinished(kind, mint)),
          )
        : []
      return { launches: launches.rows.length, totals, events: events.map(({ type }) => type), underWay: underWay.filter((found) => found) }
    },
  }
  return scene
}
