import { afterEach, expect, test } from 'bun:test'
import { bps, lamports, type Mint, unixMs, type Wallet } from '../../../src/domain/brands.ts'
import type { Coin } from '../../../src/domain/coin.ts'
import { LIMITS } from '../../../src/domain/limits.ts'
import { FIELD_LIMITS } from '../../../src/domain/limits/field-limits.ts'
import { coinRow, remitRow } from '../../support/storage-rows.ts'
import { createTestApp, type TestApp } from '../../support/test-app.ts'

const COIN_BYTES_MAX = 700
const WHOLE = 'mint,crew,shareholders,description,signature,launcher,timeline,metadataUrl,coinUrl,launchpadUrl'.split(',')

let app: TestApp
afterEach(() => app.close())

/** A coin whose every text is as long as it may be. */
const longCoin = (index: number): Partial<Coin> => ({
  name: 'N'.repeat(LIMITS.nameMax),
  ticker: 'T'.repeat(LIMITS.tickerMax),
  description: 'd'.repeat(LIMITS.descriptionMax),
  imageSha256: 'ab'.repeat(32),
  agent: { name: 'a'.repeat(FIELD_LIMITS.agentNameMax), model: 'm'.repeat(FIELD_LIMITS.modelMax) },
  feeShareLocked: false,
  feesRedirected: { atMs: unixMs(index), to: 'w'.repeat(44) },
  graduatedAtMs: unixMs(1_795_000_000_000),
  launchedAtMs: unixMs(1_795_000_000_000 + index),
  shareholders: (['kol', 'kol+referrer', 'agent', 'referrer', 'treasury'] as const).map((role, each) => ({
    wallet: `${each}`.repeat(44) as Wallet,
    role,
    handle: '@'.padEnd(30, 'h'),
    bps: bps(2_000),
  })),
})

test.each(['/api/coins?limit=50', '/api/board', '/api/coins/graduated-unfeatured'])(
  'decision "Lists of coins": %s has at most 700 bytes a coin, and what the whole record alone has only where it is asked for',
  async (path) => {
    app = await createTestApp({ env: { PUBLIC_BASE_URL: 'https://launch.example.org' } })
    const mints = Array.from({ length: 50 }, (_, index) => `${index}`.padEnd(44, 'M') as Mint)
    for (const [index, mint] of mints.entries()) await app.deps.storage.coins.insert(coinRow(mint, longCoin(index)))
    await app.deps.storage.remits.insert(mints.map((mint, index) => remitRow(`r${index}`, { mint, amountAtomic: lamports(10n ** 12n) })))
    const { coins } = (await app.call('GET', path)).body
    expect(coins).toHaveLength(50)
    const sizes = coins.map((coin: object) => Buffer.byteLength(JSON.stringify(coin)) + 1)
    expect(Math.max(...sizes)).toBeLessThanOrEqual(COIN_BYTES_MAX)
    expect(Math.min(...sizes)).toBeGreaterThan(400)
    expect(coins[0]).toMatchObject({
      agentName: 'a'.repeat(FIELD_LIMITS.agentNameMax),
      wallets: 5,
      split: { kol: 4_000, agent: 2_000, referrer: 2_000, treasury: 2_000 },
    })
    expect(WHOLE.filter((name) => name in coins[0])).toEqual(['mint'])
  },
)

test('decision "Lists of coins": with fields=all each coin is the whole record of its own address', async () => {
  app = await createTestApp()
  await app.deps.storage.coins.insert(coinRow('m1', { ...longCoin(1), graduatedAtMs: null }))
  const { coin } = (await app.call('GET', '/api/coins/m1')).body
  for (const path of ['/api/coins', '/api/coins/live']) {
    const { coins } = (await app.call('GET', `${path}?fields=all`)).body
    expect(coins).toEqual([coin])
    const { agentName, wallets, split, ...listed } = (await app.call('GET', path)).body.coins[0]
    expect({ agentName, wallets, split }).toMatchObject({ wallets: 5, split: { treasury: 2_000 } })
    expect(coin).toMatchObject(listed)
  }
  expect((await app.call('GET', '/api/coins?fields=some')).body).toMatchObject({ code: 'validation_invalid' })
})
