import { Database } from 'bun:sqlite'
import { afterAll, beforeAll, expect, setDefaultTimeout, spyOn, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createApp } from '../../src/app.ts'
import { runCommand } from '../../src/commands/run-command.ts'
import { compose } from '../../src/compose.ts'
import { readConfig } from '../../src/config/read-config.ts'
import { bps, lamports, unixMs, type Wallet } from '../../src/domain/brands.ts'
import { readRemits } from '../../src/features/remits/read-remits.ts'
import { watchGraduations } from '../../src/features/coins/watch-graduations.ts'
import { createLogger } from '../../src/lib/logger.ts'
import { Secret } from '../../src/lib/secret.ts'
import { newPerson, OPERATOR_KEY } from '../support/test-app.ts'
import { describeChain } from './support/describe-chain.ts'
import { createLedgerScene, type LedgerScene } from './support/ledger-scene.ts'
import { settle, SOL } from './support/pump-scene.ts'
import { createTraders } from './support/pump-trades.ts'

setDefaultTimeout(180_000)

describeChain('decision "Rebuilt from the chain": coins, locks and remits of an empty database, on the real programs', () => {
  const folder = mkdtempSync(join(tmpdir(), 'rebuild-'))
  let scene: LedgerScene
  let mints: string[]
  let foreign: string
  beforeAll(async () => {
    scene = await createLedgerScene()
    mints = []
    for (let coin = 0; coin < 3; coin += 1) mints.push(await scene.launch())
    for (const mint of mints.slice(0, 2)) await scene.buy(mint as never, 20n * SOL)
    const crank = async (mint: string) => {
      // A crank right after another joins that one.
      await scene.deps.clock.sleep(4_000)
      expect((await scene.post('/api/agent/crank', { mint })).body.repeated ?? false).toBe(false)
    }
    for (const mint of mints.slice(0, 2)) await crank(mint)
    await scene.buy(mints[0] as never, 10n * SOL)
    await crank(mints[0]!)
    await createTraders(scene).graduate(mints[1] as never)
    await crank(mints[1]!)
    foreign = await launchForeign()
    const turn = { dueAtMs: unixMs(0), position: null, keepPosition: async () => {}, mayContinue: async () => true }
    await watchGraduations(scene.deps, turn)
    await readRemits(scene.deps, turn)
  })
  afterAll(async () => {
    await scene.close()
    rmSync(folder, { recursive: true, force: true })
  })

  /** A stranger's coin, whose split pays the treasury a tenth. */
  async function launchForeign(): Promise<string> {
    const pump = await scene.deps.launchpads.get(scene.deps.launchpads.defaultId)
    const launcher = pump.parseLauncher(new Secret(scene.fundedPerson().secret))
    const shareholders = [
      { wallet: newPerson().wallet as Wallet, bps: bps(9_000) },
      { wallet: scene.treasury, bps: bps(1_000) },
    ]
    const texts = { name: 'Stranger', ticker: 'STRANGE', metadataUri: 'https://example.org/m.json' }
    const { mint, transactions } = await pump.prepareLaunch(
      { ...texts, initialBuyAtomic: lamports(0), shareholders, atomicRequired: false },
      launcher,
    )
    await settle(pump, transactions)
    return mint
  }

  const envOf = (name: string, url = scene.server.url) => ({
    DATA_DIR: join(folder, name),
    BASE_URL: 'https://launch.test',
    OPERATOR_API_KEY: OPERATOR_KEY,
    SOLANA_RPC_URL: url,
    TREASURY_WALLET: scene.treasury as string,
  })

  async function run(name: string, args: string[], url?: string) {
    const texts = { stdout: '', stderr: '' }
    const spies = (['stdout', 'stderr'] as const).map((to) =>
      spyOn(process[to], 'write').mockImplementation((text) => ((texts[to] += String(text)), true)),
    )
    try {
      return {
        code: await runCommand(['rebuild', ...args], envOf(name, url)),
        ...texts,
        get out() {
          return texts.stdout
        },
        get err() {
          return texts.stderr
        },
      }
    } finally {
      for (const spy of spies) spy.mockRestore()
    }
  }

  /** What a service on the rebuilt database answers. */
  async function answersOf(name: string, paths: readonly string[]) {
    const log = createLogger({ level: 'silent', nowMs: () => 0, write: () => {} })
    const { deps, close } = await compose(readConfig(envOf(name)), { log })
    try {
      const handle = createApp(deps)
      const ask = async (path: string) =>
        (await handle(new Request(`https://launch.test${path}`), '198.51.100.7', { tls: true, crowded: false })).json() as Promise<any>
      return await Promise.all(paths.map(ask))
    } finally {
      await close()
    }
  }

  /** The coin without what the chain does not tell; whether it graduated, and not when. */
  const known = ({ coin }: any) => {
    const { description, image, logoUrl, metadataUrl, lockPath, launchedAt, graduatedAt, timeline, ...rest } = coin
    const nameless = (list: any[]) => list.map(({ handle: _handle, ...each }) => each)
    const reached = timeline.map((step: any) => [step.state, step.reached])
    return { ...rest, crew: nameless(rest.crew), shareholders: nameless(rest.shareholders), reached, graduated: graduatedAt !== null }
  }
  const remitsTold = ({ remits }: any) =>
    remits
      .map(({ id: _id, handle: _handle, ...remit }: any) => remit)
      .toSorted((a: any, b: any) => `${a.signature}${a.wallet}`.localeCompare(`${b.signature}${b.wallet}`))
  const proofOfRemits = ({ items }: any) =>
    items
      .filter(({ kind }: any) => kind === 'remit')
      .map(({ id: _id, at: _at, ...item }: any) => item)
      .toSorted((a: any, b: any) => JSON.stringify(a).localeCompare(JSON.stringify(b)))

  async function expectSame(name: string) {
    const paths = [...mints.map((mint) => `/api/coins/${mint}`), '/api/remits?limit=200', '/api/proof', `/api/wallets/${scene.treasury}`]
    const after = await answersOf(name, paths)
    const before = await Promise.all(paths.map(async (path) => (await scene.call('GET', path)).body))
    expect(after.slice(0, -3).map(known)).toEqual(before.slice(0, -3).map(known))
    expect(remitsTold(after.at(-3))).toEqual(remitsTold(before.at(-3)))
    expect(proofOfRemits(after.at(-2))).toEqual(proofOfRemits(before.at(-2)))
    expect([remitsTold(before.at(-3)).length, proofOfRemits(before.at(-2)).length]).toEqual([20, 4])
    expect(after.at(-1)).toEqual(before.at(-1))
  }

  test('the treasury’s coins are there with their locks and every remit, to the lamport; a second run changes nothing', async () => {
    const first = await run('whole', ['--treasury', scene.treasury])
    expect([first.err, first.code]).toEqual(['', 0])
    expect(first.out).toContain('coins     3, 3 locked, 1 graduated')
    await expectSame('whole')
    const second = await run('whole', ['--treasury', scene.treasury])
    expect(second.out).toBe(first.out)
    await expectSame('whole')
  })

  test('a stranger’s coin that pays the treasury is listed, and not taken in', async () => {
    const { out } = await run('foreign', ['--treasury', scene.treasury])
    expect(out).toContain(`foreign   ${foreign}`)
    const [answer] = await answersOf('foreign', [`/api/coins/${foreign}`])
    expect(answer.code).toBe('coin_not_found')
  })

  test('a launcher’s coins alone; a database with coins of its own, and a wallet that is none, change nothing', async () => {
    const { launcher } = (await scene.call('GET', `/api/coins/${mints[0]}`)).body.coin
    const own = await run('launcher', ['--launcher', launcher])
    expect([own.code, own.out]).toEqual([0, expect.stringContaining('coins     1, 1 locked, 0 graduated')])
    const odd = await run('launcher', ['--treasury', 'nobody'])
    const both = await run('launcher', ['--treasury', scene.treasury, '--launcher', launcher])
    expect([odd.code, both.code]).toEqual([2, 2])
    const file = new Database(join(folder, 'launcher', 'service.db'))
    file.run("UPDATE coin SET key_id = 'ak_alice'")
    const refused = await run('launcher', ['--treasury', scene.treasury])
    expect([refused.code, refused.out, refused.err]).toEqual([1, '', expect.stringContaining('has coins already; nothing was changed')])
    expect(file.query('SELECT count(*) AS n FROM coin').get()).toEqual({ n: 1 })
    file.close()
  })

  /** A node between, which does as known at each reading of a transaction. */
  const nodeThat = (onTransaction: (nth: number) => object | null) => {
    let nth = 0
    return Bun.serve({
      port: 0,
      hostname: '127.0.0.1',
      async fetch(request) {
        const call = (await request.json()) as { id: unknown; method: string }
        const error = call.method === 'getTransaction' ? onTransaction((nth += 1)) : null
        if (error) return Response.json({ jsonrpc: '2.0', id: call.id, error })
        const headers = { 'content-type': 'application/json' }
        return fetch(scene.server.url, { method: 'POST', headers, body: JSON.stringify(call) })
      },
    })
  }

  test('a node without the history is said; another reads on from there', async () => {
    const forgets = { code: -32011, message: 'Transaction history is not available from this node' }
    using node = nodeThat((nth) => (nth > 2 ? forgets : null))
    const cut = await run('history', ['--treasury', scene.treasury], node.url.href)
    expect([cut.code, cut.err]).toEqual([1, expect.stringContaining('run it again')])
    expect((await run('history', ['--treasury', scene.treasury])).code).toBe(0)
    await expectSame('history')
  })

  test.each([1, 3, 5, 7])('killed at the reading of transaction %d, it goes on, and nothing is doubled', async (at) => {
    let child: ReturnType<typeof Bun.spawn> | null = null
    using node = nodeThat((nth) => {
      if (nth === at) child?.kill('SIGKILL')
      return null
    })
    const name = `killed-${at}`
    const env = { PATH: process.env.PATH ?? '', ...envOf(name, node.url.href) }
    child = Bun.spawn(['bun', 'src/main.ts', 'rebuild', '--treasury', scene.treasury], { env, stdout: 'ignore', stderr: 'ignore' })
    await child.exited
    expect(child.signalCode).toBe('SIGKILL')
    expect((await run(name, ['--treasury', scene.treasury])).code).toBe(0)
    await expectSame(name)
  })
})
