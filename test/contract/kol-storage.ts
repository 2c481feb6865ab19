import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { type KeyId, type Mint, type OperationId, type Wallet, lamports, unixMs } from '../../src/domain/brands.ts'
import type { KolImport } from '../../src/domain/kols/kol.ts'
import type { Storage } from '../../src/ports/storage/storage.ts'
import { makeKol } from '../support/make-kol.ts'
import { keyRow, launchRow, remitRow } from '../support/storage-rows.ts'
import type { PaidRole } from '../../src/domain/crew/role.ts'

const kol = (handle: string, changes: Partial<KolImport> = {}): KolImport => ({ ...makeKol({ handle }), optedOut: false, ...changes })
const wallet = (name: string) => name as Wallet

/** What every storage promises of the directory and of referrals, run over each. `fresh` opens an empty one. */
export function kolContract(name: string, fresh: () => Promise<Storage>): void {
  describe(`rules 1.3: directory contract: ${name}`, () => {
    let storage: Storage
    let made = 0
    // Each test works with handles of its own in one directory.
    let own = (handle: string) => handle
    beforeAll(async () => {
      storage = await fresh()
    })
    beforeEach(() => {
      made += 1
      const run = `t${made}_`
      own = (handle) => run + handle
    })
    afterAll(() => storage.close())

    const handles = async (query?: string, limit = 200) =>
      (await storage.kols.list({ limit, cursor: null }, query)).rows.map(({ handle }) => handle)
    const stored = async (handle: string) => (await storage.kols.all()).find((row) => row.handle.toLowerCase() === handle.toLowerCase())

    test('an upsert keeps every field, finds a profile by handle in any case, and leaves its id alone', async () => {
      const full = kol(own('Full'), {
        rank: 7,
        displayName: 'Zoë, "the" Frog 🐸',
        aliases: ['a|b', "O'Frog", '=1'],
        evmWallet: '0x0',
        followers: 9_999_999_999,
        narratives: ['frogs', 'ai'],
        roles: ['dev', 'raid'],
        correlated: ['somebody'],
        verified: true,
      })
      expect(await storage.kols.upsert([full, kol(own('other'))])).toEqual({ added: 2, updated: 0 })
      const first = (await stored(own('full')))!
      expect(first).toEqual({ id: expect.stringMatching(/^kol_\d+$/), ...full })
      const changed = { ...full, handle: own('FULL'), rank: 8, wallet: wallet('other-wallet') }
      expect(await storage.kols.upsert([changed, kol(own('new'))])).toEqual({ added: 1, updated: 1 })
      expect(await stored(own('full'))).toEqual({ ...changed, id: first.id })
    })

    test('an upsert inside a transaction that throws keeps nothing, the version neither', async () => {
      const before = await storage.kols.version()
      const work = storage.transaction(async (tx) => {
        await tx.kols.upsert([kol(own('lost'))])
        throw new Error('no')
      })
      await work.catch(() => {})
      expect(await stored(own('lost'))).toBeUndefined()
      expect(await storage.kols.version()).toBe(before)
      expect(await handles('lost')).toEqual([])
    })

    test('the version grows with every import, opt-out and opt-in, and with nothing else', async () => {
      const versions = [await storage.kols.version()]
      const note = async () => versions.push(await storage.kols.version())
      await storage.kols.upsert([kol(own('a'))])
      await note()
      await storage.kols.setOptedOut(own('a'), true)
      await note()
      await storage.kols.setOptedOut(own('a'), false)
      await note()
      expect(versions.map((version) => version - versions[0]!)).toEqual([0, 1, 2, 3])
      await storage.kols.setReferralCode(own('a'), 'VERSION')
      await storage.kols.list({ limit: 5, cursor: null }, 'a')
      expect(await storage.kols.version()).toBe(versions.at(-1)!)
    })

    test('decision "An opt-out": whoever opted out is in no list, search or look-up, also after an import, until opted in', async () => {
      const [out, friend] = [kol(own('out'), { wallet: wallet(own('w')) }), kol(own('friend'), { correlated: [own('OUT'), 'else'] })]
      await storage.kols.upsert([{ ...out, optedOut: true }, friend])
      await storage.kols.setReferralCode(own('out'), 'OUTCODE')
      const gone = async () => {
        expect(await handles(own('out'))).toEqual([])
        expect(await handles()).not.toContain(own('out'))
        expect(await storage.kols.findByWallet(wallet(own('w')))).toBeNull()
        expect(await storage.kols.findByWallets([wallet(own('w'))])).toEqual([])
        expect(await storage.kols.findReferral('OUTCODE')).toBeNull()
        expect(await storage.kols.findReferrer(wallet(own('w')))).toBeNull()
        expect((await storage.kols.findByWallet(friend.wallet))!.correlated).toEqual(['else'])
      }
      await gone()
      await storage.kols.upsert([out])
      await gone()
      expect(await stored(own('out'))).toMatchObject({ optedOut: true })
      expect(await storage.kols.setOptedOut(own('OUT'), false)).toMatchObject({ handle: own('out'), optedOut: false })
      expect(await handles(own('out'))).toEqual([own('out')])
      expect(await storage.kols.findReferral('outcode')).toMatchObject({ handle: own('out') })
      expect(await storage.kols.setOptedOut(own('nobody'), true)).toBeNull()
    })

    test('decision "An opt-out": all profiles of a wallet are found, those that opted out too, the best rank first', async () => {
      const { wallet } = makeKol({ handle: own('shared') })
      const [second, first, other] = [kol(own('second'), { wallet, rank: 7 }), kol(own('first'), { wallet, rank: 3 }), kol(own('else'))]
      await storage.kols.upsert([second, { ...first, optedOut: true }, other])
      const found = await storage.kols.listOfWallet(wallet)
      expect(found.map(({ handle, optedOut }) => [handle, optedOut])).toEqual([
        [own('first'), true],
        [own('second'), false],
      ])
    })

    test('decision "An opt-out": a handle is found in any case, and an EVM wallet however its letters are written; whoever opted out by neither', async () => {
      const evmWallet = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
      await storage.kols.upsert([
        kol(own('Based_One'), { rank: 7, evmWallet: evmWallet.toLowerCase() }),
        kol(own('Based_Two'), { rank: 3, evmWallet }),
      ])
      expect((await storage.kols.findByHandle(own('bASED_oNE')))!.handle).toBe(own('Based_One'))
      for (const unknown of [own('Based'), '', "' OR 1=1 --"]) expect(await storage.kols.findByHandle(unknown)).toBeNull()
      for (const spelled of [evmWallet, evmWallet.toLowerCase(), `0x${evmWallet.slice(2).toUpperCase()}`])
        expect((await storage.kols.findByWallet(wallet(spelled)))!.handle).toBe(own('Based_Two'))
      await storage.kols.setOptedOut(own('based_two'), true)
      expect(await storage.kols.findByHandle(own('Based_Two'))).toBeNull()
      expect((await storage.kols.findByWallet(wallet(evmWallet)))!.handle).toBe(own('Based_One'))
      await storage.kols.setOptedOut(own('based_one'), true)
      expect(await storage.kols.findByWallet(wallet(evmWallet))).toBeNull()
    })

    test('rules 4.3: of two handles on one wallet the better rank answers', async () => {
      const [w1, w2] = [wallet(own('w1')), wallet(own('w2'))]
      await storage.kols.upsert([
        kol(own('worse'), { wallet: w1, rank: 9 }),
        kol(own('better'), { wallet: w1, rank: 2 }),
        kol(own('single'), { wallet: w2, rank: 50 }),
      ])
      expect((await storage.kols.findByWallet(w1))!.handle).toBe(own('better'))
      expect(await storage.kols.findByWallets([w2, wallet('nobody'), w1, w2])).toEqual([
        { handle: own('single'), wallet: w2 },
        { handle: own('better'), wallet: w1 },
      ])
      expect(await storage.kols.findByWallets([])).toEqual([])
      expect(await storage.kols.findByWallet(wallet('nobody'))).toBeNull()
    })

    test('rules 2.6: a referral code is one KOL’s, in any case; a new one takes the place of the old', async () => {
      await storage.kols.upsert([kol(own('a'), { wallet: wallet(own('wa')), rank: 1 }), kol(own('b'))])
      expect(await storage.kols.setReferralCode(own('A'), 'Frog_1')).toBe('set')
      expect(await storage.kols.setReferralCode(own('b'), 'fROG_1')).toBe('taken')
      expect(await storage.kols.setReferralCode(own('nobody'), 'OTHER')).toBe('unknown')
      expect(await storage.kols.findReferral('FROG_1')).toEqual({
        code: 'Frog_1',
        wallet: wallet(own('wa')),
        handle: own('a'),
        evmWallet: null,
      })
      expect(await storage.kols.findReferrer(wallet(own('wa')))).toEqual({ handle: own('a'), code: 'Frog_1' })
      expect(await storage.kols.setReferralCode(own('a'), 'frog_1')).toBe('set')
      expect(await storage.kols.setReferralCode(own('a'), 'TOAD')).toBe('set')
      expect(await storage.kols.findReferral('FROG_1')).toBeNull()
      expect(await storage.kols.setReferralCode(own('b'), 'FROG_1')).toBe('set')
      await storage.kols.upsert([kol(own('a'), { wallet: wallet(own('wa')) })])
      expect(await storage.kols.findReferral('toad')).toMatchObject({ handle: own('a') })
    })

    test('decision "A referral": figures of a referrer: keys, launches that created a coin, and remits, by UTC month', async () => {
      const month = (text: string) => unixMs(Date.parse(text))
      const referrer = wallet(own('referrer'))
      const bound = { code: 'C', wallet: referrer, handle: 'h' }
      const key = async (id: string, at: string, referral: typeof bound | null) =>
        storage.keys.insert(keyRow(own(id), { referral, createdAtMs: month(at) }), { hash: own(id), claimAddress: null, claimSite: null })
      await key('k1', '2026-10-31T23:59:59.999Z', bound)
      await key('k2', '2026-11-01T00:00:00.000Z', bound)
      await key('k3', '2026-11-02T00:00:00.000Z', null)
      const launch = (id: string, keyId: string, at: string, state: 'locked' | 'unlocked' | 'failed' | 'prepared') =>
        storage.operations.insert(launchRow(own(id), { keyId: own(keyId) as KeyId, createdAtMs: month(at), state }), month(at))
      await launch('o1', 'k1', '2026-11-05T00:00:00Z', 'locked')
      await launch('o2', 'k2', '2026-11-06T00:00:00Z', 'unlocked')
      await launch('o3', 'k2', '2026-11-07T00:00:00Z', 'failed')
      await launch('o4', 'k2', '2026-11-07T00:00:00Z', 'prepared')
      await launch('o5', 'k3', '2026-11-07T00:00:00Z', 'locked')
      const remit = (id: string, role: PaidRole, amount: bigint, at: string) =>
        remitRow(own(id), {
          wallet: referrer,
          signature: own(id) as never,
          role,
          amountAtomic: lamports(amount),
          mint: own('m') as Mint,
          atMs: month(at),
        })
      await storage.remits.insert([
        remit('r1', 'referrer', 9_007_199_254_740_993n, '2026-10-01T00:00:00Z'),
        remit('r2', 'referrer', 5n, '2026-10-02T00:00:00Z'),
        remit('r3', 'kol+referrer', 7n, '2026-10-03T00:00:00Z'),
        remit('r4', 'kol', 100n, '2026-10-03T00:00:00Z'),
      ])
      expect(await storage.referrals.keysByMonth(referrer)).toEqual([
        { month: '2026-10', count: 1 },
        { month: '2026-11', count: 1 },
      ])
      expect(await storage.referrals.launchesByMonth(referrer)).toEqual([{ month: '2026-11', count: 2 }])
      const remits = await storage.referrals.remitsByMonth(referrer)
      expect(remits.toSorted((a, b) => a.role.localeCompare(b.role))).toEqual([
        { month: '2026-10', mint: own('m') as Mint, role: 'kol+referrer', amountAtomic: lamports(7n) },
        { month: '2026-10', mint: own('m') as Mint, role: 'referrer', amountAtomic: lamports(9_007_199_254_740_998n) },
      ])
      expect(await storage.operations.find(own('o1') as OperationId)).not.toBeNull()
    })
  })
}
