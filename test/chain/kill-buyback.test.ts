import { afterAll, beforeAll, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createPumpLaunchpad } from '../../src/adapters/launchpads/pump/launchpad.ts'
import type { Mint } from '../../src/domain/brands.ts'
import { eventually } from '../support/eventually.ts'
import { KEEPERS, type KeyKeeper } from '../support/key-keepers.ts'
import { newPerson } from '../support/test-app.ts'
import { describeChain } from './support/describe-chain.ts'
import { createPumpScene, launch, planFor, type PumpScene, SOL } from './support/pump-scene.ts'
import { createTraders } from './support/pump-trades.ts'

/** Every step of a run: before and after each call to storage and launchpad. A run is over after fewer than these. */
const STEPS = Array.from({ length: 60 }, (_, index) => index + 1)
const FULL = process.env.CRASH_TEST === 'full'

describeChain.each(KEEPERS)('decision "A buyback": kill -9 from quote to record, by a key $name, on the real programs', (kind) => {
  const at = KEEPERS.indexOf(kind)
  const killAts = FULL ? STEPS : STEPS.filter((step) => (at === 0 ? step % 7 === 1 : step % 14 === 2 + at))
  const folder = mkdtempSync(join(tmpdir(), 'kill-buyback-'))
  const buyer = newPerson()
  let scene: PumpScene
  let keeper: KeyKeeper
  let buyerKey: string
  let mint: Mint
  let due = 1_795_000_000_000

  beforeAll(async () => {
    keeper = await kind.start()
    buyerKey = await keeper.keep(buyer)
    scene = await createPumpScene()
    mint = (await launch(scene, planFor(scene.launcher.wallet))).mint
    scene.server.chain.airdrop(buyer.wallet, 100n * SOL)
  })
  afterAll(async () => {
    await Promise.all([scene.server.stop(), keeper.stop()])
    rmSync(folder, { recursive: true, force: true })
  })

  async function spawn() {
    const child = Bun.spawn([process.execPath, join(import.meta.dir, '../crash/crash-server.ts')], {
      env: {
        ...keeper.env,
        DATA_DIR: folder,
        SOLANA_RPC_URL: scene.server.url,
        TREASURY_WALLET: newPerson().wallet,
        BUYBACK_MINTS: mint,
        BUYBACK_KEY: buyerKey,
        BUYBACK_BURN: '1',
        BUYBACK_PRICE_RISE_BPS: '0',
        BUYBACK_EXECUTE: '1',
        PATH: process.env.PATH ?? '',
      },
      stdout: 'pipe',
      stderr: 'ignore',
    })
    const { value } = await child.stdout.getReader().read()
    return { child, url: `http://127.0.0.1:${new TextDecoder().decode(value).trim()}` }
  }
  type Service = Awaited<ReturnType<typeof spawn>>

  const tick = async ({ url }: Service, dueAtMs: number, killAt = 0): Promise<string | null> => {
    const headers = killAt > 0 ? { 'x-test-kill-at': String(killAt) } : undefined
    const answer = await fetch(`${url}/test/buyback/${dueAtMs}`, { method: 'POST', keepalive: false, ...(headers ? { headers } : {}) })
    return ((await answer.json()) as { state: string | null }).state
  }
  const get = async ({ url }: Service, path: string) =>
    (await (await fetch(`${url}${path}`, { keepalive: false })).json()) as Record<string, any>
  const landed = () => [...scene.server.chain.ledger.values()].filter(({ keys }) => keys.all[0] === buyer.wallet)

  /** The state of a run that is over; null for one that goes on. */
  const ended = (state: string | null) => (state === 'under_way' ? null : { of: state })

  /** Kills a run at each step, restarts, and lets the clock come again for the same time. */
  async function killAtEveryStep(service: Service): Promise<{ service: Service; kills: number }> {
    let kills = 0
    for (const killAt of killAts) {
      const before = landed().length
      due += 3_600_000
      const lived = await tick(service, due, killAt).catch(() => null)
      if (lived === null) {
        await service.child.exited
        kills += 1
        service = await spawn()
      }
      const state = await eventually(async () => ended(await tick(service, due)), 60_000, 50)
      expect({ killAt, state: state.of, bought: landed().length - before }).toEqual({ killAt, state: 'executed', bought: 1 })
    }
    return { service, kills }
  }

  test(
    'after a restart it was bought once and is recorded once, on the curve and in the pool',
    async () => {
      const onCurve = await killAtEveryStep(await spawn())
      await createTraders(scene).graduate(mint)
      const { service, kills } = await killAtEveryStep(onCurve.service)
      const runs: Record<string, any>[] = []
      let cursor = ''
      for (;;) {
        const page = await get(service, `/api/buybacks?limit=50${cursor && `&cursor=${cursor}`}`)
        runs.push(...page.buybacks)
        if (page.nextCursor === null) break
        cursor = page.nextCursor
      }
      expect(landed().filter(({ err }) => err !== null)).toEqual([])
      expect(runs.map(({ signature }) => signature).toSorted()).toEqual(
        landed()
          .map(({ wire }) => wire.signature)
          .toSorted(),
      )
      expect(new Set(runs.map(({ at }) => at)).size).toBe(2 * killAts.length)
      expect(new Set(runs.map(({ quote }) => quote.venue))).toEqual(new Set(['curve', 'pool']))
      const { stats, items } = await get(service, '/api/proof?limit=200')
      expect(stats.buybacks).toBe(runs.length)
      expect(items.filter(({ kind }: { kind: string }) => kind === 'buyback')).toHaveLength(runs.length)
      // What the service says was spent is what the wallet lost.
      const spent = runs.reduce((sum, run) => sum + BigInt(run.lamports), 0n)
      const left = await createPumpLaunchpad(scene.options).balanceOf(buyer.wallet)
      expect(spent).toBe(100n * SOL - left)
      service.child.kill('SIGKILL')
      await service.child.exited
      console.log(
        `killed ${onCurve.kills + kills} times in buybacks by a key ${kind.name}${FULL ? '' : '; CRASH_TEST=full kills at every step'}`,
      )
      expect(onCurve.kills).toBeGreaterThanOrEqual(3)
      expect(kills).toBeGreaterThanOrEqual(3)
    },
    { timeout: 600_000 },
  )
})
