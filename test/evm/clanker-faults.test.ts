import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { decodeFunctionData, encodeFunctionData, type Hex, pad as padWord } from 'viem'
import { readIntent } from '../../src/adapters/chains/evm/evm-draft.ts'
import { factoryAbi } from '../../src/adapters/launchpads/clanker/abis.ts'
import { createClankerLaunchpad } from '../../src/adapters/launchpads/clanker/launchpad.ts'
import type { Mint } from '../../src/domain/brands.ts'
import { Secret } from '../../src/lib/secret.ts'
import { refusalOf } from '../support/app-error.ts'
import { eventually } from '../support/eventually.ts'
import { sharesOf } from '../contract/launchpad-harness.ts'
import { describeAnvil, placeRefuser } from './support/anvil.ts'
import { CLANKER, clankerOptions, createClankerScene } from './support/clanker-scene.ts'
import { createClankerService } from './support/clanker-service.ts'
import { ETH, newEvmWallet } from './support/evm-scene.ts'
import { type NodeCall, startLyingNode, type Told } from './support/lying-node.ts'

setDefaultTimeout(180_000)

const plan = () => ({
  name: 'Faulty',
  ticker: 'FAULT',
  metadataUri: 'https://coins.example/m/1',
  initialBuyAtomic: 0n as never,
  shareholders: sharesOf([newEvmWallet(), newEvmWallet(), newEvmWallet()]),
  atomicRequired: true,
})

describeAnvil('what goes wrong around coins of Clanker', () => {
  let scene: Awaited<ReturnType<typeof createClankerScene>>
  beforeAll(async () => void (scene = await createClankerScene()))
  afterAll(() => scene.anvil.stop())

  const noncesOf = async (wallet: string) => Number(await scene.anvil.call<string>('eth_getTransactionCount', wallet, 'latest'))

  test('decision "Clanker": a coin whose rows somebody administers is not locked, pays nobody from here, and cannot be locked afterwards', async () => {
    const launcher = await scene.fundedLauncher()
    const prepared = await scene.launchpad.prepareLaunch(plan(), launcher)
    const [config] = decodeFunctionData({ abi: factoryAbi, data: (await readIntent(prepared.transactions[0]!)).data }).args as readonly [
      any,
    ]
    const rewardAdmins = config.lockerConfig.rewardAdmins.map((admin: Hex, index: number) => (index === 1 ? launcher.wallet : admin))
    const theirs = { ...config, lockerConfig: { ...config.lockerConfig, rewardAdmins } }
    const data = encodeFunctionData({ abi: factoryAbi, functionName: 'deployToken', args: [theirs] })
    await scene.anvil.sendAs(launcher.wallet, { to: CLANKER.factory, data })
    const { mint } = prepared
    expect(await scene.launchpad.readCoin(mint)).toMatchObject({ feeShare: { locked: false } })
    await scene.trade(mint, ETH)
    const { feeShare } = scene.launchpad
    expect(await refusalOf(() => feeShare!.prepareDistribution(mint, launcher))).toMatchObject({ code: 'fee_share_not_locked' })
    expect((await refusalOf(() => feeShare!.prepareLock(mint, plan().shareholders, launcher))).code).toMatch(
      /launcher_not_creator|chain_refused/,
    )
  })

  test.each([1, 2])(
    'rules 10.31: a reorganisation of %i block(s) undoes the deployment: the same bytes go out again, and it is one coin',
    async (blocks) => {
      const launcher = await scene.fundedLauncher()
      const wanted = plan()
      const { mint, transactions } = await scene.launchpad.prepareLaunch(wanted, launcher)
      const before = await scene.anvil.call<Hex>('evm_snapshot')
      await scene.launchpad.advance(transactions)
      await eventually(async () => (await noncesOf(launcher.wallet)) === 1)
      if (blocks > 1) await scene.anvil.mine(blocks - 1)
      expect(await scene.launchpad.advance(transactions)).toMatchObject([{ status: 'pending' }])
      await scene.anvil.call('evm_revert', before)
      await scene.anvil.call('anvil_dropAllTransactions')
      await scene.anvil.mine(blocks)
      expect([await noncesOf(launcher.wallet), await scene.launchpad.isCreated(mint)]).toEqual([0, false])
      await eventually(async () => {
        const [state] = await scene.launchpad.advance(transactions)
        await scene.anvil.mine(2)
        return state!.status === 'landed'
      })
      const made = await scene.launchpad.readCoin(mint, { shareholders: wanted.shareholders, launcher: launcher.wallet })
      expect([made!.feeShare!.locked, await noncesOf(launcher.wallet)]).toEqual([true, 1])
    },
  )

  /** A service whose only node says otherwise than the chain, where `tell` does. */
  const withLiar = async (tell: (call: NodeCall) => Told | Promise<Told>) => {
    const liars: { stop(): unknown }[] = []
    const service = await createClankerService({
      pad: (_own, anvil) => {
        const liar = startLyingNode(anvil.url, tell)
        liars.push(liar)
        return createClankerLaunchpad({ ...clankerOptions(anvil), rpcUrls: [new Secret(liar.url)] })
      },
    })
    const stop = async () => {
      await service.stop()
      await Promise.all(liars.map((liar) => liar.stop()))
    }
    return { ...service, stop }
  }

  test('rules 10.31: a node that names another coin in the event of the launch does not make that one ours', async () => {
    const lie = { coin: null as string | null }
    const service = await withLiar(async ({ method, forward }) => {
      if (method !== 'eth_getTransactionReceipt' || lie.coin === null) return null
      const receipt = (await forward()) as { logs: { address: string; topics: string[] }[] } | null
      if (!receipt) return { result: receipt }
      const logs = receipt.logs.map((log) =>
        log.address.toLowerCase() === CLANKER.factory.toLowerCase()
          ? { ...log, topics: [log.topics[0], padWord(lie.coin as Hex).toLowerCase(), ...log.topics.slice(2)] }
          : log,
      )
      return { result: { ...receipt, logs } }
    })
    const stranger = await service.person()
    const theirs = await service.post('/api/agent/launch', service.body(stranger), stranger)
    lie.coin = theirs.body.mint
    const launcher = await service.person()
    const launched = await service.post('/api/agent/launch', service.body(launcher), launcher)
    expect(launched).toMatchObject({ status: 201, body: { feeShareLocked: true, launcher: launcher.wallet } })
    expect(launched.body.mint).not.toBe(theirs.body.mint)
    expect(await service.anvil.call<Hex>('eth_getCode', launched.body.mint, 'latest')).not.toBe('0x')
    await service.stop()
  })

  test('rules 10.27: events that a node adds of other contracts, and of other coins, pay nobody in the record', async () => {
    const strange = newEvmWallet() as string as Hex
    const service = await withLiar(async ({ method, forward }) => {
      if (method !== 'eth_getLogs') return null
      const logs = (await forward()) as { address: string; topics: string[] }[]
      const ofOthers = logs.map((log) => ({ ...log, address: strange }))
      const ofOtherCoins = logs.map((log) => ({ ...log, topics: [log.topics[0], padWord(strange), ...log.topics.slice(2)] }))
      return { result: [...ofOthers, ...logs, ...ofOtherCoins] }
    })
    const launcher = await service.person()
    const { body } = await service.post('/api/agent/launch', service.body(launcher), launcher)
    await service.trade(body.mint, ETH)
    const cranked = await service.post('/api/agent/crank', { mint: body.mint }, launcher)
    expect(cranked).toMatchObject({ status: 200, body: { distributed: { amount: String(ETH / 100n), currency: 'WETH' } } })
    const { remits } = (await service.get(`/api/remits?mint=${body.mint}`)).body
    for (const { wallet, amount } of remits) expect(BigInt(amount.amount)).toBe(await service.wethOf(wallet))
    await service.stop()
  })

  test('decision "What Clanker pays is WETH": a wallet that takes no ETH any more gets its WETH all the same, and keeps nobody from theirs', async () => {
    const launcher = await scene.fundedLauncher()
    const wanted = plan()
    const { mint, transactions } = await scene.launchpad.prepareLaunch(wanted, launcher)
    const settle = async (sent: typeof transactions) =>
      eventually(async () => {
        const states = await scene.launchpad.advance(sent)
        await scene.anvil.mine(2)
        return states.every(({ status }) => status === 'landed')
      })
    await settle(transactions)
    await placeRefuser(scene.anvil, wanted.shareholders[1]!.wallet)
    await scene.trade(mint as Mint, ETH)
    const record = { shareholders: wanted.shareholders, launcher: launcher.wallet }
    const offer = await scene.launchpad.feeShare!.prepareDistribution(mint, launcher, record)
    await settle(offer.prepared!.transactions)
    for (const { wallet, bps: share } of wanted.shareholders)
      expect(await scene.wethOf(wallet)).toBeGreaterThanOrEqual(((ETH / 100n) * BigInt(share)) / 10_000n)
  })
})
