import { afterAll, describe, expect, test } from 'bun:test'
import { PUMP_FACTS } from '../../../src/adapters/launchpads/pump/facts.ts'
import { openStorage } from '../../../src/adapters/storage/storage.ts'
import { policyOf } from '../../../src/config/policy.ts'
import { readConfig } from '../../../src/config/read-config.ts'
import { unixMs, type Wallet } from '../../../src/domain/brands.ts'
import { buildKolIndex } from '../../../src/domain/matching/build-kol-index.ts'
import { matchCrew } from '../../../src/domain/matching/match-crew.ts'
import { hireCrew } from '../../../src/features/autohire/hire-crew.ts'
import { Secret } from '../../../src/lib/secret.ts'
import { databasesUnderTest } from '../../support/databases-under-test.ts'
import { createSeededRandom } from '../../support/seeded-random.ts'
import { temporaryDataDir } from '../../support/server-process.ts'
import { newPerson } from '../../support/test-app.ts'

const folders: ReturnType<typeof temporaryDataDir>[] = []
afterAll(() => folders.forEach(({ remove }) => remove()))
const newFolder = (): string => {
  folders.push(temporaryDataDir())
  return folders.at(-1)!.dataDir
}

const WORDS = ['frog', 'cat', 'robot', 'moon']
const COIN = { name: 'Frog Robot', ticker: 'FROG', description: 'a frog' }
const STRANGERS = 300
const policy = policyOf(readConfig({ REQUIRE_CONSENT: '1', SOLANA_RPC_URL: 'http://127.0.0.1:9', TREASURY_WALLET: newPerson().wallet }))
const random = createSeededRandom(7)

const directoryOf = (size: number, narratives: () => string[]) =>
  buildKolIndex(
    Array.from({ length: size }, (_, at) => ({
      rank: at + 1,
      handle: `p${at}`,
      displayName: `P${at}`,
      aliases: [],
      // Some have two profiles.
      wallet: `wallet ${at % 7 === 6 ? at - 1 : at}` as Wallet,
      evmWallet: null,
      followers: 1,
      narratives: narratives(),
      roles: [],
      correlated: [],
      verified: false,
    })) as never,
  )

describe.each(databasesUnderTest(newFolder))('rules 5.10: with REQUIRE_CONSENT, on %s,', (_name, make) => {
  const scene = async (agreed: readonly Wallet[]) => {
    const storage = await openStorage(new Secret(await make()))
    const wallets = [...agreed, ...Array.from({ length: STRANGERS }, (_, at) => `stranger ${at}` as Wallet)]
    const consent = { choice: 'all', agents: [], signedAtMs: unixMs(1), proof: { message: 'bQ==', signature: 'cw==' } } as const
    await storage.transaction(async (tx) => {
      for (const wallet of wallets) await tx.consents.put({ wallet, ...consent })
    })
    const reads: number[] = []
    const listOf: typeof storage.consents.listOf = (asked) => {
      reads.push(asked.length)
      return storage.consents.listOf(asked)
    }
    const hire = (index: ReturnType<typeof directoryOf>, fallback: 'rank' | null = null) => {
      reads.length = 0
      const deps = {
        directory: { index: async () => index } as never,
        policy,
        storage: { ...storage, consents: { ...storage.consents, listOf } },
      }
      const terms = {
        coin: COIN,
        seats: 3,
        mode: 'split',
        referred: false,
        launchpad: PUMP_FACTS,
        keyId: 'ak_1' as never,
        launcher: null,
        fallback,
      } as const
      return hireCrew(deps, terms)
    }
    return { storage, reads, hire }
  }

  test('whom autohire hires are those whom it would without everyone else', async () => {
    for (const [size, share] of [
      [20, 0.5],
      [200, 0.05],
      [200, 0.3],
      [600, 0.01],
      [600, 0.9],
    ] as const) {
      const index = directoryOf(size, () => WORDS.filter(() => random.fraction() < 0.3))
      const wallets = [...index.byWallet.keys()]
      const agreed = wallets.filter(() => random.fraction() < share)
      const { storage, hire } = await scene(agreed)
      const silent = wallets.filter((wallet) => !agreed.includes(wallet))
      for (const fallback of [null, 'rank'] as const) {
        const wanted = matchCrew(index, { ...COIN, seats: 3, fallback, excludeWallets: silent })
        if (wanted.hires.length === 0) await expect(hire(index, fallback)).rejects.toThrow()
        else expect((await hire(index, fallback)).hires).toEqual(wanted.hires)
      }
      await storage.close()
    }
  })

  test('autohire reads the consents of candidates, in few statements, and of no stranger', async () => {
    const index = directoryOf(2_000, () => ['frog'])
    const wallets = [...index.byWallet.keys()]
    const many = await scene(wallets)
    expect((await many.hire(index)).hires).toHaveLength(3)
    expect([many.reads.length, many.reads[0]! <= 128]).toEqual([1, true])
    await many.storage.close()
    const none = await scene([])
    await expect(none.hire(index)).rejects.toMatchObject({ code: 'autohire_unavailable' })
    expect(none.reads.length).toBeLessThan(10)
    expect(none.reads.reduce((sum, count) => sum + count, 0)).toBe(wallets.length)
    await none.storage.close()
  })
})
