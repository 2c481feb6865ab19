import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { decodeFunctionData, encodeFunctionData, type Hex } from 'viem'
import { readIntent } from '../../src/adapters/chains/evm/evm-draft.ts'
import { factoryAbi } from '../../src/adapters/launchpads/clanker/abis.ts'
import { bps, lamports } from '../../src/domain/brands.ts'
import type { SignedTransaction } from '../../src/domain/operation.ts'
import { expectRefusal } from '../support/app-error.ts'
import { type Anvil, describeAnvil } from './support/anvil.ts'
import { CLANKER, createClankerScene } from './support/clanker-scene.ts'
import standIns from './support/clanker-stand-ins.json'
import { type ClankerService, createClankerService } from './support/clanker-service.ts'
import { ETH, newEvmWallet } from './support/evm-scene.ts'
import type { EvmPerson } from './support/serve-on-anvil.ts'

setDefaultTimeout(180_000)

const nonceOf = async (anvil: Anvil, { wallet }: EvmPerson) => Number(await anvil.call<string>('eth_getTransactionCount', wallet, 'latest'))

describeAnvil('what Clanker changes between a plan and its launch', () => {
  let service: ClankerService
  const dark = { doing: null as ((launch: SignedTransaction) => Promise<void>) | null }
  beforeAll(async () => {
    service = await createClankerService({
      // Something happens between the signature and the sending.
      pad: (pad) => ({
        ...pad,
        async advance(transactions) {
          const { doing } = dark
          dark.doing = null
          await doing?.(transactions[0]!)
          return pad.advance(transactions)
        },
      }),
    })
  })
  afterAll(() => service.stop())

  const planned = async () => {
    const launcher = await service.person()
    const body = service.body(launcher)
    const dryRun = await service.post('/api/agent/launch/dry-run', body)
    expect(dryRun.status).toBe(200)
    return { launcher, body: { ...body, dryRunId: dryRun.body.dryRunId } }
  }

  test.each([
    ['closed its factory', 'setDeprecated', [true], [false], /closed its version 4 to new coins/],
    [
      'disabled the locker',
      'setLocker',
      [CLANKER.locker, CLANKER.hook, false],
      [CLANKER.locker, CLANKER.hook, true],
      /this locker and hook/,
    ],
    ['disabled the hook', 'setHook', [CLANKER.hook, false], [CLANKER.hook, true], /HookNotEnabled/],
    ['disabled the module', 'setMevModule', [CLANKER.mevModule, false], [CLANKER.mevModule, true], /MevModuleNotEnabled/],
  ] as const)(
    'rules 10.10: %s: plan and launch are refused in words, nothing is sent, and the approval is good again afterwards',
    async (_what, name, off, on, reason) => {
      const { launcher, body } = await planned()
      await service.change(name, ...off)
      for (const path of ['/api/agent/launch/dry-run', '/api/agent/launch']) {
        const answer = await service.post(path, path.endsWith('launch') ? body : { ...body, dryRunId: undefined }, launcher)
        expect(answer).toMatchObject({ status: 400, body: { code: 'launch_refused', detail: expect.stringMatching(reason) } })
      }
      expect(await nonceOf(service.anvil, launcher)).toBe(0)
      await service.change(name, ...on)
      expect((await service.post('/api/agent/launch', body, launcher)).status).toBe(201)
    },
  )

  test('rules 10.10: a hook that takes another part of the fees than plans say is refused', async () => {
    const { launcher, body } = await planned()
    const code: string = standIns.code.StandInClankerHook
    const [before, after] = ['62030d40', '620493e0']
    expect(code).toContain(before)
    await service.anvil.call('anvil_setCode', CLANKER.hook, code.replaceAll(before, after))
    const answer = await service.post('/api/agent/launch', body, launcher)
    expect(answer).toMatchObject({
      status: 400,
      body: { code: 'launch_refused', detail: expect.stringContaining('another part of the fees') },
    })
    await service.anvil.call('anvil_setCode', CLANKER.hook, code)
    expect((await service.post('/api/agent/launch', body, launcher)).status).toBe(201)
  })

  test('rules 10.13: closed after it was signed: the transaction reverts as a whole, there is no coin, and the approval is free again', async () => {
    const { launcher, body } = await planned()
    dark.doing = () => service.change('setDeprecated', true)
    const dead = await service.post('/api/agent/launch', body, launcher)
    expect(dead).toMatchObject({ status: 400, body: { code: 'launch_refused' } })
    expect(await nonceOf(service.anvil, launcher)).toBe(1)
    await service.change('setDeprecated', false)
    const again = await service.post('/api/agent/launch', body, launcher)
    expect(again).toMatchObject({ status: 201, body: { feeShareLocked: true } })
    const { coins } = (await service.get('/api/coins?fields=all')).body
    expect(coins.filter(({ launcher: by }: any) => by === launcher.wallet)).toHaveLength(1)
  })

  /** A stranger deploys the same coin first: its rows are theirs, or `rows` of the launch's own. */
  const takeAddress = async (data: Hex, rows?: 'its own') => {
    const [config] = decodeFunctionData({ abi: factoryAbi, data }).args as readonly [any]
    const stranger = newEvmWallet()
    await service.anvil.setBalance(stranger, ETH)
    const lockerConfig = rows
      ? config.lockerConfig
      : { ...config.lockerConfig, rewardRecipients: config.lockerConfig.rewardRecipients.map(() => stranger) }
    const taken = encodeFunctionData({ abi: factoryAbi, functionName: 'deployToken', args: [{ ...config, lockerConfig }] })
    await service.anvil.sendAs(stranger, { to: CLANKER.factory, data: taken })
    return stranger
  }
  const coinsOf = async (launcher: EvmPerson) => {
    const { coins } = (await service.get('/api/coins?fields=all')).body
    return coins.filter(({ launcher: by }: any) => by === launcher.wallet)
  }

  test('decision "Clanker": a stranger who takes the coin’s address between signature and block gets a coin that is not ours: the launch is refused, and the next one is the one coin', async () => {
    const { launcher, body } = await planned()
    dark.doing = async (transaction) => void (await takeAddress((await readIntent(transaction)).data))
    const dead = await service.post('/api/agent/launch', body, launcher)
    expect(dead).toMatchObject({
      status: 400,
      body: { code: 'launch_refused', detail: expect.stringContaining('another coin is at its address') },
    })
    expect(await coinsOf(launcher)).toEqual([])
    const again = await service.post('/api/agent/launch', body, launcher)
    expect(again).toMatchObject({ status: 201, body: { feeShareLocked: true } })
    expect((await coinsOf(launcher)).map(({ mint }: any) => mint)).toEqual([again.body.mint])
  })

  test('decision "Clanker": a stranger who deploys the very same coin, rows and all, made the coin of the plan: it is locked as planned, and it is one', async () => {
    const { launcher, body } = await planned()
    dark.doing = async (transaction) => void (await takeAddress((await readIntent(transaction)).data, 'its own'))
    const launched = await service.post('/api/agent/launch', body, launcher)
    expect(launched).toMatchObject({ status: 201, body: { feeShareLocked: true } })
    expect((await coinsOf(launcher)).map(({ mint }: any) => mint)).toEqual([launched.body.mint])
  })

  test('decision "Clanker": an address that is taken when a launch is prepared is passed over, and refused after three', async () => {
    const salts = [1, 1, 2, 1, 2, 1]
    const scene = await createClankerScene({ randomBytes: (count) => new Uint8Array(count).fill(salts.shift()!) })
    const shareholders = [{ wallet: newEvmWallet(), bps: bps(10_000) }]
    const plan = { name: 'Same', ticker: 'SAME', metadataUri: 'https://coins.example/m/1', initialBuyAtomic: lamports(0), shareholders }
    const launch = async () => {
      const prepared = await scene.launchpad.prepareLaunch({ ...plan, atomicRequired: true }, await scene.fundedLauncher())
      expect(await scene.launchpad.advance(prepared.transactions)).toMatchObject([{ status: 'pending' }])
      await scene.anvil.mine(3)
      expect(await scene.launchpad.advance(prepared.transactions)).toMatchObject([{ status: 'landed' }])
      return prepared.mint
    }
    const [first, second] = [await launch(), await launch()]
    expect(salts).toHaveLength(3)
    expect(first).not.toBe(second)
    await expectRefusal('launch_refused', launch())
    expect(salts).toEqual([])
    await scene.anvil.stop()
  })
})
