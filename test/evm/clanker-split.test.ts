import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { encodeFunctionData, type Hex, parseAbi } from 'viem'
import { feeLockerAbi } from '../../src/adapters/launchpads/clanker/abis.ts'
import { pushSplit } from '../../src/adapters/chains/evm/split/push-split.ts'
import { bps } from '../../src/domain/brands.ts'
import { makeKol } from '../support/make-kol.ts'
import { newPerson } from '../support/test-app.ts'
import { describeAnvil } from './support/anvil.ts'
import { CLANKER } from './support/clanker-scene.ts'
import { type ClankerService, createClankerService } from './support/clanker-service.ts'
import { ETH, newEvmWallet } from './support/evm-scene.ts'

setDefaultTimeout(180_000)

const adminsAbi = parseAbi([
  'function updateRewardRecipient(address token, uint256 index, address recipient)',
  'function updateRewardAdmin(address token, uint256 index, address admin)',
])
const rewardsAbi = parseAbi([
  'struct PoolKey { address currency0; address currency1; uint24 fee; int24 tickSpacing; address hooks; }',
  'struct TokenRewardInfo { address token; PoolKey poolKey; uint256 positionId; uint256 numPositions; uint16[] rewardBps; address[] rewardAdmins; address[] rewardRecipients; }',
  'function tokenRewards(address token) view returns (TokenRewardInfo)',
])

interface Launched {
  readonly mint: string
  readonly shareholders: readonly { readonly wallet: string; readonly bps: number }[]
  readonly launcher: { readonly wallet: string }
}

/** What each wallet gets of so much WETH in the split, which keeps one wei. */
const dividedBy = ({ shareholders }: Launched, heldWei: bigint): bigint[] =>
  shareholders.map(({ bps: share }) => ((heldWei - 1n) * BigInt(share)) / 10_000n)

describeAnvil('a launch with Clanker for more wallets than it has rows', () => {
  let service: ClankerService
  beforeAll(async () => {
    const frog = { ...makeKol({ handle: 'frog', rank: 1, evmWallet: newEvmWallet(), wallet: newPerson().wallet }), optedOut: false }
    service = await createClankerService({ app: { kols: [frog] } })
    await service.app.deps.storage.kols.setReferralCode('frog', 'FROG')
  })
  afterAll(() => service.stop())

  async function launch(seats: number, key?: string): Promise<Launched> {
    const launcher = await service.person()
    const body = service.body(launcher, { seats, atomicRequired: true })
    const launched = await service.post('/api/agent/launch', body, launcher, key)
    expect(launched).toMatchObject({ status: 201, body: { feeShareLocked: true, feesLockedAtLaunch: true, lockPath: 'atomic-evm' } })
    expect([launched.body.lockSlot, launched.body.feeShareSignature]).toEqual([launched.body.createSlot, launched.body.signature])
    expect(Number(await service.anvil.call('eth_getTransactionCount', launcher.wallet, 'latest'))).toBe(1)
    return { ...launched.body, launcher }
  }
  const splitOf = async ({ mint }: Launched): Promise<Hex> => {
    const data = encodeFunctionData({ abi: rewardsAbi, functionName: 'tokenRewards', args: [mint as Hex] })
    const answer = await service.anvil.call<Hex>('eth_call', { to: CLANKER.locker, data }, 'latest')
    return `0x${answer.slice(-40)}`
  }
  const crank = async ({ mint }: Launched) => service.post('/api/agent/crank', { mint }, await service.person())
  const held = ({ shareholders }: Launched) => Promise.all(shareholders.map(({ wallet }) => service.wethOf(wallet)))
  /** What the work brings each wallet; the treasury shares in every coin. */
  async function broughtBy<Result>(coin: Launched, work: () => Promise<Result>): Promise<{ result: Result; brought: bigint[] }> {
    const before = await held(coin)
    const result = await work()
    return { result, brought: (await held(coin)).map((wei, index) => wei - before[index]!) }
  }

  test.each([6, 10, 16])(
    'decision "Clanker": a crew of %i with agent and treasury shares one row through a split that lands with the coin, each wallet to the wei',
    async (seats) => {
      const coin = await launch(seats)
      expect(coin.shareholders).toHaveLength(seats + 2)
      expect((await service.get(`/api/agent/status/${coin.mint}`)).body).toMatchObject({ feeShareLocked: true, onChain: { locked: true } })
      await service.trade(coin.mint, 1_234_567_890_123_456_789n)
      await service.sell(coin.mint, 987_654_321_098_765_432n)
      const feeWei = 12_345_678_901_234_567n + 9_876_543_210_987_654n
      const { result: cranked, brought } = await broughtBy(coin, () => crank(coin))
      const expected = dividedBy(coin, feeWei)
      expect(brought).toEqual(expected)
      const paidWei = expected.reduce((sum, part) => sum + part, 0n)
      expect(cranked).toMatchObject({ status: 200, body: { distributed: { amount: String(paidWei), currency: 'WETH' }, missing: null } })
      const { remits } = (await service.get(`/api/remits?mint=${coin.mint}&limit=100`)).body
      expect(remits.map(({ wallet, amount }: any) => [wallet, amount.amount]).toSorted()).toEqual(
        coin.shareholders.map(({ wallet }, index) => [wallet, String(expected[index])]).toSorted(),
      )
      await service.app.clock.advance(10_000)
      expect((await crank(coin)).body.missing.amount).toMatch(/^[1-9]/)
    },
  )

  test('decision "Clanker": seven wallets are seven rows, and with a referrer beside them eight share through a split, 60/15/5/20', async () => {
    expect((await launch(5)).shareholders).toHaveLength(7)
    const claimed = await service.app.call('POST', '/api/agent/keys/claim', { referralCode: 'FROG' })
    const coin = await launch(5, claimed.body.key)
    expect(coin.shareholders).toHaveLength(8)
    expect(coin.shareholders.slice(-3).map((share) => share.bps)).toEqual([1_500, 500, 2_000])
    await service.trade(coin.mint, ETH)
    expect((await broughtBy(coin, () => crank(coin))).brought).toEqual(dividedBy(coin, ETH / 100n))
  })

  test('rules 3.2: neither launcher nor treasury nor a stranger moves the row or its split', async () => {
    const coin = await launch(10)
    const split = await splitOf(coin)
    const shares = coin.shareholders.map(({ wallet, bps: share }) => ({ wallet, bps: bps(share) })) as never
    const other = newEvmWallet() as string as Hex
    const moves = (['updateRewardRecipient', 'updateRewardAdmin'] as const).map((functionName) =>
      encodeFunctionData({ abi: adminsAbi, functionName, args: [coin.mint as Hex, 0n, other] }),
    )
    for (const from of [coin.launcher.wallet, service.treasury, coin.shareholders[0]!.wallet, other])
      for (const data of moves) {
        const refused = service.anvil.call('eth_call', { from, to: CLANKER.locker, data }, 'latest').then(
          () => 'taken',
          () => 'refused',
        )
        expect(await refused).toBe('refused')
      }
    // Owned by nobody: its address is that of an ownerless split with these shares.
    const { data } = pushSplit.createCall(coin.mint as Hex, shares)
    const made = await service.anvil.call<Hex>('eth_call', { to: pushSplit.createCall(coin.mint as Hex, shares).to, data }, 'latest')
    expect(`0x${made.slice(-40)}`).toBe(split)
  })

  test('decision "What Clanker pays is WETH": fees that a stranger claimed for the split are no payment, still wait, and are counted once', async () => {
    const coin = await launch(10)
    const split = await splitOf(coin)
    await service.trade(coin.mint, ETH)
    await service.trade(coin.mint, 100n)
    const stranger = (await service.person()).wallet
    const claim = encodeFunctionData({ abi: feeLockerAbi, functionName: 'claim', args: [split, CLANKER.weth] })
    await service.anvil.sendAs(stranger, { to: CLANKER.feeLocker, data: claim })
    expect(await service.wethOf(split)).toBe(ETH / 100n)
    await service.app.clock.advance(10_000)
    const accruedWei = async () => (await service.launchpad.feeShare!.readAccrued([coin.mint as never]))[0]!.accruedAtomic as bigint
    // Of the 100 wei of the second trade one is the fee, and one of all stays.
    expect(await accruedWei()).toBe(ETH / 100n)
    expect((await broughtBy(coin, () => crank(coin))).brought).toEqual(dividedBy(coin, ETH / 100n + 1n))
    expect(await accruedWei()).toBeLessThan(BigInt(coin.shareholders.length))
  })
})
