import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { createTestApp, mintOf, type TestApp } from '../../support/test-app.ts'
import { warningsOf } from '../../support/warnings-of.ts'

let app: TestApp
let key: string

const plan = (changes: Record<string, unknown>, by = key) => warningsOf(app, by, changes)

const start = async () => {
  app = await createTestApp()
  key = await app.claim()
}
const stop = () => app.close()

describe('rules 2.4: a name or ticker that is there already', () => {
  beforeEach(start)
  afterEach(stop)

  const launch = (changes: Record<string, unknown>, by = key) =>
    app.call('POST', '/api/agent/launch', app.launchBody(changes), { key: by, headers: { 'x-launcher-key': app.launcher.secret } })

  test('by this key, by another, by name and by ticker in any case, each with its mint', async () => {
    expect(await plan({})).toEqual([])
    const mint = mintOf(await launch({}))
    expect(await plan({})).toEqual([`This key has launched a coin of the same name or ticker: Night Market Frog ($NMFROG) ${mint}.`])
    expect(await plan({ name: 'NIGHT market frog', ticker: 'OTHER' })).toEqual([
      expect.stringMatching(/^This key has launched a coin of the same name: /),
    ])
    const stranger = await app.claim()
    expect(await plan({ name: 'Unlike', ticker: 'nmfrog' }, stranger)).toEqual([
      `Somebody else has launched a coin here of the same ticker: Night Market Frog ($NMFROG) ${mint}.`,
    ])
    expect(await plan({ name: 'Unlike', ticker: 'UNLIKE' }, stranger)).toEqual([])
  })

  test.each([
    'Night\u00a0Market Frog',
    'Night\u2003Market Frog',
    'Night\u3000Market Frog',
    'Night\u202fMarket Frog',
    'Night\u2009Market Frog',
    'Night  Market Frog',
    'N1ght Market Fr0g',
    'NightMarketFrog',
    'Night-Market-Frog',
    'Ni9ht Market Frog',
    'Nіght Mаrket Frоg',
  ])('a name that looks like that of a launched coin is warned of: %p', async (name) => {
    await launch({})
    expect((await plan({ name, ticker: 'UNLIKE' })).join('\n')).toMatch(
      /^This key has launched a coin of the same name: Night Market Frog \(\$NMFROG\) /m,
    )
  })

  test('a ticker that looks like that of a launched coin is warned of, with the coin’s name', async () => {
    await launch({})
    const [other] = await plan({ name: 'Unlike', ticker: 'NMFR0G' }, await app.claim())
    expect(other).toMatch(/^Somebody else has launched a coin here of the same ticker: Night Market Frog \(\$NMFROG\) /)
  })

  test('of many coins with the same ticker three are named, and that there are more', async () => {
    const app4 = [1, 2, 3, 4]
    for (const index of app4) expect((await launch({ name: `Frog ${index}` }, await app.claim())).status).toBe(201)
    const [warning] = await plan({ name: 'Last Frog' })
    expect(warning!.match(/\(\$NMFROG\)/g)).toHaveLength(3)
    expect(warning).toEndWith(' and more.')
  })
})

describe('rules 2.4: a name or ticker near to that of a known coin', () => {
  beforeAll(start)
  afterAll(stop)

  test.each([
    ['Bitcoin', 'UNLIKE', 'name', 'Bitcoin ($BTC)'],
    ['bitc0in', 'UNLIKE', 'name', 'Bitcoin ($BTC)'],
    ['Віtсоіn', 'UNLIKE', 'name', 'Bitcoin ($BTC)'],
    ['Bitconi', 'UNLIKE', null, ''],
    ['Bitcoins', 'UNLIKE', 'name', 'Bitcoin ($BTC)'],
    ['Bitcon', 'UNLIKE', 'name', 'Bitcoin ($BTC)'],
    ['Dogicoin', 'UNLIKE', 'name', 'Dogecoin ($DOGE)'],
    ['Unlike', 'B0NK', 'ticker', 'Bonk ($BONK)'],
    ['Unlike', 'TRUMPS', 'ticker', 'Official Trump ($TRUMP)'],
    ['Unlike', 'BONG', null, ''],
    ['Unlike', 'JUMP', null, ''],
    ['Solar Frog', 'SOLAR', null, ''],
  ])('%p ($%s): %p', async (name, ticker, what, known) => {
    const warned = (await plan({ name, ticker })).filter((warning) => warning.includes('known coin'))
    const text = what === 'name' ? name : ticker
    expect(warned).toEqual(what === null ? [] : [`The ${what} "${text}" can be taken for that of a known coin: ${known}.`])
  })
})
