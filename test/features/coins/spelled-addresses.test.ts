import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { ZORA_FACTS } from '../../../src/adapters/launchpads/zora/facts.ts'
import { atomicUnits, type KeyId, type Mint, type Signature, type Wallet } from '../../../src/domain/brands.ts'
import { sha256Hex } from '../../../src/lib/bytes.ts'
import { ADDRESS_ROUTES_OF_A_CHAIN, spellingsOf } from '../../support/address-routes.ts'
import { makeKol } from '../../support/make-kol.ts'
import { coinRow, jobRow, remitRow } from '../../support/storage-rows.ts'
import { createTestApp, newPerson, OPERATOR_KEY, pngBytes, type TestApp } from '../../support/test-app.ts'

const MINT = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed' as Mint
const WALLET = '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359' as Wallet

/** What a coin's or a wallet's record is read by, and by what of the answer it is known. */
const READS: readonly (readonly [route: string, address: Mint | Wallet, path: (address: string) => string, known: string])[] = [
  ['GET /api/coins/{mint}', MINT, (mint) => `/api/coins/${mint}`, MINT],
  ['GET /api/coins', MINT, (mint) => `/api/coins?q=${mint}`, MINT],
  ['GET /feed.xml', MINT, (mint) => `/feed.xml?q=${mint}`, MINT],
  ['GET /api/coins/{mint}/fees', MINT, (mint) => `/api/coins/${mint}/fees`, '"points"'],
  ['GET /api/coins/{mint}/kit', MINT, (mint) => `/api/coins/${mint}/kit`, MINT],
  ['GET /api/coins/{mint}/trades', MINT, (mint) => `/api/coins/${mint}/trades`, '"readable"'],
  ['GET /api/coins/{mint}/receipt', MINT, (mint) => `/api/coins/${mint}/receipt`, MINT],
  ['GET /api/coins/{mint}/logo', MINT, (mint) => `/api/coins/${mint}/logo`, 'PNG'],
  ['GET /api/jobs', MINT, (mint) => `/api/jobs?mint=${mint}`, MINT],
  ['GET /api/remits', MINT, (mint) => `/api/remits?mint=${mint}`, MINT],
  ['GET /api/remits', WALLET, (wallet) => `/api/remits?wallet=${wallet}`, WALLET],
  ['GET /api/wallets/{wallet}', WALLET, (wallet) => `/api/wallets/${wallet}`, WALLET],
  ['GET /api/wallets/{wallet}/coins', WALLET, (wallet) => `/api/wallets/${wallet}/coins`, MINT],
  ['GET /api/wallets/{wallet}/days', WALLET, (wallet) => `/api/wallets/${wallet}/days`, '"role"'],
  ['GET /api/wallets/{wallet}/remits.csv', WALLET, (wallet) => `/api/wallets/${wallet}/remits.csv`, MINT],
  ['GET /api/consents/{wallet}', WALLET, (wallet) => `/api/consents/${wallet}`, WALLET],
  ['GET /api/kols/wallet/{wallet}', WALLET, (wallet) => `/api/kols/wallet/${wallet}`, 'Based'],
  ['GET /api/ledger', WALLET, (wallet) => `/api/ledger?wallet=${wallet}`, WALLET],
  ['GET /api/ledger/days', WALLET, (wallet) => `/api/ledger/days?wallet=${wallet}`, WALLET],
  ['a page', MINT, (mint) => `/coin/${mint}`, MINT],
  ['a picture', MINT, (mint) => `/coin/${mint}/card.png`, 'PNG'],
  ['a page', WALLET, (wallet) => `/wallet/${wallet}`, WALLET],
]

let app: TestApp
beforeAll(async () => {
  const zora = { facts: ZORA_FACTS, load: () => Promise.reject(new Error('not asked here')) }
  app = await createTestApp({ entries: () => [zora], env: { JOBS_ENABLED: '1' } })
  const { storage } = app.deps
  const nowMs = app.clock.nowMs()
  const sha256 = sha256Hex(pngBytes())
  await storage.images.insert({ sha256, contentType: 'image/png', bytes: pngBytes() }, { keyId: 'operator' as KeyId, atMs: nowMs })
  const shareholders = [{ ...coinRow('any').shareholders[0]!, wallet: WALLET }]
  await storage.coins.insert(coinRow(MINT, { platform: 'zora', currency: 'ETH', imageSha256: sha256, shareholders, launchedAtMs: nowMs }))
  await storage.remits.insert([remitRow('paid', { mint: MINT, wallet: WALLET, currency: 'ETH', atMs: nowMs })])
  await storage.jobs.insert(jobRow('job', { mint: MINT }), jobRow('job').amountAtomic)
  const of = { chainId: ZORA_FACTS.chainId, wallet: WALLET, currency: 'ETH' } as const
  const moved = { account: 'fee:network', side: 'out', amountAtomic: atomicUnits(1), height: 1, atMs: nowMs, sent: null } as const
  await storage.transaction((tx) => tx.ledger.append(of, [{ ...of, ...moved, id: 'lg_one', signature: 'one' as Signature }], null))
  await storage.kols.upsert([
    { ...makeKol({ handle: 'Based', wallet: newPerson().wallet, evmWallet: WALLET.toLowerCase() as Wallet }), optedOut: false },
  ])
})
afterAll(() => app.close())

describe('decision "EVM addresses": however the letters of an address are written, it is the same coin and the same wallet', () => {
  test.each(READS)('%s of %s', async (_route, address, path, known) => {
    const texts: string[] = []
    for (const spelled of spellingsOf(address)) {
      const { status, body } = await app.call('GET', path(spelled), undefined, { key: OPERATOR_KEY })
      expect(status).toBe(200)
      const text: string = typeof body === 'string' ? body : JSON.stringify(body)
      // A feed names the address that it was asked by.
      texts.push(text.replaceAll(path(spelled), path(address)))
    }
    expect(texts[0]).toContain(known)
    expect(texts).toEqual([texts[0]!, texts[0]!, texts[0]!])
  })

  test('one whose mixed letters are not its checksum has a digit wrong somewhere, and names no coin', async () => {
    const wrong = `${MINT.slice(0, -1)}D`
    expect((await app.call('GET', `/api/coins/${wrong}`)).body.code).toBe('coin_not_found')
    expect((await app.call('GET', `/api/remits?mint=${wrong}`)).body.remits).toEqual([])
  })

  test('the post of a coin: found in every spelling', async () => {
    const statusUrl = 'https://x.com/launches/status/1234567890123456789'
    for (const spelled of spellingsOf(MINT)) {
      const { body } = await app.call('POST', `/api/coins/${spelled}/featured`, { statusUrl }, { key: OPERATOR_KEY })
      expect(body.code).toBe('coin_not_graduated')
    }
  })

  test('no call that takes an address is left out, here or where there is a chain', async () => {
    const document = (await app.call('GET', '/openapi.json')).body
    const own = (one: any): any =>
      one?.$ref === undefined
        ? one
        : own(
            one.$ref
              .slice(2)
              .split('/')
              .reduce((at: any, name: string) => at[name], document),
          )
    const takes = ({ parameters = [], requestBody }: any): string[] => {
      const body = own(requestBody?.content?.['application/json']?.schema)
      const fields = (body?.anyOf ?? [body]).flatMap((each: unknown) => Object.keys(own(each)?.properties ?? {}))
      return [...parameters.map((each: unknown) => own(each).name), ...fields]
    }
    const calls = Object.entries<Record<string, any>>(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods)
        .filter(([, call]) => takes(call).some((name) => ['mint', 'mints', 'wallet', 'launcherPubkey'].includes(name)))
        .map(([method]) => `${method.toUpperCase()} ${path}`),
    )
    // The simulated chain has no addresses with a checksum in their letters.
    const real = calls.filter((call) => !call.includes('/api/simulated/'))
    const tested = new Set([...READS.map(([route]) => route), 'POST /api/coins/{mint}/featured', ...ADDRESS_ROUTES_OF_A_CHAIN])
    expect(real.filter((call) => !tested.has(call))).toEqual([])
    expect(real.length).toBeGreaterThan(20)
  })
})
