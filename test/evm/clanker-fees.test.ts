import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { encodeFunctionData, type Hex } from 'viem'
import { feeLockerAbi } from '../../src/adapters/launchpads/clanker/abis.ts'
import { bps, lamports, type Mint, type Signature, type Wallet } from '../../src/domain/brands.ts'
import type { SignedTransaction } from '../../src/domain/operation.ts'
import type { Distribution } from '../../src/ports/launchpad/fee-share.ts'
import type { CoinRecord } from '../../src/ports/launchpad/coin.ts'
import { sharesOf } from '../contract/launchpad-harness.ts'
import { describeAnvil } from './support/anvil.ts'
import { CLANKER, type ClankerScene, createClankerScene } from './support/clanker-scene.ts'
import { newEvmWallet, onMovingChain } from './support/evm-scene.ts'

setDefaultTimeout(180_000)

type Coin = { readonly mint: Mint; readonly record: CoinRecord }

/** What a trade's fee brings each row: rounded down, and the rest to the last one. */
function dividedBy(shares: CoinRecord['shareholders'], fee: bigint): bigint[] {
  const floors = shares.map(({ bps: share }) => (fee * BigInt(share)) / 10_000n)
  const rest = fee - floors.slice(0, -1).reduce((sum, part) => sum + part, 0n)
  return [...floors.slice(0, -1), rest]
}

describeAnvil('fees of Clanker coins', () => {
  let scene: ClankerScene
  let pad: ClankerScene['launchpad']
  beforeAll(async () => {
    scene = await createClankerScene({ stretchBlocks: 7 })
    pad = onMovingChain(scene)
  })
  afterAll(() => scene.anvil.stop())

  const settle = async (transactions: readonly SignedTransaction[]) => {
    for (let round = 0; round < 10; round += 1) {
      const states = await pad.advance(transactions)
      if (states.every(({ status }) => status !== 'pending')) return states
    }
    throw new Error('it stays pending')
  }

  async function launch(wallets: readonly Wallet[]): Promise<Coin> {
    const launcher = await scene.fundedLauncher()
    const shareholders = wallets.length === 1 ? [{ wallet: wallets[0]!, bps: bps(10_000) }] : sharesOf(wallets)
    const plan = { name: 'Fees', ticker: 'FEES', metadataUri: 'https://coins.example/m/1', initialBuyAtomic: lamports(0), shareholders }
    const { mint, transactions } = await pad.prepareLaunch({ ...plan, atomicRequired: true }, launcher)
    const [state] = await settle(transactions)
    return { mint, record: { shareholders, launcher: launcher.wallet, createHeight: state!.height! } }
  }

  async function crank({ mint, record }: Coin): Promise<Signature> {
    const offer = await pad.feeShare!.prepareDistribution(mint, await scene.fundedLauncher(), record)
    if (!offer.prepared) throw new Error(`missing ${offer.missingAtomic}`)
    expect(offer.prepared.transactions).toHaveLength(1)
    expect(await settle(offer.prepared.transactions)).toMatchObject([{ status: 'landed' }])
    return offer.prepared.transactions[0]!.signature
  }

  const claim = (wallet: Wallet) =>
    scene.anvil.sendAs(newStranger, {
      to: CLANKER.feeLocker,
      data: encodeFunctionData({ abi: feeLockerAbi, functionName: 'claim', args: [wallet as string as Hex, CLANKER.weth] }),
    })
  const newStranger = newEvmWallet()
  beforeAll(() => scene.anvil.setBalance(newStranger, 10n ** 18n))

  const read = ({ mint, record }: Coin, signature: Signature) => pad.feeShare!.readDistribution(mint, signature, record)
  const listed = async ({ mint, record }: Coin) => {
    const found: Distribution[] = []
    for (let before: Signature | null = null; ;) {
      const page = await pad.feeShare!.listDistributions(mint, { before, after: null, limit: 100 }, record)
      found.push(...page.distributions)
      if (page.before === null) return found
      before = page.before
    }
  }
  const paidTo = (wallet: Wallet, distributions: readonly (Distribution | null)[]) =>
    distributions
      .flatMap((each) => each?.payments ?? [])
      .reduce((sum, paid) => (paid.wallet === wallet ? sum + paid.amountAtomic : sum), 0n)

  test.each([1, 5, 7])(
    'rules 10.27: with %i wallets each gets its row of every trade to the wei, buys and sales, and nothing stays',
    async (count) => {
      const wallets = Array.from({ length: count }, newEvmWallet)
      const coin = await launch(wallets)
      const { shareholders } = coin.record
      const trades = [1_234_567_890_123_457n, 987_654_321_098_765n, 33n * 10n ** 14n + 77n]
      await scene.trade(coin.mint, trades[0]!)
      await scene.sell(coin.mint, trades[1]!)
      await scene.trade(coin.mint, trades[2]!)
      const signature = await crank(coin)
      const expected = shareholders.map((_row, index) =>
        trades.reduce((sum, value) => sum + dividedBy(shareholders, value / 100n)[index]!, 0n),
      )
      expect(await Promise.all(wallets.map((wallet) => scene.wethOf(wallet)))).toEqual(expected)
      const distribution = await read(coin, signature)
      expect(shareholders.map(({ wallet }) => paidTo(wallet, [distribution]))).toEqual(expected)
      expect(expected.reduce((sum, part) => sum + part, 0n)).toBe(trades.reduce((sum, value) => sum + value / 100n, 0n))
      expect((await pad.readCoin(coin.mint, coin.record))!.accruedAtomic).toBe(lamports(0))
      expect(await listed(coin)).toEqual([distribution!])
    },
  )

  test('decision "What Clanker pays is WETH": a wallet of two coins is paid for both by the crank of one, and each coin counts its own part, once', async () => {
    const shared = newEvmWallet()
    const [first, second] = [await launch([newEvmWallet(), shared]), await launch([newEvmWallet(), shared])]
    await scene.trade(first.mint, 10n ** 18n)
    await scene.trade(first.mint, 10n ** 18n)
    await scene.trade(second.mint, 3n * 10n ** 18n)
    // Nothing of its own waits any more for the coin that is looked at by itself.
    const signature = await crank(first)
    const fees = (value: bigint, { record }: Coin) => dividedBy(record.shareholders, value / 100n)[1]!
    expect(paidTo(shared, [await read(first, signature)])).toBe(2n * fees(10n ** 18n, first))
    // The other's only trade was not collected yet.
    expect(await read(second, signature)).toBeNull()
    expect(await scene.wethOf(shared)).toBe(2n * fees(10n ** 18n, first))

    await scene.trade(second.mint, 10n ** 18n)
    await scene.trade(first.mint, 10n ** 18n)
    const again = await crank(first)
    expect(paidTo(shared, [await read(first, again)])).toBe(fees(10n ** 18n, first))
    expect((await read(second, again))!.payments).toEqual([{ wallet: shared, amountAtomic: lamports(fees(3n * 10n ** 18n, second)) }])

    // One of its wallets has had its part: what shows is nothing, and a crank that is asked for pays the other one.
    await scene.trade(second.mint, 10n ** 18n)
    await claim(shared)
    await crank(second)
    const everything = [await listed(first), await listed(second)].flat()
    expect(paidTo(shared, everything)).toBe(await scene.wethOf(shared))
    for (const { record } of [first, second]) {
      const alone = record.shareholders[0]!.wallet
      expect(paidTo(alone, everything)).toBe(await scene.wethOf(alone))
    }
  })

  test('decision "What Clanker pays is WETH": a wallet that was paid alone does not keep the others from being paid', async () => {
    const [paid, other] = [newEvmWallet(), newEvmWallet()]
    const coin = await launch([paid, other])
    await scene.trade(coin.mint, 10n ** 18n)
    await crank(coin)
    const before = await scene.wethOf(other)
    await scene.trade(coin.mint, 10n ** 18n)
    // Its fee is collected by the next trade, whose own fee is nothing.
    await scene.trade(coin.mint, 1n)
    await claim(paid)
    expect((await pad.readCoin(coin.mint, coin.record))!.accruedAtomic).toBe(lamports(0))
    await crank(coin)
    expect((await scene.wethOf(other)) - before).toBe(dividedBy(coin.record.shareholders, 10n ** 16n)[1]!)
    const offer = await pad.feeShare!.prepareDistribution(coin.mint, await scene.fundedLauncher(), coin.record)
    expect(offer.prepared).toBeNull()
    expect((await listed(coin)).map(({ payments }) => payments.map(({ wallet }) => wallet))).toEqual([[other], [paid], [paid, other]])
  })

  test('decision "What Clanker pays is WETH": credits of long ago are found, over stretches that a node answers one by one', async () => {
    const wallets = [newEvmWallet(), newEvmWallet()]
    const coin = await launch(wallets)
    await scene.trade(coin.mint, 10n ** 18n)
    await scene.trade(coin.mint, 10n ** 18n)
    await scene.anvil.mine(60)
    const signature = await crank(coin)
    const expected = dividedBy(coin.record.shareholders, 10n ** 16n).map((part) => 2n * part)
    const distribution = await read(coin, signature)
    expect(wallets.map((wallet) => paidTo(wallet, [distribution]))).toEqual(expected)
    expect(await listed(coin)).toEqual([distribution!])
  })

  test('decision "What Clanker pays is WETH": fees of the coin that would be sold for nothing keep nobody from what waits', async () => {
    const wallets = [newEvmWallet(), newEvmWallet()]
    const coin = await launch(wallets)
    await scene.trade(coin.mint, 10n ** 18n)
    await scene.sell(coin.mint, 1n)
    const signature = await crank(coin)
    const expected = dividedBy(coin.record.shareholders, 10n ** 16n)
    expect(await Promise.all(wallets.map((wallet) => scene.wethOf(wallet)))).toEqual(expected)
    const distribution = await read(coin, signature)
    expect(wallets.map((wallet) => paidTo(wallet, [distribution]))).toEqual(expected)
  })
})
