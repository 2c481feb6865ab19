import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import type { Wallet } from '../../src/domain/brands.ts'
import type { Consent } from '../../src/domain/consent/consent.ts'
import type { Storage } from '../../src/ports/storage/storage.ts'
import { makeKol } from '../support/make-kol.ts'
import { at } from '../support/storage-rows.ts'

/** What every storage promises of consents. */
export function consentContract(name: string, fresh: () => Promise<Storage>): void {
  describe(`consent storage: ${name}`, () => {
    let storage: Storage
    beforeEach(async () => void (storage = await fresh()))
    afterEach(() => storage.close())

    const said = (wallet: string, choice: Consent['choice'], signedAt: number, agents: string[] = []): Consent => ({
      wallet: wallet as Wallet,
      choice,
      agents,
      signedAtMs: at(signedAt),
      proof: { message: 'bQ==', signature: 'cw==' },
    })

    test('rules 5.10: of a wallet the last signature counts, whichever comes first', async () => {
      const never = said('one', 'never', 5)
      expect(await storage.consents.put(said('one', 'all', 3))).toBe(true)
      expect(await storage.consents.put(never)).toBe(true)
      for (const older of [4, 5]) expect(await storage.consents.put(said('one', 'all', older))).toBe(false)
      expect(await storage.consents.find('one' as Wallet)).toEqual(never)
      expect(await storage.consents.find('two' as Wallet)).toBeNull()
      const both = await Promise.all([8, 7].map((time) => storage.consents.put(said('two', 'all', time))))
      expect(both).toContain(true)
      expect((await storage.consents.find('two' as Wallet))!.signedAtMs).toBe(at(8))
    })

    test('rules 5.10: an EVM wallet says what the wallets of its profiles say, the strictest of them', async () => {
      const evmWallet = '0xAbCdabcdabcdabcdabcdabcdabcdabcdabcdabcd'
      const kols = ['one', 'two', 'three'].map((wallet) => makeKol({ handle: wallet, wallet: wallet as Wallet, evmWallet }))
      await storage.kols.upsert(kols.map((kol) => ({ ...kol, optedOut: false })))
      const key = evmWallet.toLowerCase()
      expect(await storage.consents.listOf([evmWallet, 'one'])).toEqual(new Map())
      await storage.consents.put(said('one', 'all', 1))
      expect((await storage.consents.listOf([evmWallet])).get(key)).toEqual(said('one', 'all', 1))
      await storage.consents.put(said('two', 'never', 1))
      await storage.consents.put(said('three', 'only', 2, ['a']))
      const found = await storage.consents.listOf([evmWallet, 'three'])
      expect([found.get(key)!.choice, found.get('three')!.agents]).toEqual(['never', ['a']])
      expect((await storage.consents.listAgreed('a')).toSorted()).toEqual(['one', 'three'] as Wallet[])
      expect(await storage.consents.listAgreed('b')).toEqual(['one'] as Wallet[])
    })
  })
}
