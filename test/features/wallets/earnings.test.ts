import { afterEach, describe, expect, test } from 'bun:test'
import { bps, lamports, type Mint, type Signature, type Wallet } from '../../../src/domain/brands.ts'
import { crankAllCoins } from '../../../src/features/crank/crank-all-coins.ts'
import { makeKol } from '../../support/make-kol.ts'
import { expectNothingHappened } from '../../support/nothing-happened.ts'
import { coinRow, remitRow } from '../../support/storage-rows.ts'
import { newPerson, OPERATOR_KEY } from '../../support/test-app.ts'
import { createUpkeepScene, type UpkeepScene } from '../../support/upkeep-scene.ts'

const EVM = '0x52908400098527886E0F7030069857D2E4169EE7' as Wallet
const MIXED = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed' as Wallet
const WEI = 40n * 10n ** 18n + 123_456_789_123_456_789n
const NO_WALLETS = ['x', 'unknown', `${'1'.repeat(31)}`, 'l'.repeat(44), '0x12', `${MIXED.slice(0, -1)}D`, `${EVM}0`, '%00', "'%20OR%201=1"]
const OF_A_WALLET = ['', '/coins', '/days', '/remits.csv'] as const
const sol = (amount: bigint | string) => ({ amount: String(amount), decimals: 9, currency: 'SOL' })
const eth = (amount: bigint | string) => ({ amount: String(amount), decimals: 18, currency: 'ETH' })
const weth = (amount: bigint) => ({ amount: String(amount), decimals: 18, currency: 'WETH' })
let scene: UpkeepScene
const get = (path: string) => scene.app.call('GET', path)

/** Three coins of the same crew, of which two were traded and distributed. */
async function paidScene() {
  scene = await createUpkeepScene()
  const mints: Mint[] = []
  for (let coin = 0; coin < 3; coin += 1) {
    mints.push(await scene.launch())
    await scene.app.clock.advance(1_000)
  }
  for (const mint of mints.slice(0, 2)) await scene.buy(mint)
  await scene.run(crankAllCoins)
  const { shareholders } = (await scene.app.deps.storage.coins.find(mints[0]!))!
  return { mints, shareholders }
}

afterEach(() => scene.app.close())

describe('decision "Sums of payments": what a wallet earned', () => {
  test('is to the unit what its remits say, for every wallet of the split, by currency and role', async () => {
    const { shareholders } = await paidScene()
    for (const { wallet, role } of shareholders) {
      const { remits } = (await get(`/api/remits?limit=200&wallet=${wallet}`)).body
      expect(remits).toHaveLength(2)
      expect(remits.every((remit: { wallet: string }) => remit.wallet === wallet)).toBe(true)
      const sum = remits.reduce((total: bigint, { amount }: { amount: { amount: string } }) => total + BigInt(amount.amount), 0n)
      const { status, body } = await get(`/api/wallets/${wallet}`)
      expect(status).toBe(200)
      expect(body).toEqual({
        ok: true,
        wallet,
        kol: null,
        paid: [sol(sum), eth(0n), weth(0n)],
        remits: 2,
        roles: [{ role, amount: sol(sum), remits: 2 }],
        coins: 3,
        referrals: { coins: 0, paid: [sol(0n), eth(0n), weth(0n)] },
        unpaid: { amounts: [sol(0n), eth(0n), weth(0n)], coinsRead: 3 },
      })
      const { points } = (await get(`/api/wallets/${wallet}/days`)).body
      expect(points).toEqual([{ at: '2026-11-21T00:00:00.000Z', role, amount: sol(sum) }])
    }
  })

  test('decision "What waits for a wallet": what waits is the wallet’s share of what the chain holds; once it is distributed it is paid', async () => {
    const { mints, shareholders } = await paidScene()
    await scene.buy(mints[2]!, 2)
    await scene.app.clock.advance(11_000)
    const pad = await scene.app.deps.launchpads.get('simulated')
    const [waiting] = await pad.feeShare!.readAccrued([mints[2]!])
    expect(waiting!.accruedAtomic).toBeGreaterThan(0n)
    const [held] = shareholders
    const share = (waiting!.accruedAtomic * BigInt(held!.bps)) / 10_000n
    const before = (await get(`/api/wallets/${held!.wallet}`)).body
    expect(before.unpaid).toEqual({ amounts: [sol(share), eth(0n), weth(0n)], coinsRead: 3 })
    const { coins } = (await get(`/api/wallets/${held!.wallet}/coins`)).body
    expect(coins.map(({ mint, unpaid }: any) => [mint, unpaid])).toEqual([
      [mints[2]!, sol(share)],
      [mints[1]!, sol(0n)],
      [mints[0]!, sol(0n)],
    ])
    await scene.app.clock.advance(3_600_000)
    await scene.run(crankAllCoins)
    const after = (await get(`/api/wallets/${held!.wallet}`)).body
    expect(after.unpaid.amounts).toEqual([sol(0n), eth(0n), weth(0n)])
    expect(BigInt(after.paid[0].amount) - BigInt(before.paid[0].amount)).toBe(share)
  })

  test('decision "What waits for a wallet": a coin whose fees are not locked has nothing waiting for the wallets of its plan', async () => {
    scene = await createUpkeepScene()
    const mint = await scene.launch({ ticker: 'XLOCKFAIL' })
    await scene.buy(mint, 2)
    const { shareholders } = (await scene.app.deps.storage.coins.find(mint))!
    const { body } = await get(`/api/wallets/${shareholders[0]!.wallet}/coins`)
    expect(body.coins).toMatchObject([{ mint, feeShareLocked: false, paid: sol(0n), unpaid: sol(0n) }])
  })

  test('decision "What waits for a wallet": without an answer of the chain the record is there all the same, and what waits is not known', async () => {
    const { shareholders } = await paidScene()
    const { wallet } = shareholders[0]!
    const paid = (await get(`/api/wallets/${wallet}`)).body.paid
    Object.assign((await scene.app.deps.launchpads.get('simulated')).feeShare!, {
      readAccrued: () => Promise.reject(new Error('no node')),
    })
    await scene.app.clock.advance(11_000)
    expect((await get(`/api/wallets/${wallet}`)).body).toMatchObject({ ok: true, paid, unpaid: null })
    const { coins } = (await get(`/api/wallets/${wallet}/coins`)).body
    expect(coins.map(({ unpaid }: any) => unpaid)).toEqual([null, null, null])
  })

  test('amounts of ETH are exact to the wei, and an address of Base is found however its letters are written', async () => {
    scene = await createUpkeepScene()
    const { storage } = scene.app.deps
    const mint = '0xabc' as Mint
    const shareholders = [{ wallet: MIXED, role: 'kol+referrer' as const, handle: '@based', bps: bps(10_000) }]
    await storage.coins.insert(coinRow(mint, { platform: 'zora', currency: 'ETH', shareholders }))
    for (const id of ['one', 'two']) {
      const remit = { mint, wallet: MIXED, role: 'kol+referrer', handle: '@based', currency: 'ETH', amountAtomic: lamports(WEI) } as const
      await storage.remits.insert([remitRow(id, { ...remit, signature: id as Signature })])
    }
    await storage.kols.upsert([{ ...makeKol({ handle: 'based', evmWallet: MIXED.toLowerCase() }), optedOut: false }])
    for (const spelled of [MIXED, MIXED.toLowerCase(), `0x${MIXED.slice(2).toUpperCase()}`]) {
      const { status, body } = await get(`/api/wallets/${spelled}`)
      expect(status).toBe(200)
      expect(body).toMatchObject({
        wallet: MIXED,
        kol: { handle: 'based' },
        paid: [sol(0n), eth(2n * WEI), weth(0n)],
        referrals: { coins: 1, paid: [sol(0n), eth(2n * WEI), weth(0n)] },
        unpaid: { amounts: [sol(0n), eth(0n), weth(0n)], coinsRead: 0 },
      })
      expect((await get(`/api/remits?wallet=${spelled}`)).body.remits).toHaveLength(2)
      expect((await get(`/api/wallets/${spelled}/coins`)).body.coins).toMatchObject([{ mint, paid: eth(2n * WEI), unpaid: null }])
    }
    expect((await get('/api/leaderboard?currency=ETH')).body.leaders).toEqual([
      { wallet: MIXED, handle: '@based', kol: null, amount: eth(2n * WEI), coins: 1, payments: 2, lastPaidAt: expect.any(String) },
    ])
  })

  test('a wallet that was never paid has zeros and empty lists, and is no error', async () => {
    await paidScene()
    for (const never of [newPerson().wallet, EVM]) {
      expect(await get(`/api/wallets/${never}`)).toMatchObject({
        status: 200,
        body: {
          kol: null,
          paid: [sol(0n), eth(0n), weth(0n)],
          remits: 0,
          roles: [],
          coins: 0,
          unpaid: { amounts: [sol(0n), eth(0n), weth(0n)], coinsRead: 0 },
        },
      })
      expect((await get(`/api/wallets/${never}/coins`)).body).toEqual({ ok: true, coins: [], nextCursor: null })
      expect((await get(`/api/wallets/${never}/days?days=366`)).body.points).toEqual([])
      expect((await get(`/api/wallets/${never}/remits.csv`)).body.trim().split('\n')).toHaveLength(1)
      expect((await get(`/api/remits?wallet=${never}`)).body.remits).toEqual([])
    }
  })

  test('asked for a coin and a wallet, the list has only the payments of the one to the other', async () => {
    const { mints, shareholders } = await paidScene()
    const { wallet } = shareholders[1]!
    const { remits } = (await get(`/api/remits?wallet=${wallet}&mint=${mints[0]}`)).body
    expect(remits.map(({ mint, wallet: paid }: any) => [mint, paid])).toEqual([[mints[0]!, wallet]])
    const first = (await get(`/api/remits?wallet=${wallet}&limit=1`)).body
    const second = (await get(`/api/remits?wallet=${wallet}&limit=1&cursor=${first.nextCursor}`)).body
    expect(second.nextCursor).toBeNull()
    expect([...first.remits, ...second.remits]).toEqual((await get(`/api/remits?wallet=${wallet}`)).body.remits)
  })
})

describe('what is refused', () => {
  test.each(OF_A_WALLET)('rules 7: /api/wallets/{wallet}%s: what is no address is 400 and named, and nothing happens', async (path) => {
    scene = await createUpkeepScene()
    await expectNothingHappened(scene.app, async () => {
      for (const bad of NO_WALLETS) {
        const { status, body } = await get(`/api/wallets/${bad}${path}`)
        expect([bad, status, body.code, body.errors[0].path]).toEqual([bad, 400, 'validation_invalid', '/wallet'])
      }
    })
  })

  test('rules 7: a wallet, limit, cursor, number of days or currency that is none is 400, and nothing happens', async () => {
    scene = await createUpkeepScene()
    const { wallet } = newPerson()
    await expectNothingHappened(scene.app, async () => {
      for (const path of [
        '/api/remits?wallet=x',
        '/api/remits?wallet=',
        `/api/wallets/${wallet}/coins?limit=101`,
        `/api/wallets/${wallet}/coins?limit=0`,
        `/api/wallets/${wallet}/days?days=367`,
        `/api/wallets/${wallet}/days?days=0`,
        '/api/leaderboard?currency=DOGE',
        '/api/leaderboard?limit=201',
        '/api/leaderboard?sort=name',
      ])
        expect([path, (await get(path)).body.code]).toEqual([path, 'validation_invalid'])
      for (const path of [`/api/wallets/${wallet}/coins`, `/api/wallets/${wallet}/remits.csv`, '/api/leaderboard'])
        expect(await get(`${path}?cursor=nonsense`)).toMatchObject({ status: 400, body: { code: 'cursor_invalid' } })
      expect(await get('/api/kols/nobody')).toMatchObject({ status: 404, body: { code: 'kol_not_found' } })
    })
  })

  test('decision "Sums of payments": no key is asked for, and one changes nothing: neither the operator’s nor one that is none', async () => {
    const { shareholders } = await paidScene()
    await expectNothingHappened(scene.app, async () => {
      for (const path of [...OF_A_WALLET.map((part) => `/api/wallets/${shareholders[0]!.wallet}${part}`), '/api/leaderboard']) {
        const open = await get(path)
        expect(open.status).toBe(200)
        for (const key of [OPERATOR_KEY, scene.key, 'svc_none'])
          expect((await scene.app.call('GET', path, undefined, { key })).body).toEqual(open.body)
      }
    })
  })

  test('decision "An opt-out": whoever opted out is named by no wallet, no handle and no leaderboard', async () => {
    const { shareholders } = await paidScene()
    const { wallet } = shareholders[0]!
    const { storage } = scene.app.deps
    await storage.kols.upsert([{ ...makeKol({ handle: 'Shy_One', wallet }), optedOut: false }])
    expect((await get(`/api/kols/@shy_one`)).body.kol).toMatchObject({ handle: 'Shy_One', wallet })
    expect((await get(`/api/wallets/${wallet}`)).body.kol).toMatchObject({ handle: 'Shy_One' })
    const kolOf = async () =>
      (await get('/api/leaderboard')).body.leaders.find((leader: { wallet: string }) => leader.wallet === wallet).kol as unknown
    expect(await kolOf()).toBe('Shy_One')
    await storage.kols.setOptedOut('Shy_One', true)
    expect(await get('/api/kols/Shy_One')).toMatchObject({ status: 404 })
    expect((await get(`/api/wallets/${wallet}`)).body.kol).toBeNull()
    expect(await kolOf()).toBeNull()
  })
})
