import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { encodeAbiParameters, type Hex, keccak256, numberToHex, parseAbiParameters, zeroAddress } from 'viem'
import { POOL_MANAGER } from '../../src/adapters/launchpads/zora/contracts.ts'
import type { Mint } from '../../src/domain/brands.ts'
import { marketCap } from '../../src/domain/money/coin-price.ts'
import { describeAnvil } from './support/anvil.ts'
import { ETH, newEvmWallet, REFERRER } from './support/evm-scene.ts'
import { createEvmService, type EvmService } from './support/evm-service.ts'

setDefaultTimeout(180_000)

describeAnvil('decision "Markets on Base": what a coin trades at', () => {
  let service: EvmService
  beforeAll(async () => void (service = await createEvmService()))
  afterAll(() => service.stop())

  async function launched(): Promise<Mint> {
    const launcher = await service.person()
    const answer = await service.post('/api/agent/launch', service.body(launcher), launcher)
    expect(answer.status).toBe(201)
    return answer.body.mint as Mint
  }
  const marketOf = async (mint: Mint) => (await service.launchpad.markets!.read([mint]))[0]!
  /** The place of the price of a coin’s pool, by the layout that Uniswap’s StateLibrary documents. */
  const placeOf = (mint: Mint): Hex => {
    const key = parseAbiParameters('address, address, uint24, int24, address')
    const id = keccak256(encodeAbiParameters(key, [zeroAddress, mint as string as Hex, 10_000, 200, zeroAddress]))
    return keccak256(encodeAbiParameters(parseAbiParameters('bytes32, uint256'), [id, 6n]))
  }
  const setWord = (mint: Mint, word: bigint) =>
    service.anvil.call('anvil_setStorageAt', POOL_MANAGER, placeOf(mint), numberToHex(word, { size: 32 }))

  test('a new coin opens at 0.0139 ETH for all of it, and a buy raises that', async () => {
    const mint = await launched()
    const opening = await marketOf(mint)
    expect(opening).toMatchObject({ mint, stage: 'curve', progressBps: null, supplyTokenMicros: 10n ** 15n })
    // 1.0001 ** -250000 wei for each of 10 ** 27 units.
    const capWei = marketCap(opening)
    expect(Number(capWei) / 1e27 / 1.0001 ** -250_000).toBeCloseTo(1, 9)
    expect((Number(capWei) / 1e18).toFixed(4)).toBe('0.0139')
    const { terms } = (await service.post('/api/agent/launch/dry-run', service.body(await service.person()))).body
    expect(terms).toMatchObject({ opening: { decimals: 18, currency: 'ETH' }, platformReferrer: { wallet: REFERRER, tradeBps: 20 } })
    expect(Number(terms.opening.amount) / Number(capWei)).toBeCloseTo(1, 9)
    await service.trade(mint, ETH / 10n)
    expect(marketCap(await marketOf(mint))).toBeGreaterThan(capWei)
  })

  test('only the lower 160 bits of the word are the price, and it is exact at both ends of what a pool can have', async () => {
    const mint = await launched()
    // One coin a wei; MIN_SQRT_PRICE and MAX_SQRT_PRICE of Uniswap's TickMath.
    for (const [root, capWei] of [
      [2n ** 96n, 10n ** 27n],
      [4_295_128_739n, (10n ** 27n * 2n ** 192n) / 4_295_128_739n ** 2n],
      [1_461_446_703_485_210_103_287_273_052_203_988_822_378_723_970_342n, 0n],
    ] as const) {
      await setWord(mint, root | (0xabcdefn << 160n) | (10_000n << 208n))
      expect(marketCap(await marketOf(mint)) as bigint).toBe(capWei)
    }
  })

  test('a pool that was never opened is no market, and neither is an address that the factory did not make', async () => {
    const [mint, other] = [await launched(), await launched()]
    await setWord(mint, 0n)
    const unknown = newEvmWallet() as string as Mint
    const read = await service.launchpad.markets!.read([mint, unknown, POOL_MANAGER as string as Mint, 'no address' as Mint, other])
    expect(read.map((market) => market?.mint ?? null)).toEqual([null, null, null, null, other])
  })

  test('the board and the page of a coin have price and value in ETH; who holds it the chain does not tell', async () => {
    const mint = await launched()
    const { status, body } = await service.get(`/api/coins/${mint}/market`)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      holders: null,
      market: { mint, stage: 'curve', progressBps: null, marketCap: { decimals: 18, currency: 'ETH' } },
    })
    expect(body.market.price).toMatch(/^0\.0000000000139\d+$/)
    const listed = await service.get(`/api/markets?mints=${mint}`)
    expect(listed.body.markets).toEqual([body.market])
  })
})
