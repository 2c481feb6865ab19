import { afterEach, beforeEach, expect, test } from 'bun:test'
import { TOKEN_2022_PROGRAM_ID, getAssociatedTokenAddressSync } from '@solana/spl-token'
import { PublicKey } from '@solana/web3.js'
import { type Mint, unixMs } from '../../src/domain/brands.ts'
import { runBuyback } from '../../src/features/buyback/run-buyback.ts'
import { resumeOperations } from '../../src/features/operations/resume-operations.ts'
import type { BuybackPolicy } from '../../src/ports/policy.ts'
import type { Deps } from '../../src/ports/deps.ts'
import { newPerson, type Person } from '../support/test-app.ts'
import { describeChain } from './support/describe-chain.ts'
import type { Fault } from './support/fault-proxy.ts'
import { lamportsOf, SOL } from './support/pump-scene.ts'
import { createTraders } from './support/pump-trades.ts'
import { nameTakeoverTeam } from './support/take-over.ts'
import { createServiceScene, landedBy, sendsTo, type ServiceScene, type ServiceSceneOptions } from './support/service-scene.ts'

const FAULTS: [string, Fault][] = [
  ['down', { kind: 'status', status: 503 }],
  ['slow', { kind: 'hang' }],
  ['talking nonsense', { kind: 'garbage' }],
  ['answering another shape', { kind: 'wrong-json' }],
  ['behind by its own word', { kind: 'rpc-error', code: -32005, message: 'Node is behind by 200 slots' }],
]
const MINT_SUPPLY_OFFSET = 36
const MAX_LAMPORTS = 50_000_000n

describeChain('decision "A buyback": the buyback on the real programs', () => {
  let scene: ServiceScene
  let buyer: Person
  let mint: Mint
  let due = 0

  async function start(options: ServiceSceneOptions = {}): Promise<void> {
    buyer = newPerson()
    scene = await createServiceScene({
      ...options,
      env: { BUYBACK_KEY: buyer.secret, BUYBACK_EXECUTE: '1', BUYBACK_BURN: '1', BUYBACK_PRICE_RISE_BPS: '0' },
    })
    scene.server.chain.airdrop(buyer.wallet, SOL)
    const launcher = scene.fundedPerson()
    const { status, body } = await scene.post('/api/agent/launch', scene.launchBody(3, launcher), { launcher })
    expect(status).toBe(201)
    mint = body.mint
    scene.server.requests.length = 0
  }
  beforeEach(() => start())
  afterEach(() => scene.close())

  const depsWith = (changes: Partial<BuybackPolicy> = {}): Deps => ({
    ...scene.deps,
    policy: { ...scene.deps.policy, buyback: { ...scene.deps.policy.buyback, mints: [{ mint, weight: 1 }], ...changes } },
  })
  const run = (changes?: Partial<BuybackPolicy>) =>
    runBuyback(depsWith(changes), { dueAtMs: unixMs(1_795_000_000_000 + (due += 3_600_000)) })
  const listed = async (): Promise<Record<string, any>[]> => (await scene.call('GET', '/api/buybacks')).body.buybacks
  const stats = async () => (await scene.call('GET', '/api/proof')).body.stats
  const supply = () => accountData(mint).readBigUInt64LE(MINT_SUPPLY_OFFSET)
  const accountData = (address: string): Buffer => {
    const account = scene.server.chain.svm.getAccount(address as never)
    return account.exists ? Buffer.from(account.data) : Buffer.alloc(0)
  }
  const held = () => {
    const account = getAssociatedTokenAddressSync(new PublicKey(mint), new PublicKey(buyer.wallet), true, TOKEN_2022_PROGRAM_ID)
    const data = accountData(account.toBase58())
    return data.length === 0 ? 0n : data.readBigUInt64LE(64)
  }

  test('on the curve and after the graduation: bought, burned, and told with the figures of the chain', async () => {
    const before = { supply: supply(), lamports: lamportsOf(scene.server, buyer.wallet) }
    await run()
    const [onCurve] = await listed()
    expect(onCurve).toMatchObject({ status: 'executed', mint, ticker: 'NMFROG', wallet: buyer.wallet, quote: { venue: 'curve' } })
    expect([onCurve!.burnedTokens, onCurve!.tokens]).toEqual([String(before.supply - supply()), onCurve!.quote.tokens])
    const spent = before.lamports - lamportsOf(scene.server, buyer.wallet)
    expect(onCurve!.lamports).toBe(String(spent))
    expect(spent).toBeLessThanOrEqual(MAX_LAMPORTS)
    expect(held()).toBe(0n)

    await createTraders(scene).graduate(mint)
    const migrated = { supply: supply(), lamports: lamportsOf(scene.server, buyer.wallet) }
    await run()
    const [inPool] = await listed()
    expect(inPool).toMatchObject({ status: 'executed', quote: { venue: 'pool' }, burnedTokens: String(migrated.supply - supply()) })
    expect(inPool!.lamports).toBe(String(migrated.lamports - lamportsOf(scene.server, buyer.wallet)))
    expect(BigInt(inPool!.lamports)).toBeGreaterThan((MAX_LAMPORTS * 95n) / 100n)
    expect(landedBy(scene, buyer)).toHaveLength(2)

    expect(await stats()).toMatchObject({ buybacks: 2, boughtSol: Number(BigInt(onCurve!.lamports) + BigInt(inPool!.lamports)) / 1e9 })
    const events = await scene.deps.storage.events.list(mint)
    expect(events.flatMap(({ type, data }) => (type === 'buyback.executed' ? [data.signature] : [])).toSorted()).toEqual(
      [onCurve!.signature, inPool!.signature].toSorted(),
    )
  })

  test('between curve and pool nothing is bought, whether runs execute or not', async () => {
    await createTraders(scene).graduate(mint, { migrate: false })
    await run()
    expect(await listed()).toMatchObject([{ status: 'skipped', reason: 'coin_not_tradable' }])
    await run({ execute: false })
    expect(landedBy(scene, buyer)).toEqual([])
  })

  test('a coin whose fees its launchpad took from the split is not bought from the first final block on, on the curve and in the pool', async () => {
    const takeOver = await nameTakeoverTeam(scene.server)
    await createTraders(scene).buy(mint, 'v2', SOL)
    await takeOver(mint, { isHolderReward: true })
    await run()
    await createTraders(scene).graduate(mint)
    await run()
    expect((await listed()).map(({ status, reason }) => [status, reason])).toEqual(Array(2).fill(['skipped', 'buyback_fees_redirected']))
    expect(landedBy(scene, buyer)).toEqual([])
  })

  test.each(FAULTS)('the only node is %s before the run: skipped, nothing sent; the next run buys', async (_what, fault) => {
    scene.proxy.fail('*', fault)
    await run()
    expect(await listed()).toMatchObject([{ status: 'skipped', reason: 'upstream_unavailable', signature: null }])
    expect(sendsTo(scene)).toBe(0)
    scene.proxy.heal()
    await scene.proxy.givenUp()
    await run()
    expect((await listed()).map(({ status }) => status)).toEqual(['executed', 'skipped'])
    expect(landedBy(scene, buyer)).toHaveLength(1)
  })

  test.each(FAULTS)('the only node is %s from the broadcast on: under way, and the truth later, once', async (_what, fault) => {
    await scene.close()
    await start({ sleepFactor: 120 })
    // The first look at the statuses comes before the sending.
    scene.proxy.script('getSignatureStatuses', [null, ...Array<Fault>(400).fill(fault)])
    await run()
    expect(await listed()).toMatchObject([{ status: 'under_way', signature: null, lamports: null }])
    expect(await stats()).toMatchObject({ buybacks: 0, boughtSol: 0 })
    await run()
    expect((await listed())[0]).toMatchObject({ status: 'skipped', reason: 'buyback_under_way' })
    scene.proxy.heal()
    await scene.proxy.givenUp()
    await Promise.all([1, 2, 3].map(() => resumeOperations(depsWith(), { all: true })))
    await resumeOperations(depsWith(), { all: true })
    expect((await listed()).map(({ status }) => status)).toEqual(['skipped', 'executed'])
    expect(await stats()).toMatchObject({ buybacks: 1 })
    expect(landedBy(scene, buyer)).toHaveLength(1)
  })

  test('the answer to the sending is lost: bought once, recorded once', async () => {
    scene.proxy.fail('sendTransaction', { kind: 'drop-after-forward' })
    await run()
    expect(await listed()).toMatchObject([{ status: 'executed' }])
    expect(landedBy(scene, buyer)).toHaveLength(1)
  })

  test('it landed, and the node does not give the transaction yet: recorded when its figures are there, once', async () => {
    await scene.close()
    await start({ sleepFactor: 120 })
    scene.proxy.fail('getTransaction', { kind: 'wrong-json', result: null })
    await run()
    expect(await listed()).toMatchObject([{ status: 'under_way' }])
    expect(landedBy(scene, buyer)).toHaveLength(1)
    scene.proxy.heal()
    await scene.proxy.givenUp()
    await resumeOperations(depsWith(), { all: true })
    expect(await listed()).toMatchObject([{ status: 'executed', burnedTokens: expect.any(String) }])
    expect(await stats()).toMatchObject({ buybacks: 1 })
  })

  test('the network loses everything until the blockhash is dead: failed by proof; the next run buys', async () => {
    await scene.close()
    await start({ slotsPerPoll: 12 })
    scene.server.chain.dropNext(1_000_000)
    await run()
    expect(await listed()).toMatchObject([{ status: 'failed', reason: 'transaction_expired', signature: null }])
    expect(landedBy(scene, buyer)).toEqual([])
    const sent = new Set(scene.server.requests.filter(({ method }) => method === 'sendTransaction').map(({ params }) => params[0]))
    expect(sent.size).toBe(1)
    scene.server.chain.dropNext(-1_000_000 + sendsTo(scene))
    await run()
    expect((await listed()).map(({ status }) => status)).toEqual(['executed', 'failed'])
    expect(landedBy(scene, buyer)).toHaveLength(1)
  })

  test('a node that stopped following hands out a dead blockhash: skipped before anything is sent', async () => {
    scene.proxy.fail('getLatestBlockhash', { kind: 'stale' })
    await run({ execute: false })
    scene.server.chain.advanceSlots(200)
    await run()
    expect((await listed())[0]).toMatchObject({ status: 'skipped', reason: 'upstream_unavailable' })
    expect(sendsTo(scene)).toBe(0)
  })

  test('what the simulation refuses is recorded with the program’s own name, and nothing is sent', async () => {
    const logs = ['Program log: AnchorError occurred. Error Code: TooMuchSolRequired. Error Number: 6002. Error Message: no.']
    const value = { err: { InstructionError: [3, { Custom: 6_002 }] }, logs, accounts: null, unitsConsumed: 1 }
    scene.proxy.fail('simulateTransaction', { kind: 'wrong-json', result: { context: { slot: 450_000_001 }, value } })
    await run()
    expect(await listed()).toMatchObject([
      { status: 'skipped', reason: 'chain_refused', detail: expect.stringContaining('TooMuchSolRequired') },
    ])
    expect(sendsTo(scene)).toBe(0)
  })
})
