import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { bps, lamports, type Mint, type Signature, unixMs, type Wallet } from '../../src/domain/brands.ts'
import type { Shareholder } from '../../src/domain/crew/fee-map.ts'
import type { Storage } from '../../src/ports/storage/storage.ts'
import { coinLock, coinRow, remitRow } from '../support/storage-rows.ts'

const DAY_MS = 86_400_000
/** Midnight of a day. */
const MIDNIGHT = 20_000 * DAY_MS
/** More than a double holds, and in wei more than a bigint column. */
const ODD = 9_007_199_254_740_993n
const WEI = 40n * 10n ** 18n + 123_456_789_123_456_789n

const wallet = (name: string) => name as Wallet
const share = (name: string, changes: Partial<Shareholder> = {}): Shareholder => ({
  wallet: wallet(name),
  role: 'kol',
  handle: `@${name}`,
  bps: bps(2_500),
  ...changes,
})

/** What wallets earned, over every storage. */
export function earningsContract(name: string, fresh: () => Promise<Storage>): void {
  describe(`decision "Sums of payments": storage contract, earnings: ${name}`, () => {
    let storage: Storage
    beforeAll(async () => {
      storage = await fresh()
    })
    afterAll(() => storage.close())

    const pay = (id: string, to: string, changes: Parameters<typeof remitRow>[1] = {}) =>
      remitRow(id, { wallet: wallet(to), signature: `s-${id}` as Signature, role: 'kol', atMs: unixMs(MIDNIGHT), ...changes })

    test('a wallet that was never paid has nothing, whatever text it is', async () => {
      for (const never of ['never', "' OR 1=1 --", '']) {
        const { earnings } = storage
        expect(await earnings.byRole(wallet(never))).toEqual([])
        expect(await earnings.byDay(wallet(never), unixMs(0))).toEqual([])
        expect(await earnings.countCoins(wallet(never))).toEqual([])
        expect(await earnings.listCoins({ limit: 9, cursor: null }, wallet(never))).toEqual({ rows: [], nextCursor: null })
      }
    })

    test('payments that come at once all count, once each, exact to the unit, by role, currency and day', async () => {
      const remits = Array.from({ length: 30 }, (_, index) =>
        pay(`a${index}`, 'adam', {
          role: index % 3 === 0 ? 'kol+referrer' : 'kol',
          currency: index % 2 === 0 ? 'SOL' : 'ETH',
          amountAtomic: lamports(index % 2 === 0 ? ODD : WEI),
          atMs: unixMs(MIDNIGHT + (index % 5 === 0 ? -1 : index)),
        }),
      )
      await Promise.all(remits.map((remit, index) => storage.remits.insert([remit, remits[(index + 7) % 30]!])))
      expect(await storage.remits.insert(remits.slice(3, 9))).toBe(0)
      const sum = (currency: string, role: string) => {
        const own = remits.filter((remit) => remit.currency === currency && remit.role === role)
        return { currency, role, amountAtomic: own.reduce((total, { amountAtomic: amount }) => total + amount, 0n), remits: own.length }
      }
      expect((await storage.earnings.byRole(wallet('adam'))) as unknown).toEqual([
        sum('ETH', 'kol'),
        sum('ETH', 'kol+referrer'),
        sum('SOL', 'kol'),
        sum('SOL', 'kol+referrer'),
      ])
      const days = await storage.earnings.byDay(wallet('adam'), unixMs(0))
      expect([...new Set(days.map(({ dayMs }) => dayMs as number))]).toEqual([MIDNIGHT - DAY_MS, MIDNIGHT])
      expect(days.reduce((total, { amountAtomic: amount }) => total + amount, 0n)).toBe(15n * ODD + 15n * WEI)
      const today = await storage.earnings.byDay(wallet('adam'), unixMs(MIDNIGHT))
      expect(today).toEqual(days.filter(({ dayMs }) => dayMs === MIDNIGHT))
    })

    test('a commit that is undone adds nothing', async () => {
      const undone = storage.transaction(async (tx) => {
        await tx.remits.insert([pay('undone', 'eve')])
        await tx.coins.insert(coinRow('undone', { shareholders: [share('eve')] }))
        throw new Error('undone')
      })
      await expect(undone).rejects.toThrow('undone')
      expect(await storage.earnings.byRole(wallet('eve'))).toEqual([])
      expect(await storage.earnings.countCoins(wallet('eve'))).toEqual([])
      expect((await storage.earnings.listLeaders({ limit: 200, cursor: null }, 'SOL')).rows.map((leader) => leader.wallet)).not.toContain(
        wallet('eve'),
      )
    })

    test('the coins of a wallet are those whose splits name it, with what each paid it; a lock changes who that is', async () => {
      const coins = Array.from({ length: 5 }, (_, index) =>
        coinRow(`c${index}`, {
          feeShareLocked: false,
          feeShareSignature: null,
          launchedAtMs: unixMs(MIDNIGHT + index),
          shareholders: [
            share('bea', { role: index === 0 ? 'kol+referrer' : 'kol' }),
            share('dan', { role: 'treasury', handle: 'treasury' }),
          ],
        }),
      )
      for (const coin of coins) expect(await storage.coins.insert(coin)).toBe(true)
      expect(await storage.coins.insert(coins[0]!)).toBe(false)
      const mint = 'c3' as Mint
      await storage.remits.insert([
        pay('b1', 'bea', { mint, amountAtomic: lamports(ODD) }),
        pay('b2', 'zoe', { mint, amountAtomic: lamports(5) }),
      ])
      await storage.remits.insert([pay('b3', 'bea', { mint, amountAtomic: lamports(ODD), signature: 's-other' as Signature })])
      expect(await storage.earnings.countCoins(wallet('bea'))).toEqual([
        { role: 'kol', coins: 4 },
        { role: 'kol+referrer', coins: 1 },
      ])
      const seen = []
      let cursor: string | null = null
      for (;;) {
        const page: Awaited<ReturnType<typeof storage.earnings.listCoins>> = await storage.earnings.listCoins(
          { limit: 2, cursor },
          wallet('bea'),
        )
        seen.push(...page.rows)
        if (page.nextCursor === null) break
        cursor = page.nextCursor
      }
      expect(seen.map((coin) => coin.mint as string)).toEqual(['c4', 'c3', 'c2', 'c1', 'c0'])
      expect(seen[1]).toMatchObject({
        role: 'kol',
        handle: '@bea',
        bps: 2_500,
        paidAtomic: lamports(2n * ODD),
        currency: 'SOL',
        feeShareLocked: false,
      })
      expect(seen[0]).toMatchObject({ paidAtomic: lamports(0) })
      // The lock puts another wallet in the place of the first, and that one was paid before it stood there.
      await storage.coins.lock(mint, { ...coinLock('c3'), shareholders: [share('zoe'), share('dan')] })
      expect(await storage.earnings.countCoins(wallet('bea'))).toEqual([
        { role: 'kol', coins: 3 },
        { role: 'kol+referrer', coins: 1 },
      ])
      expect((await storage.earnings.listCoins({ limit: 9, cursor: null }, wallet('zoe'))).rows).toMatchObject([
        { mint, paidAtomic: lamports(5), feeShareLocked: true },
      ])
      expect(await storage.earnings.byRole(wallet('bea'))).toMatchObject([{ amountAtomic: lamports(2n * ODD), remits: 2 }])
    })

    test('promoters by what they were paid as such, best first, by cursor; currencies apart', async () => {
      const amounts = [9n, 10n, 10n, 100n, ODD, 1_000_000n, 2n]
      await storage.remits.insert(
        amounts.map((amount, index) =>
          pay(`l${index}`, `leader${index}`, { handle: `@l${index}`, currency: 'ETH', amountAtomic: lamports(amount) }),
        ),
      )
      await storage.remits.insert([
        pay('t', 'till', { role: 'treasury', currency: 'ETH', amountAtomic: lamports(ODD) }),
        pay('l9', 'leader0', { role: 'agent', handle: 'later', currency: 'ETH', amountAtomic: lamports(ODD), atMs: unixMs(MIDNIGHT + 9) }),
      ])
      const seen = []
      let cursor: string | null = null
      for (;;) {
        const page: Awaited<ReturnType<typeof storage.earnings.listLeaders>> = await storage.earnings.listLeaders(
          { limit: 2, cursor },
          'ETH',
        )
        seen.push(...page.rows)
        if (page.nextCursor === null) break
        cursor = page.nextCursor
      }
      const named = seen.filter((leader) => leader.wallet.startsWith('leader') || leader.wallet === 'till')
      expect(named.map((leader) => [leader.handle, leader.amountAtomic as bigint])).toEqual([
        ['@l4', ODD],
        ['@l5', 1_000_000n],
        ['@l3', 100n],
        ['@l2', 10n],
        ['@l1', 10n],
        ['@l0', 9n],
        ['@l6', 2n],
      ])
      // Newest as a promoter, whatever came later in another role; every payment of the currency counts.
      expect(named.find(({ wallet }) => wallet === 'leader0')).toMatchObject({ remits: 2, paidAtMs: MIDNIGHT, coins: 0 })
      expect(named.find(({ wallet }) => wallet === 'leader4')).toMatchObject({ remits: 1, paidAtMs: MIDNIGHT })
      const inSol = await storage.earnings.listLeaders({ limit: 200, cursor: null }, 'SOL')
      expect(inSol.rows.some((leader) => leader.wallet.startsWith('leader'))).toBe(false)
      // Of five coins one was locked for another wallet.
      expect(inSol.rows.find((leader) => leader.wallet === 'bea')).toMatchObject({ coins: 4, remits: 2 })
      for (const cursor of ['nonsense', Buffer.from('x.y').toString('base64url')])
        await expect(storage.earnings.listLeaders({ limit: 2, cursor }, 'ETH')).rejects.toMatchObject({ code: 'cursor_invalid' })
    })
  })
}
