import { expect, setDefaultTimeout, test } from 'bun:test'
import { toBase64 } from '../../src/lib/bytes.ts'
import { type CrashServer, spawnCrashServer } from '../crash/spawn-crash-server.ts'
import { eventually } from '../support/eventually.ts'
import { temporaryDataDir } from '../support/server-process.ts'
import { CREW_WALLETS, pngBytes } from '../support/test-app.ts'
import { createAcpScene, OFFERING, PRICE } from './support/acp-scene.ts'
import { describeAnvil } from './support/anvil.ts'

// In full every step of a job is killed at; the everyday run takes a sample of them.
const FULL = process.env.CRASH_TEST === 'full'
const STRIDE = FULL ? 1 : 13
setDefaultTimeout(FULL ? 1_200_000 : 240_000)

const HOUR_MS = 3_600_000

describeAnvil(
  'decision "Launches are sold on the Agent Commerce Protocol": kill -9 at every step of a launch that is sold on the marketplace',
  () => {
    test('the next run goes on: the price is named once, the coin made once, paid for once, and handed in', async () => {
      const scene = await createAcpScene()
      const { dataDir, remove } = temporaryDataDir()
      const terms = { offering: OFFERING, price: String(PRICE) }
      const settings = {
        node: scene.anvil.url,
        url: scene.backend.url,
        key: scene.seller.key,
        launcherSecret: scene.launcher.secret,
        ...terms,
      }
      const start = () => spawnCrashServer({ DATA_DIR: dataDir, TEST_ACP: JSON.stringify(settings) })
      let server: CrashServer = await start()
      const ask = async (method: string, path: string, body?: object, headers: Record<string, string> = {}) => {
        const init = { method, headers: { 'content-type': 'application/json', ...headers }, body: body ? JSON.stringify(body) : null }
        return (await (await fetch(server.url + path, { ...init, keepalive: false })).json()) as any
      }
      const acp = scene.openAcp()
      const stateOf = async (jobId: string) => (await acp.job(jobId, 'latest'))!
      const launcherLamports = async () => BigInt((await ask('GET', `/api/simulated/wallets/${scene.launcher.wallet}`)).wallet.lamports)
      const sentBySeller = async () => Number(await scene.anvil.call<string>('eth_getTransactionCount', scene.seller.wallet, 'latest'))
      let kills = 0
      /** A run that is killed at this step, and the service started again; false when it was over before. */
      const killed = async (killAt: number): Promise<boolean> => {
        const run = await ask('POST', '/test/acp', {}, { 'x-test-kill-at': String(killAt) }).catch(() => null)
        if (run) return false
        await server.child.exited
        kills += 1
        server = await start()
        return true
      }
      const runUntil = (jobId: string, done: (state: Awaited<ReturnType<typeof stateOf>>) => boolean) =>
        eventually(async () => {
          await ask('POST', '/test/acp', {})
          return done(await stateOf(jobId))
        }, 30_000)

      let number = 0
      const price = { lamports: 0n }
      const spent: { killAt: number; lamports: bigint }[] = []
      /** One job, killed in the run that names its price or in the one that launches; false when that run was over before. */
      const serveKilled = async (phase: 'price' | 'launch', killAt: number): Promise<boolean> => {
        const name = `Sold ${phase} ${(number += 1)}`
        // Five launches an hour are sold, and the wallet that pays for them is not the point.
        await ask('POST', '/api/simulated/clock', { advanceMs: HOUR_MS })
        await ask('POST', `/api/simulated/wallets/${scene.launcher.wallet}/airdrop`, { sol: 1 })
        const [before, transactions] = [await launcherLamports(), await sentBySeller()]
        // Jobs that were served are steps of their own.
        scene.backend.jobs.splice(0)
        const crew = [{ handle: '@one', wallet: CREW_WALLETS[0], share: 100 }]
        const jobId = await scene.order({ name, ticker: 'SOLD', imageBase64: toBase64(pngBytes()), crew })
        const diedNaming = phase === 'price' && (await killed(killAt))
        await runUntil(jobId, ({ budgetAtomic }) => BigInt(budgetAtomic) === PRICE)
        await scene.fund(jobId)
        await scene.finalize()
        const diedLaunching = phase === 'launch' && (await killed(killAt))
        await runUntil(jobId, ({ state }) => state === 'submitted' && scene.backend.deliverables.has(jobId))
        const { coins } = await ask('GET', `/api/coins?q=${encodeURIComponent(name)}`)
        const { mint } = JSON.parse(scene.backend.deliverables.get(jobId)!)
        expect({ phase, killAt, coins: coins.map((coin: { mint: string }) => coin.mint) }).toEqual({ phase, killAt, coins: [mint] })
        // One transaction names the price, one hands the hash in.
        expect({ phase, killAt, transactions: (await sentBySeller()) - transactions }).toEqual({ phase, killAt, transactions: 2 })
        const lamports = before - (await launcherLamports())
        if (diedNaming || diedLaunching) spent.push({ killAt, lamports })
        else price.lamports = lamports
        return diedNaming || diedLaunching
      }

      try {
        for (const phase of ['price', 'launch'] as const) {
          let killAt = 1
          while (await serveKilled(phase, killAt)) killAt += phase === 'price' && !FULL ? 5 : STRIDE
        }
        expect(price.lamports).toBeGreaterThan(0n)
        expect(spent.filter(({ lamports }) => lamports !== price.lamports)).toEqual([])
        expect(kills).toBeGreaterThanOrEqual(FULL ? 60 : 6)
        console.log(`killed ${kills} times${FULL ? '' : '; CRASH_TEST=full kills at every step'}`)
      } finally {
        server.child.kill('SIGKILL')
        await server.child.exited
        await scene.stop()
        remove()
      }
    })
  },
)
