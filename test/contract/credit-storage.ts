import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { unixMs, usdMicros, type Wallet } from '../../src/domain/brands.ts'
import type { Storage } from '../../src/ports/storage/storage.ts'

/** What prepaid balances keep in the storage: every database must pass it. */
export function creditContract(name: string, open: () => Promise<Storage>): void {
  describe(`storage contract, credits: ${name}`, () => {
    let storage: Storage
    beforeAll(async () => {
      storage = await open()
    })
    afterAll(() => storage.close())
    const order = (sessionKey: string, amount = 1_000_000n, payer = '0xa') => ({
      sessionKey: sessionKey as Wallet,
      network: 'eip155:8453',
      asset: '0xasset',
      payer,
      createdAtMs: unixMs(100),
      amountUsdMicros: usdMicros(amount),
    })

    test('decision "Prepaid calls": what a payment buys is added once, and for another payer’s session not at all', async () => {
      const { credits } = storage
      const huge = 9_007_199_254_740_993n
      await Promise.all(Array.from({ length: 5 }, () => credits.buy('pay_1', order('k1', huge))))
      const { amountUsdMicros: _, ...kept } = order('k1')
      expect(await credits.find('k1' as Wallet)).toEqual({ ...kept, balanceUsdMicros: usdMicros(huge), boughtUsdMicros: usdMicros(huge) })
      expect((await credits.buy('pay_2', order('k1', 7n)))?.balanceUsdMicros).toBe(usdMicros(huge + 7n))
      expect(await credits.buy('pay_3', order('k1', 7n, '0xb'))).toBeNull()
      expect([await credits.isPurchase('pay_2'), await credits.isPurchase('pay_9')]).toEqual([true, false])
      expect(await credits.find('k9' as Wallet)).toBeNull()
    })

    test('decision "Prepaid calls": of many that spend at once no more succeed than the balance covers, and what is given back can be spent', async () => {
      const { credits } = storage
      const key = 'k2' as Wallet
      await credits.buy('pay_4', order(key, 1_000n))
      const spent = await Promise.all(Array.from({ length: 64 }, () => credits.spend(key, usdMicros(100n))))
      expect(spent.filter((credit) => credit !== null)).toHaveLength(10)
      expect((await credits.find(key))?.balanceUsdMicros).toBe(usdMicros(0n))
      await credits.giveBack(key, usdMicros(100n))
      expect(await credits.spend(key, usdMicros(101n))).toBeNull()
      expect((await credits.spend(key, usdMicros(100n)))?.balanceUsdMicros).toBe(usdMicros(0n))
    })

    test('decision "Prepaid calls": the rest is taken once, and a transaction that fails takes nothing', async () => {
      const { credits } = storage
      const key = 'k3' as Wallet
      await credits.buy('pay_5', order(key, 500n))
      const { balanceUsdMicros: before, sessions } = await credits.outstanding()
      const failed = storage.transaction(async (tx) => {
        await tx.credits.takeRest(key)
        throw new Error('planted')
      })
      await expect(failed).rejects.toThrow('planted')
      const rests = await Promise.all(Array.from({ length: 8 }, () => credits.takeRest(key)))
      expect(rests.filter((rest) => rest !== null)).toEqual([usdMicros(500n)])
      expect(await credits.outstanding()).toEqual({ sessions: sessions - 1, balanceUsdMicros: usdMicros(before - 500n) })
    })
  })
}
