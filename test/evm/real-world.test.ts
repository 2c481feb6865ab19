import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { type Address, decodeFunctionResult, encodeFunctionData, type Hex, parseAbi, zeroAddress } from 'viem'
import { createClankerLaunchpad } from '../../src/adapters/launchpads/clanker/launchpad.ts'
import { feeLockerAbi, lockerAbi } from '../../src/adapters/launchpads/clanker/abis.ts'
import { coinAbi, poolAbi } from '../../src/adapters/launchpads/zora/contracts.ts'
import { createZoraLaunchpad, type ZoraOptions } from '../../src/adapters/launchpads/zora/launchpad.ts'
import { bps, lamports, type Mint, type Wallet } from '../../src/domain/brands.ts'
import { launchProgress, type SignedTransaction } from '../../src/domain/operation.ts'
import { Secret } from '../../src/lib/secret.ts'
import type { CoinPlan } from '../../src/ports/launchpad/coin.ts'
import type { Launchpad } from '../../src/ports/launchpad/launchpad.ts'
import { sharesOf } from '../contract/launchpad-harness.ts'
import { type Anvil, describeAnvil } from './support/anvil.ts'
import { CLANKER, clankerOptions } from './support/clanker-scene.ts'
import { ETH, newEvmKey, newEvmWallet, REFERRER, zoraOptions } from './support/evm-scene.ts'
import { type RealWorld, startRealWorld, SWAPS } from './support/real-world.ts'

// The real contracts, compiled: EVM_WORLD names their folder, which is not in this repository: see startRealWorld.
const WORLD = process.env.EVM_WORLD
setDefaultTimeout(600_000)

const swapAbi = parseAbi([
  'struct PoolKey { address currency0; address currency1; uint24 fee; int24 tickSpacing; address hooks; }',
  'struct SwapParams { bool zeroForOne; int256 amountSpecified; uint160 sqrtPriceLimitX96; }',
  'struct TestSettings { bool takeClaims; bool settleUsingBurn; }',
  'function swap(PoolKey key, SwapParams params, TestSettings settings, bytes hookData) payable returns (int256)',
])
const tokenAbi = parseAbi([
  'function deposit() payable',
  'function approve(address spender, uint256 amount) returns (bool)',
  'function balanceOf(address account) view returns (uint256)',
])
const [LOWEST_PRICE, HIGHEST_PRICE] = [4_295_128_740n, 1_461_446_703_485_210_103_287_273_052_203_988_822_378_723_970_341n]

type PoolKey = { currency0: Address; currency1: Address; fee: number; tickSpacing: number; hooks: Address }

if (WORLD === undefined) console.warn('test/evm/real-world.test.ts is not run: EVM_WORLD names no folder of compiled contracts')
else
  describeAnvil('rules 1.10: launches on the real contracts of Zora, Clanker, 0xSplits and Uniswap', () => {
    let anvil: Anvil
    let world: RealWorld
    const trader = newEvmWallet() as string as Address
    beforeAll(async () => {
      world = await startRealWorld(WORLD)
      anvil = world.anvil
      await anvil.setBalance(trader, 1_000n * ETH)
    })
    afterAll(() => anvil.stop())

    const read = (to: string, data: Hex) => anvil.call<Hex>('eth_call', { to, data }, 'latest')
    const tokensOf = async (token: string, owner: string) =>
      BigInt(await read(token, encodeFunctionData({ abi: tokenAbi, functionName: 'balanceOf', args: [owner as Address] })))
    const weiOf = async (owner: string) => BigInt(await anvil.call<Hex>('eth_getBalance', owner, 'latest'))

    async function settle(pad: Launchpad, transactions: readonly SignedTransaction[]) {
      for (let round = 0; round < 20; round += 1) {
        const states = await pad.advance(transactions)
        await anvil.mine(2)
        if (states.every(({ status }) => status !== 'pending')) return states
      }
      throw new Error('nothing is decided')
    }

    /** One transaction, which lands with the coin locked as planned. */
    async function launch(pad: Launchpad, wallets: number) {
      const { key, wallet } = newEvmKey()
      await anvil.setBalance(wallet, ETH)
      const launcher = pad.parseLauncher(new Secret<string>(key))
      const all = Array.from({ length: wallets }, newEvmWallet)
      const shareholders = wallets === 1 ? [{ wallet: all[0]!, bps: bps(10_000) }] : sharesOf(all)
      const texts = { name: `Real ${wallets}`, ticker: 'REAL', metadataUri: 'https://coins.example/m/Real12' }
      const plan: CoinPlan = { ...texts, initialBuyAtomic: lamports(0), shareholders, atomicRequired: true }
      const { mint, lockPath, transactions } = await pad.prepareLaunch(plan, launcher)
      expect([lockPath, transactions.length]).toEqual(['atomic-evm', 1])
      const progress = launchProgress(transactions, await settle(pad, transactions))
      if (progress.stage !== 'created') throw new Error(`the launch is ${progress.stage}`)
      expect(progress.lockHeight).toBe(progress.createHeight)
      expect(await pad.readCreatedMint(transactions[0]!, progress.createdBy)).toBe(mint)
      const record = { shareholders, launcher: launcher.wallet, createHeight: progress.createHeight }
      expect((await pad.readCoin(mint, record))!.feeShare).toEqual({ locked: true, shareholders })
      const receipt = await anvil.call<{ gasUsed: Hex }>('eth_getTransactionReceipt', transactions[0]!.signature)
      return { mint, record, launcher, gas: Number(receipt.gasUsed) }
    }

    async function crank(pad: Launchpad, { mint, record, launcher }: Awaited<ReturnType<typeof launch>>) {
      const offer = await pad.feeShare!.prepareDistribution(mint, launcher, record)
      expect(await settle(pad, offer.prepared!.transactions)).toMatchObject([{ status: 'landed' }])
      return (await pad.feeShare!.readDistribution(mint, offer.prepared!.transactions[0]!.signature, record))!
    }

    const swap = async (key: PoolKey, zeroForOne: boolean, amount: bigint, value: bigint) => {
      const params = { zeroForOne, amountSpecified: -amount, sqrtPriceLimitX96: zeroForOne ? LOWEST_PRICE : HIGHEST_PRICE }
      const settings = { takeClaims: false, settleUsingBurn: false }
      const hash = await anvil.sendAs(trader, {
        to: SWAPS,
        value,
        data: encodeFunctionData({ abi: swapAbi, functionName: 'swap', args: [key, params, settings, '0x'] }),
      })
      const { status } = await anvil.call<{ status: Hex }>('eth_getTransactionReceipt', hash)
      expect(status).toBe('0x1')
    }

    test.each(
      (['push-split', 'payment-splitter'] satisfies ZoraOptions['split'][]).flatMap((split) =>
        [4, 6, 12, 19].map((wallets) => [split, wallets] as const),
      ),
    )(
      'zora with a %s and %i wallets: coin, split and lock in one block, coins handed out, every trade to the wei',
      async (split, wallets) => {
        const pad = createZoraLaunchpad(zoraOptions(anvil, { split }))
        const coin = await launch(pad, wallets)
        const owners = await read(coin.mint, encodeFunctionData({ abi: coinAbi, functionName: 'owners' }))
        expect(decodeFunctionResult({ abi: coinAbi, functionName: 'owners', data: owners })).toEqual([])
        const handed = split === 'push-split' ? 10n ** 25n - 1n : 10n ** 25n
        for (const { wallet, bps: share } of coin.record.shareholders)
          expect(await tokensOf(coin.mint, wallet)).toBe((handed * BigInt(share)) / 10_000n)
        // The launch fee of Zora’s first ten seconds is over.
        await anvil.call('evm_increaseTime', 60)
        await anvil.mine(1)
        const answer = await read(coin.mint, encodeFunctionData({ abi: poolAbi, functionName: 'getPoolKey' }))
        const key = decodeFunctionResult({ abi: poolAbi, functionName: 'getPoolKey', data: answer })
        expect(key.currency0).toBe(zeroAddress)
        const referrerHad = await weiOf(REFERRER)
        await swap(key, true, ETH, ETH)
        // 0.50% and 0.20% of it, as Zora says.
        expect((await weiOf(REFERRER)) - referrerHad).toBe(ETH / 500n)
        const distribution = await crank(pad, coin)
        const paid = await Promise.all(coin.record.shareholders.map(({ wallet }) => weiOf(wallet)))
        expect(distribution.payments.map(({ amountAtomic }) => amountAtomic as bigint)).toEqual(paid)
        const sum = paid.reduce((total, wei) => total + wei, 0n)
        expect(sum).toBeGreaterThan(ETH / 200n - 100n)
        expect(sum).toBeLessThanOrEqual(ETH / 200n + 1n)
        console.log(`zora, ${split}, ${wallets} wallets: ${coin.gas} gas`)
      },
    )

    test.each([1, 5, 7, 8, 12, 19])(
      'clanker with %i wallets: coin and split in one block, frozen for all, every trade to the wei',
      async (wallets) => {
        const pad = createClankerLaunchpad(clankerOptions(anvil))
        const coin = await launch(pad, wallets)
        const { mint, launcher, record } = coin
        const other = newEvmWallet() as string as Address
        const update = encodeFunctionData({
          abi: parseAbi(['function updateRewardRecipient(address token, uint256 index, address recipient)']),
          args: [mint as string as Address, 0n, other],
        })
        for (const from of [launcher.wallet as string, other, record.shareholders[0]!.wallet as string])
          expect(await anvil.call('eth_call', { from, to: CLANKER.locker, data: update }, 'latest').then(String, () => 'reverted')).toBe(
            'reverted',
          )
        await anvil.mine(5)
        const key = await poolOf(mint)
        const wethFirst = key.currency0.toLowerCase() === CLANKER.weth.toLowerCase()
        await anvil.sendAs(trader, {
          to: CLANKER.weth,
          value: 10n * ETH,
          data: encodeFunctionData({ abi: tokenAbi, functionName: 'deposit' }),
        })
        for (const token of [CLANKER.weth, mint as string])
          await anvil.sendAs(trader, {
            to: token,
            data: encodeFunctionData({ abi: tokenAbi, functionName: 'approve', args: [SWAPS, 2n ** 255n] }),
          })
        await swap(key, wethFirst, 10n * ETH, 0n)
        await swap(key, !wethFirst, (await tokensOf(mint, trader)) / 2n, 0n)
        const distribution = await crank(pad, coin)
        const held = await Promise.all(record.shareholders.map(({ wallet }) => tokensOf(CLANKER.weth, wallet)))
        expect(distribution.payments.map(({ amountAtomic }) => amountAtomic as bigint)).toEqual(held)
        const sum = held.reduce((total, wei) => total + wei, 0n)
        // A hundredth of what was bought for, and of what was sold for.
        expect(sum).toBeGreaterThan(ETH / 10n)
        expect(sum).toBeLessThan(ETH / 5n)
        for (const [index, { bps: share }] of record.shareholders.entries()) {
          const difference = held[index]! - (sum * BigInt(share)) / 10_000n
          expect(difference < 20n && difference > -20n).toBe(true)
        }
        if (wallets <= 7) expect(await waiting(record.shareholders[0]!.wallet)).toBe(0n)
        console.log(`clanker, ${wallets} wallets: ${coin.gas} gas, ${sum} wei of fees`)
      },
    )

    test('zora upgraded its factory between signing and landing: all of it reverts, and the next launch is locked', async () => {
      const pad = createZoraLaunchpad(zoraOptions(anvil))
      const { key, wallet } = newEvmKey()
      await anvil.setBalance(wallet, ETH)
      const shareholders = sharesOf(Array.from({ length: 4 }, newEvmWallet))
      const texts = { name: 'Upgraded', ticker: 'UP', metadataUri: 'https://coins.example/m/Real12' }
      const launcher = pad.parseLauncher(new Secret<string>(key))
      const plan = { ...texts, initialBuyAtomic: lamports(0), shareholders, atomicRequired: true }
      const { mint, transactions } = await pad.prepareLaunch(plan, launcher)
      await world.upgradeFactory()
      expect((await settle(pad, transactions)).map(({ status }) => status)).toEqual(['failed'])
      expect(await pad.isCreated(mint)).toBe(false)
      await launch(pad, 4)
    })

    const waiting = async (wallet: Wallet) =>
      BigInt(
        await read(
          CLANKER.feeLocker,
          encodeFunctionData({ abi: feeLockerAbi, functionName: 'availableFees', args: [wallet as string as Address, CLANKER.weth] }),
        ),
      )

    async function poolOf(mint: Mint): Promise<PoolKey> {
      const ask = { abi: lockerAbi, functionName: 'tokenRewards' } as const
      const data = await read(CLANKER.locker, encodeFunctionData({ ...ask, args: [mint as string as Address] }))
      return decodeFunctionResult({ ...ask, data }).poolKey
    }
  })
