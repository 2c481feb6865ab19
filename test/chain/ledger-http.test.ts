import { afterEach, beforeEach, expect, setDefaultTimeout, test } from 'bun:test'
import { Connection, Keypair, PublicKey, SystemProgram } from '@solana/web3.js'
import { createOperatorTable } from '../../src/adapters/launchpads/pump/launch/lookup-table-admin.ts'
import { createPumpContext } from '../../src/adapters/launchpads/pump/launchpad.ts'
import { createRandomIds } from '../../src/adapters/random-ids.ts'
import { type Bps, bps, lamports, type Mint, unixMs } from '../../src/domain/brands.ts'
import { runBuyback } from '../../src/features/buyback/run-buyback.ts'
import { keepLedger } from '../../src/features/ledger/keep-ledger.ts'
import type { Deps } from '../../src/ports/deps.ts'
import { Secret } from '../../src/lib/secret.ts'
import { createSeededRandom } from '../support/seeded-random.ts'
import { newPerson, type Person } from '../support/test-app.ts'
import { describeChain } from './support/describe-chain.ts'
import { signV0 } from './support/launch-scene.ts'
import { lamportsOf, settle, SOL } from './support/pump-scene.ts'
import { createTraders } from './support/pump-trades.ts'
import { createServiceScene, type ServiceScene } from './support/service-scene.ts'
import { machineTime } from '../support/machine-time.ts'

// A busy machine is no reason to fail: nothing here is about how long things take.
setDefaultTimeout(180_000)

/** How much happens in a random history. */
const STEPS = process.env.CRASH_TEST === 'full' ? 400 : 40

describeChain('rules 10.35: the ledger of the operator’s wallets, on the real programs', () => {
  let scene: ServiceScene
  let payer: Person
  let buyer: Person
  let mint: Mint
  let due = 1_795_000_000_000

  beforeEach(async () => {
    ;[payer, buyer] = [newPerson(), newPerson()]
    scene = await createServiceScene({
      rpcTimeoutMs: 30_000,
      env: {
        CRANK_PAYER_KEY: payer.secret,
        BUYBACK_KEY: buyer.secret,
        BUYBACK_EXECUTE: '1',
        BUYBACK_BURN: '1',
        BUYBACK_PRICE_RISE_BPS: '0',
      },
    })
    for (const { wallet } of [payer, buyer, { wallet: scene.treasury }]) scene.server.chain.airdrop(wallet, 10n * SOL)
    const launcher = scene.fundedPerson()
    const { status, body } = await scene.post('/api/agent/launch', scene.launchBody(3, launcher), { launcher })
    expect(status).toBe(201)
    mint = body.mint
  })
  afterEach(() => scene.close())

  const read = () => {
    const turn = { dueAtMs: unixMs(due), position: null, keepPosition: async () => {}, mayContinue: async () => true }
    return keepLedger(scene.deps, turn)
  }
  const postings = async () => (await scene.deps.storage.ledger.list({ limit: 100_000, cursor: null }, {})).rows
  const crank = () => scene.post('/api/agent/crank', { mint })
  const buy = (amountLamports: bigint) => createTraders(scene).buy(mint, 'legacy', amountLamports)

  /** A run of the buyback; one that is overtaken finds the price moved when it lands. */
  async function buyBack({ overtaken }: { readonly overtaken: boolean }, slippageBps: Bps = bps(10)) {
    const { launchpads } = scene.deps
    const pump = await launchpads.get(launchpads.defaultId)
    const { prepare } = pump.buyback!
    const slow: typeof prepare = async (...order) => {
      const offer = await prepare(...order)
      if (overtaken) await buy(SOL / 5n)
      return offer
    }
    const deps: Deps = {
      ...scene.deps,
      policy: { ...scene.deps.policy, buyback: { ...scene.deps.policy.buyback, mint, slippageBps } },
      launchpads: { ...launchpads, get: async () => ({ ...pump, buyback: { ...pump.buyback!, prepare: slow } }) },
    }
    return runBuyback(deps, { dueAtMs: unixMs((due += 3_600_000)) })
  }

  async function transfer(from: Keypair, to: string, amountLamports: bigint): Promise<void> {
    const connection = new Connection(scene.server.url, 'confirmed')
    const instruction = SystemProgram.transfer({ fromPubkey: from.publicKey, toPubkey: new PublicKey(to), lamports: amountLamports })
    await connection.sendRawTransaction((await signV0({ connection }, [instruction], [from])).serialize())
  }
  const keyOf = async ({ secret }: Person) => {
    const pump = await scene.deps.launchpads.get(scene.deps.launchpads.defaultId)
    return Keypair.fromSecretKey(pump.parseLauncher(new Secret(secret)).secret.reveal())
  }

  async function expectBooksAgree() {
    for (const { wallet } of [payer, buyer]) {
      const held = lamports(lamportsOf(scene.server, wallet))
      const { rows } = await scene.deps.storage.ledger.list({ limit: 100_000, cursor: null }, { wallet })
      const sum = rows.reduce((total, { side, amountAtomic }) => total + (side === 'in' ? amountAtomic : -amountAtomic), 0n)
      expect(sum).toBe(held)
      const state = (await scene.deps.storage.ledger.listWallets()).find((one) => one.wallet === wallet)!
      expect([state.inAtomic - state.outAtomic, state.heldAtomic]).toEqual([held, held])
    }
  }

  test('a crank, a buyback, one that landed and was refused, and a lookup table are told apart, with fees and rents, to the lamport', async () => {
    await buy(20n * SOL)
    expect((await crank()).status).toBe(200)
    expect(await buyBack({ overtaken: false })).toMatchObject({ state: 'executed' })
    const refused = await buyBack({ overtaken: true })
    expect(refused).toMatchObject({ state: 'failed', failure: { code: 'chain_refused' } })
    const pump = await scene.deps.launchpads.get(scene.deps.launchpads.defaultId)
    const table = await createOperatorTable(
      createPumpContext({
        rpcUrls: [new Secret(scene.server.url)],
        time: machineTime,
        lookupTable: null,
        jitoUrls: [],
        jitoTipLamports: lamports(0),
        randomBytes: createRandomIds().bytes,
      }),
      pump.parseLauncher(new Secret(payer.secret)),
    )
    await settle(pump, table.transactions)
    await read()
    await expectBooksAgree()

    const rows = await postings()
    const costOf = (account: string) => rows.filter((row) => row.account === account).reduce((sum, row) => sum + row.amountAtomic, 0n)
    expect(costOf('lookup-table')).toBe(table.rentLamports)
    expect(costOf('rent')).toBeGreaterThan(0n)
    expect(rows.filter(({ account }) => account === 'unexplained')).toEqual([])
    const ofRefused = rows.filter(({ sent }) => sent?.reference === refused!.operationId)
    expect(ofRefused.map(({ account }) => account)).toEqual(['fee:network'])
    const { buybacks, totals } = (await scene.call('GET', '/api/buybacks')).body
    expect(buybacks[0]).toMatchObject({
      status: 'failed',
      signature: ofRefused[0]!.signature,
      lamports: String(ofRefused[0]!.amountAtomic),
    })
    expect(BigInt(totals.spent.amount)).toBe(10n * SOL - lamportsOf(scene.server, buyer.wallet))
  })

  test('a random history of cranks, buybacks, refusals, gifts and what the key’s owner sends by hand comes to what the chain has, though the node breaks off while it is read', async () => {
    const random = createSeededRandom(20)
    const [stranger, owner] = [Keypair.generate(), await keyOf(payer)]
    scene.server.chain.airdrop(stranger.publicKey.toBase58(), 1_000n * SOL)
    const some = () => BigInt(1_000_000 + random.below(10_000_000))
    const steps: (() => Promise<unknown>)[] = [
      () => buy(10n * some()),
      crank,
      () => buyBack({ overtaken: false }),
      () => buyBack({ overtaken: true }),
      () => transfer(stranger, (random.below(2) ? payer : buyer).wallet, some()),
      () => transfer(owner, stranger.publicKey.toBase58(), some()),
    ]
    for (let step = 0; step < STEPS; step += 1) {
      await steps[random.below(steps.length)]!()
      if (random.below(5) > 0) continue
      scene.proxy.script('getTransaction', [...Array(random.below(4)).fill(null), { kind: 'status', status: 503 }])
      await read().catch((error: unknown) => expect(String(error)).toContain('was not read'))
      scene.proxy.heal()
      await Promise.all([read(), read()])
      await expectBooksAgree()
    }
    await read()
    await expectBooksAgree()
    const accounts = new Set((await postings()).map(({ account }) => account))
    for (const account of ['opening', 'received', 'fee:network', 'buyback:spent', 'unexplained'] as const)
      expect([...accounts]).toContain(account)
  })
})
