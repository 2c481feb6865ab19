import { afterAll, beforeAll, expect, test } from 'bun:test'
import { bondingCurvePda, feeSharingConfigPda } from '@pump-fun/pump-sdk'
import { Connection, Keypair, PublicKey } from '@solana/web3.js'
import { createPumpLaunchpad } from '../../src/adapters/launchpads/pump/launchpad.ts'
import type { Mint } from '../../src/domain/brands.ts'
import { Secret } from '../../src/lib/secret.ts'
import type { CoinPlan } from '../../src/ports/launchpad/coin.ts'
import type { RecordedSplit } from '../../src/ports/launchpad/fee-share.ts'
import { describeChain } from './support/describe-chain.ts'
import { startFaultProxy } from './support/fault-proxy.ts'
import { codeOf, createPumpScene, launch, planFor, type PumpScene, SOL } from './support/pump-scene.ts'
import { createTraders } from './support/pump-trades.ts'
import { nameTakeoverTeam, type TakeOver } from './support/take-over.ts'

describeChain('decision "Fees taken away": a takeover by pump’s own team, by the programs themselves', () => {
  let scene: PumpScene
  let connection: Connection
  let takeOver: TakeOver

  beforeAll(async () => {
    scene = await createPumpScene()
    connection = new Connection(scene.server.url, 'confirmed')
    takeOver = await nameTakeoverTeam(scene.server)
  })
  afterAll(() => scene.server.stop())

  /** A coin that is locked to this plan's wallets, with fees waiting. */
  async function locked(crew = 3): Promise<{ mint: Mint; plan: CoinPlan; split: RecordedSplit }> {
    const plan = planFor(scene.launcher.wallet, { crew })
    const { mint, states } = await launch(scene, plan)
    await createTraders(scene).buy(mint, 'v2', SOL)
    scene.server.chain.advanceSlots(40)
    return { mint, plan, split: { mint, shareholders: plan.shareholders, lockHeight: states.at(-1)!.height } }
  }

  const accountsOf = (mint: Mint) => [bondingCurvePda(new PublicKey(mint)), feeSharingConfigPda(new PublicKey(mint))]

  const read = (splits: readonly RecordedSplit[]) => scene.launchpad.feeShare!.readRedirects!(splits)

  test('given to its holders for good: known, with nothing left for the split, and no payout to it', async () => {
    const [taken, kept] = [await locked(), await locked()]
    expect(await read([taken.split, kept.split])).toEqual([])
    await takeOver(taken.mint, { isHolderReward: true })
    expect(await read([kept.split, taken.split])).toEqual([{ mint: taken.mint, to: 'its holders' }])
    expect(await scene.launchpad.readCoin(taken.mint)).toMatchObject({ feeReceivers: 'its holders', feeShare: { locked: false } })
    expect(await codeOf(scene.launchpad.feeShare!.prepareDistribution(taken.mint, scene.launcher))).toBe('fee_share_not_locked')
  })

  test('given to another wallet: the coin keeps its creator, and the rewritten split tells', async () => {
    const { mint, split } = await locked()
    const newCreator = Keypair.generate().publicKey
    await takeOver(mint, { newCreator })
    expect(await read([split])).toEqual([{ mint, to: newCreator.toBase58() }])
    expect(await scene.launchpad.readCoin(mint)).toMatchObject({ feeShare: { locked: false } })
  })

  test('after its graduation too', async () => {
    const { mint, split } = await locked()
    await createTraders(scene).graduate(mint)
    expect(await read([split])).toEqual([])
    await takeOver(mint, { isHolderReward: true })
    expect(await read([split])).toEqual([{ mint, to: 'its holders' }])
  })

  test('more coins than one request reads, in the order asked, and none that pays its split', async () => {
    const [first, last] = [await locked(1), await locked(1)]
    const others = Array.from({ length: 98 }, () => ({ ...first.split, mint: Keypair.generate().publicKey.toBase58() as Mint }))
    await takeOver(last.mint, { isHolderReward: true })
    const from = scene.server.requests.length
    expect(await read([first.split, ...others.slice(0, 97), last.split])).toEqual([{ mint: last.mint, to: 'its holders' }])
    const calls = scene.server.requests.slice(from).filter(({ method }) => method === 'getMultipleAccounts')
    expect(calls).toHaveLength(3)
    expect(await read([])).toEqual([])
  })

  test('a state from before the lock, and one that is not final, says nothing', async () => {
    const plan = planFor(scene.launcher.wallet)
    const { mint, states } = await launch(scene, plan)
    const split = { mint, shareholders: plan.shareholders, lockHeight: states.at(-1)!.height! }
    // The chain here has one state: what a node calls final is told by the slot.
    const differs = { ...split, shareholders: plan.shareholders.slice(1) }
    expect(await read([{ ...differs, lockHeight: split.lockHeight + 10_000 }])).toEqual([])
    expect(await read([differs])).toEqual([{ mint, to: 'other wallets' }])
    const asked = scene.server.requests.findLast(({ method }) => method === 'getMultipleAccounts')
    expect(JSON.stringify(asked)).toContain('"finalized"')
  })

  test('one node that lies marks no coin while another tells the truth, and an account that is not there marks none', async () => {
    const { split } = await locked()
    const proxy = await startFaultProxy(scene.server.url)
    try {
      const both = createPumpLaunchpad({ ...scene.options, rpcUrls: [new Secret(proxy.url), new Secret(scene.server.url)] })
      const other = await locked()
      await takeOver(other.mint, { isHolderReward: true })
      const taken = await connection.getMultipleAccountsInfoAndContext(accountsOf(other.mint))
      const asJson = taken.value.map((account) => ({
        lamports: account!.lamports,
        owner: account!.owner.toBase58(),
        executable: false,
        data: [account!.data.toString('base64'), 'base64'],
      }))
      const lie = (value: unknown) =>
        proxy.fail('getMultipleAccounts', { kind: 'wrong-json', result: { context: { slot: Number(scene.server.chain.slot()) }, value } })
      lie(asJson)
      expect(await both.feeShare!.readRedirects!([split])).toEqual([])
      lie([asJson[0], null])
      expect(await both.feeShare!.readRedirects!([split])).toEqual([])
      lie([null, null])
      expect(await both.feeShare!.readRedirects!([split])).toEqual([])
      proxy.heal()
      expect(await both.feeShare!.readRedirects!([split])).toEqual([])
      expect(await both.feeShare!.readRedirects!([other.split])).toEqual([{ mint: other.mint, to: 'its holders' }])
    } finally {
      await proxy.stop()
    }
  })
})
