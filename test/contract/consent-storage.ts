import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import type { Wallet } from '../../src/domain/brands.ts'
import { namedIn, type SignedConsent } from '../../src/domain/consent/signed-consent.ts'
import type { Storage } from '../../src/ports/storage/storage.ts'
import { makeKol } from '../support/make-kol.ts'
import { at, dryRunRow } from '../support/storage-rows.ts'

/** What every storage promises of consents. */
export function consentContract(name: string, fresh: () => Promise<Storage>): void {
  describe(`consent storage: ${name}`, () => {
    let storage: Storage
    beforeEach(async () => void (storage = await fresh()))
    afterEach(() => storage.close())

    const stance = (wallet: string, choice: SignedConsent['choice'], signedAt: number, agents: string[] = []): SignedConsent => ({
      wallet: wallet as Wallet,
      choice,
      agents,
      signedAtMs: at(signedAt),
      proof: { message: 'bQ==', signature: 'cw==' },
    })

    test('rules 5.10: of a wallet the last signature counts, whichever comes first', async () => {
      const never = stance('one', 'never', 5)
      expect(await storage.consents.put(stance('one', 'all', 3))).toBe(true)
      expect(await storage.consents.put(never)).toBe(true)
      for (const older of [4, 5]) expect(await storage.consents.put(stance('one', 'all', older))).toBe(false)
      expect(await storage.consents.find('one' as Wallet)).toEqual(never)
      expect(await storage.consents.find('two' as Wallet)).toBeNull()
      const both = await Promise.all([8, 7].map((time) => storage.consents.put(stance('two', 'all', time))))
      expect(both).toContain(true)
      expect((await storage.consents.find('two' as Wallet))!.signedAtMs).toBe(at(8))
    })

    test('rules 5.10: a wallet is shown the plans that name it while they can be launched', async () => {
      const { plan: one } = dryRunRow('named')
      const shareholders = [{ ...one.shareholders[0]!, role: 'kol' as const }]
      const plan = dryRunRow('named', { expiresAtMs: at(1_000), plan: { ...one, shareholders } })
      await storage.dryRuns.insert(plan)
      const { wallet } = namedIn(plan.plan.shareholders)[0]!
      expect((await storage.consents.listNaming(wallet, at(999))).map(({ id }) => id)).toEqual([plan.id])
      expect(await storage.consents.listNaming(wallet, at(1_000))).toEqual([])
      expect(await storage.consents.listNaming('nobody' as Wallet, at(0))).toEqual([])
    })

    test('rules 5.10: an EVM wallet says what the wallets of its profiles say, the strictest of them', async () => {
      const evmWallet = '0xAbCdabcdabcdabcdabcdabcdabcdabcdabcdabcd'
      const kols = ['one', 'two', 'three'].map((wallet) => makeKol({ handle: wallet, wallet: wallet as Wallet, evmWallet }))
      await storage.kols.upsert(kols.map((kol) => ({ ...kol, optedOut: false })))
      const key = evmWallet.toLowerCase()
      expect(await storage.consents.listOf([evmWallet, 'one'])).toEqual(new Map())
      await storage.consents.put(stance('one', 'all', 1))
      expect((await storage.consents.listOf([evmWallet])).get(key)).toEqual(stance('one', 'all', 1))
      await storage.consents.put(stance('two', 'never', 1))
      await storage.consents.put(stance('three', 'only', 2, ['a']))
      const found = await storage.consents.listOf([evmWallet, 'three'])
      expect([found.get(key)!.choice, found.get('three')!.agents]).toEqual(['never', ['a']])
      expect(await Promise.all([3, 4].map((count) => storage.consents.reaches(count)))).toEqual([true, false])
    })
  })
}
