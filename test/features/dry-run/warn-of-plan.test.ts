import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { Wallet } from '../../../src/domain/brands.ts'
import { treasuryOn } from '../../../src/domain/chain.ts'
import { toBase64 } from '../../../src/lib/bytes.ts'
import { pictures } from '../../fixtures/pictures.ts'
import { makeKol } from '../../support/make-kol.ts'
import { createTestApp, CREW_WALLETS, mintOf, newPerson, pngBytes, type TestApp } from '../../support/test-app.ts'
import { warningsOf } from '../../support/warnings-of.ts'

const TITLE = 'Agent Launch Service'
const bigKol = newPerson().wallet
const other = newPerson().wallet
let app: TestApp
let key: string

const plan = (changes: Record<string, unknown>, by = key) => warningsOf(app, by, changes)
const mine = CREW_WALLETS[3]!
const crewOf = (handle: string, wallet: string = mine) => [{ handle, wallet, share: 100 }]

const KOLS = [
  makeKol({ handle: 'BigKOL', displayName: 'Big Kol of Noodles', aliases: ['noodle king'], wallet: bigKol, rank: 1 }),
  makeKol({ handle: 'big_kol2', displayName: 'Second', wallet: other, rank: 2 }),
  makeKol({ handle: 'gone', displayName: 'Gone', wallet: newPerson().wallet as Wallet, rank: 3, optedOut: true }),
].map((kol) => ({ optedOut: false, ...kol }))

// One for all: a plan is warned of what is launched, and not of another plan.
beforeAll(async () => {
  app = await createTestApp({ kols: KOLS, policy: { rateLimits: false } })
  key = await app.claim()
})
afterAll(() => app.close())

describe('rules 2.4: a handle of the directory with another wallet', () => {
  test.each(['@BigKOL', 'bigkol', '  @BIGKOL ', 'Big Kol of Noodles', '@noodle king'])('%p is named, with both wallets', async (handle) => {
    const warnings = await plan({ crew: crewOf(handle) })
    expect(warnings).toHaveLength(1)
    expect(warnings[0]).toMatch(/is in the directory with another wallet \(/)
    for (const wallet of [bigKol, mine]) expect(warnings[0]).toContain(wallet)
  })

  test.each([
    '@BlGKOL',
    '@big_kol',
    '@bіgkоl',
    '@ВIGКOL',
    '@ｂｉｇｋｏｌ',
    '@𝗯𝗶𝗴𝗸𝗼𝗹',
    '@bígkol',
    '@B1GK0L',
    '@ʙɪɢᴋᴏʟ',
    '＠bigkol',
    '@big kol 🐸',
  ])('%p can be taken for one, and is named as that', async (handle) => {
    const warnings = await plan({ crew: crewOf(handle) })
    expect(warnings[0]).toMatch(/can be taken for @BigKOL, who is in the directory with another wallet \(/)
  })

  test.each([
    'x.com/bigkol',
    'https://x.com/bigkol',
    'https://x.com/BigKOL/?s=20',
    '@bigkol (official)',
    'bigkol_official',
    'the real big kol',
    'bigkol.sol',
    'Team @BlGKOL',
    'Big Kol of Noodles [verified]',
  ])('%p names one inside, and is named as that', async (handle) => {
    expect((await plan({ crew: crewOf(handle) }))[0]).toMatch(/can be taken for @BigKOL, who is in the directory with another wallet \(/)
    expect((await plan({ crew: crewOf(handle, bigKol) })).filter((warning) => warning.includes('directory'))).toEqual([])
  })

  test.each([
    'bigk🌕l',
    'bigk🌑l',
    'bigk⚽l',
    'bigk🔘l',
    'bigk☻l',
    'bigㆍkol',
    'b︱gkol',
    'b⁞gkol',
    'b†gkol',
    'biɋkol',
    '6igkol',
    'big☥ol',
    'bigkol1',
    'bigkol_7',
    'realbigkol',
    'thebigkol',
    '@officialbigkol',
    'bigkolofficial',
    'realbigkol1',
    'bigkolhq',
  ])('%p suggests one, and is named as that', async (handle) => {
    expect((await plan({ crew: crewOf(handle) }))[0]).toMatch(/can be taken for @BigKOL, who is in the directory with another wallet \(/)
    expect((await plan({ crew: crewOf(handle, bigKol) })).filter((warning) => warning.includes('directory'))).toEqual([])
  })

  test.each(['bigkolossus', 'Xbigkolx', 'a b c', 'x.com/nobody'])('%p names nobody of the directory', async (handle) => {
    expect((await plan({ crew: crewOf(handle) })).filter((warning) => warning.includes('directory'))).toEqual([])
  })

  test.each([
    ['treasury', 'this service’s role "treasury"'],
    ['@Treаsury', 'this service’s role "treasury"'],
    ['Platform treasury', 'this service’s role "treasury"'],
    ['AGENT', 'this service’s role "agent"'],
    ['referrer', 'this service’s role "referrer"'],
    [TITLE, 'this service'],
    [`${TITLE.toLowerCase()} (fees)`, 'this service'],
  ])('a handle %p sounds like a part of the service, and is said to be a wallet of the request', async (handle, what) => {
    expect((await plan({ crew: crewOf(handle) })).join('\n')).toContain(`can be taken for ${what}, and is a wallet that the request names.`)
  })

  test('the right wallet under any spelling, a handle of nobody and one who opted out give no such warning', async () => {
    for (const crew of [
      crewOf('@bigkol', bigKol),
      crewOf('Big_KOL', bigKol),
      crewOf('@nobody'),
      crewOf('@gone'),
      crewOf('@big_kol2', other),
    ])
      expect((await plan({ crew })).filter((warning) => warning.includes('directory'))).toEqual([])
  })

  test('whoever is in the directory under a look-alike is no excuse for the exact handle of another', async () => {
    expect((await plan({ crew: crewOf('@BigKOL', other) }))[0]).toContain(bigKol)
  })

  test('a wallet of the directory under another handle is named', async () => {
    expect(await plan({ crew: crewOf('@nobody', bigKol) })).toEqual([
      expect.stringContaining('which is the wallet of @BigKOL in the directory'),
    ])
  })

  test('an agent that takes the name of one is named too', async () => {
    const warnings = await plan({ agent: { name: 'BigKOL' } })
    expect(warnings[0]).toMatch(/^The agent’s name "BigKOL" is in the directory with another wallet/)
  })

  test('a fee wiring is warned of in the same way', async () => {
    const launched = await createTestApp({ kols: KOLS })
    const by = { key: await launched.claim() }
    const body = launched.launchBody({ ticker: 'XLOCKFAIL' })
    const headers = { 'x-launcher-key': launched.launcher.secret }
    const mint = mintOf(await launched.call('POST', '/api/agent/launch', body, { ...by, headers }))
    const wire = { intent: 'wire-fees', mint, crew: crewOf('@BIGKOL'), launcherPubkey: launched.launcher.wallet }
    const { body: made } = await launched.call('POST', '/api/agent/launch/dry-run', wire, by)
    expect(made.warnings[0]).toMatch(/is in the directory with another wallet/)
    await launched.close()
  })
})

describe('rules 2.4: names that are not what they seem', () => {
  test('letters of two scripts, and a name that reads as another, are said', async () => {
    expect(await plan({ name: 'Frоg Mаrket' })).toContainEqual(
      'The name "Frоg Mаrket" can be taken for "Frog Market", and is written in other letters.',
    )
    expect(await plan({ name: 'Frog Лягушка' })).toContainEqual('The name "Frog Лягушка" mixes letters of Latin and Cyrillic.')
  })

  test.each(['Лягушка', '東京フロッグ Frog', '개구리 Frog', 'Frog’s “Market”', 'Fröschli', 'Frog 🐸 2049', 'ضفدع'])(
    '%p is an honest name',
    async (name) => {
      expect((await plan({ name })).filter((warning) => warning.startsWith('The name'))).toEqual([])
    },
  )

  test('a plan warns of two members that look alike, and of one wallet named twice', async () => {
    const crew = [
      { handle: '@frogfan', wallet: CREW_WALLETS[0], share: 40 },
      { handle: '@frоgfan', wallet: CREW_WALLETS[1], share: 30 },
      { handle: '@toad', wallet: CREW_WALLETS[1], share: 30 },
    ]
    const warnings = await plan({ crew })
    expect(warnings).toContainEqual('@frogfan and @frоgfan look alike, and are two members of the crew.')
    expect(warnings).toContainEqual(`@frоgfan and @toad name one wallet (${CREW_WALLETS[1]}): it is one shareholder, with 36% of the fees.`)
  })
})

describe('rules 2.4: one wallet named twice', () => {
  test('by a member of the crew and the treasury, or the referrer', async () => {
    const treasury = treasuryOn(app.deps.policy.chains, app.pad.facts.chainId)
    expect(await plan({ crew: crewOf('@one', treasury) })).toEqual([
      `@one and the treasury name one wallet (${treasury}): it is one shareholder, with 85% of the fees.`,
    ])
    await app.deps.storage.kols.setReferralCode('BigKOL', 'BIG')
    const claimed = await app.call('POST', '/api/agent/keys/claim', { referralCode: 'BIG' }, { address: '192.0.2.9' })
    expect(await plan({ crew: crewOf('@BigKOL', bigKol) }, claimed.body.key)).toEqual([
      `@BigKOL and the referrer name one wallet (${bigKol}): it is one shareholder, with 65% of the fees.`,
    ])
  })
})

describe('rules 2.4: a launcher that cannot pay', () => {
  test('is told what it holds and what the launch needs, and the plan is made; one that can pay is told nothing', async () => {
    const poor = await plan({ initialBuySol: 10 })
    expect(poor).toHaveLength(1)
    expect(poor[0]).toMatch(/^The launcher holds 10 SOL and the launch needs 10\.\d+ SOL: fund it before launching\.$/)
    expect(await plan({ initialBuySol: 1 })).toEqual([])
    // Nobody is named yet who could be short of anything.
    expect(await plan({ initialBuySol: 10, launcherPubkey: undefined })).toEqual([])
  })
})

describe('rules 2.4: a picture that is none, or none for a logo', () => {
  test('is warned of in the dry-run and on its page, and launched all the same', async () => {
    const zeros = toBase64(new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, ...new Array<number>(100).fill(0)]))
    for (const [imageBase64, stated] of [
      [zeros, /has no readable size/],
      [toBase64(pngBytes().map((byte, at) => (at === 50 ? byte ^ 1 : byte))), /is damaged, and does not decode/],
      [pictures.png, /is small, 20 x 12 pixels/],
      [pictures.jpeg, /is not square, 20 x 12 pixels/],
    ] as const) {
      const { status, body } = await app.call('POST', '/api/agent/launch/dry-run', app.launchBody({ imageBase64 }), { key })
      expect(status).toBe(200)
      expect(body.warnings.join(' ')).toMatch(stated)
      expect((await app.call('GET', `/api/agent/launch/dry-run/${body.dryRunId}`)).body.plan.warnings).toEqual(body.warnings)
    }
  })
})
