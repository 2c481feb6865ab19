import { describe, expect, test } from 'bun:test'
import type { Wallet } from '../../../src/domain/brands.ts'
import { AppError } from '../../../src/domain/errors.ts'
import { buildKolIndex, type MatchableKol } from '../../../src/domain/matching/build-kol-index.ts'
import { equalShares, matchCrew, type MatchRequest } from '../../../src/domain/matching/match-crew.ts'
import { makeKol } from '../../support/make-kol.ts'
import { sampleKols } from '../../support/sample-kols.ts'

const coin = (text: Partial<MatchRequest> = {}): MatchRequest => ({ name: 'Doge', ticker: 'DOGE', description: '', seats: 5, ...text })
const hire = (kols: readonly MatchableKol[], text: Partial<MatchRequest> = {}) => matchCrew(buildKolIndex(kols), coin(text))
const handles = (kols: readonly MatchableKol[], text: Partial<MatchRequest> = {}) => hire(kols, text).hires.map(({ handle }) => handle)
const dogs = (handle: string, kol: Partial<MatchableKol> = {}) => makeKol({ handle, narratives: ['dogs'], ...kol })

describe('rules 1.3: a crew is found by what the coin says', () => {
  test('a name counts more than a description', () => {
    const kols = [makeKol({ handle: 'cats', narratives: ['cats'], rank: 1 }), dogs('dogs', { rank: 2 })]
    expect(handles(kols, { name: 'Doge', ticker: 'ZZZ', description: 'better than a cat', seats: 1 })).toEqual(['dogs'])
    expect(handles(kols, { name: 'Zorblax', ticker: 'DOGE', description: 'better than a cat', seats: 1 })).toEqual(['dogs'])
  })

  test('a rare narrative counts more than a common one', () => {
    const common = Array.from({ length: 20 }, (_, at) => dogs(`common${at}`, { rank: at + 1 }))
    const kols = [...common, makeKol({ handle: 'rare', narratives: ['frogs'], rank: 99 })]
    expect(handles(kols, { name: 'Dog And Frog', ticker: 'DNF', seats: 1 })).toEqual(['rare'])
  })

  test('a specialist comes before a profile of many narratives, whatever their ranks', () => {
    const kols = [dogs('broad', { rank: 1, narratives: ['dogs', 'art', 'music', 'food'] }), dogs('narrow', { rank: 2 })]
    expect(handles(kols)).toEqual(['narrow', 'broad'])
  })

  test('a profile is found by what its name says when its tags leave it out', () => {
    const kols = [makeKol({ handle: 'a', narratives: ['art'] }), makeKol({ handle: 'b', displayName: 'Kennel Wire', narratives: ['art'] })]
    expect(handles(kols)).toEqual(['b'])
  })

  test('a word that is part of a name makes nobody fit, and a whole alias does', () => {
    const kols = [
      makeKol({ handle: 'first', rank: 1 }),
      makeKol({ handle: 'half', rank: 2, displayName: 'Biscuit Harbor' }),
      makeKol({ handle: 'whole', rank: 3, aliases: ['Harbor'] }),
    ]
    expect(handles(kols, { name: 'Iron Harbor', ticker: 'IRNH' })).toEqual(['whole'])
    expect(handles(kols.slice(0, 2), { name: 'Iron Harbor', ticker: 'IRNH', seats: 1 })).toEqual([])
    expect(handles(kols.slice(0, 2), { name: 'Iron Harbor', ticker: 'IRNH', seats: 1, fallback: 'rank' })).toEqual(['first'])
  })

  test('reasons are words with the figures behind them', () => {
    const { hires, narratives, terms } = hire([dogs('a', { roles: ['chart', 'raid'] }), makeKol({ handle: 'b', narratives: ['art'] })])
    expect(hires[0]!.reasons).toEqual([
      expect.stringMatching(/^matches narrative dogs through 'doge' in the name \(weight \d+\.\d\)$/),
      'takes the role chart out of chart, raid',
    ])
    expect(terms).toEqual([{ term: 'doge', field: 'name', weight: 3.625 }])
    expect(narratives).toEqual([{ narrative: 'dogs', weight: 3.625, through: ['doge'] }])
  })
})

describe('rules 1.3: a crew is a set and not the best one by one', () => {
  test('roles are spread before ranks', () => {
    const kols = ['a', 'b', 'c'].map((handle, at) => dogs(handle, { rank: at + 1, roles: ['caller'] }))
    const { hires } = hire([...kols, dogs('d', { rank: 4, roles: ['dev'] })], { seats: 2 })
    expect(hires.map(({ handle, role }) => [handle, role])).toEqual([
      ['a', 'caller'],
      ['d', 'dev'],
    ])
  })

  test('each narrative of the coin gets somebody', () => {
    const many = Array.from({ length: 9 }, (_, at) => dogs(`dog${at}`, { rank: at + 1 }))
    const kols = [...many, ...[0, 1].map((at) => makeKol({ handle: `cat${at}`, rank: 50 + at, narratives: ['cats'] }))]
    const hired = handles(kols, { name: 'Dog Cat', ticker: 'DGCT', seats: 4 })
    expect(hired.some((handle) => handle.startsWith('dog'))).toBe(true)
    expect(hired.some((handle) => handle.startsWith('cat'))).toBe(true)
  })

  test('known correlation gives way to an independent profile, and is named when it cannot', () => {
    const pair = [dogs('a', { rank: 1, correlated: ['B'] }), dogs('b', { rank: 2 })]
    expect(handles([...pair, dogs('c', { rank: 3 })], { seats: 2 })).toEqual(['a', 'c'])
    expect(hire(pair, { seats: 2 }).hires[1]!.reasons).toContain('known to act together with @a, who is in this crew too')
  })

  test('relevance comes before correlation: somebody else is not better for being alone', () => {
    const kols = [dogs('a', { rank: 1, correlated: ['b'] }), dogs('b', { rank: 2 }), makeKol({ handle: 'c', rank: 3, narratives: ['art'] })]
    expect(handles(kols, { description: 'art', seats: 2 })).toEqual(['a', 'b'])
  })

  test('one wallet is hired once, by its better rank', () => {
    const kols = [
      dogs('worse', { rank: 9, wallet: 'W' as Wallet }),
      dogs('better', { rank: 3, wallet: 'W' as Wallet }),
      dogs('other', { rank: 20 }),
    ]
    expect(handles(kols)).toEqual(['better', 'other'])
  })

  test('of two profiles with one wallet the one that fits is hired', () => {
    const kols = [
      makeKol({ handle: 'better', rank: 1, wallet: 'W' as Wallet, narratives: ['art'] }),
      dogs('fits', { rank: 50, wallet: 'W' as Wallet }),
    ]
    expect(handles(kols)).toEqual(['fits'])
  })

  test('decision "Autohire excludes": excluded wallets are never hired, and leave no trace in the next match', () => {
    const index = buildKolIndex([dogs('a', { rank: 1 }), dogs('b', { rank: 2 })])
    const crew = (excludeWallets: string[]) =>
      matchCrew(index, coin({ excludeWallets: excludeWallets as Wallet[] })).crew.map(({ handle }) => handle)
    expect(crew(['wallet-of-a'])).toEqual(['b'])
    expect(crew([])).toEqual(['a', 'b'])
    expect(crew(['wallet-of-a', 'wallet-of-b', 'unknown'])).toEqual([])
    expect(crew([])).toEqual(['a', 'b'])
  })

  test('whoever opted out is not there', () => {
    expect(handles([dogs('a', { optedOut: true }), dogs('b')])).toEqual(['b'])
  })

  test('equals are ordered by rank, then by handle', () => {
    const kols = [dogs('Zed', { rank: 5 }), dogs('amy', { rank: 5 }), dogs('bob', { rank: 4 })]
    expect(handles(kols)).toEqual(['bob', 'amy', 'Zed'])
  })

  test.each([1, 2, 3, 4, 5, 6, 7, 8])('%d shares total 100 and differ by one at most', (count) => {
    const shares = equalShares(count)
    expect(shares.reduce((sum, share) => sum + share, 0)).toBe(100)
    expect(Math.max(...shares) - Math.min(...shares)).toBeLessThanOrEqual(1)
    expect(shares).toEqual(shares.toSorted((a, b) => b - a))
  })
})

describe('rules 1.3: what fits nobody hires nobody, and what is no coin is refused', () => {
  test('too few fitting profiles: fewer are hired, their shares total 100, and a warning says so', () => {
    const { hires, seats, warnings } = hire([dogs('a'), dogs('b'), dogs('c'), makeKol({ handle: 'd', narratives: ['art'] })], { seats: 8 })
    expect(hires.map(({ share }) => share)).toEqual([34, 33, 33])
    expect(seats).toBe(8)
    expect(warnings).toEqual(['Only 3 of 8 seats are filled: no more profiles fit this coin.'])
  })

  test('nothing fits: nobody is hired', () => {
    expect(hire(sampleKols, { name: 'Zorblax', ticker: 'ZBX', seats: 5 })).toMatchObject({
      hires: [],
      crew: [],
      warnings: ['Nobody is hired: no profile speaks of the words of this coin.'],
    })
  })

  test('nothing fits and the fallback is asked for: generalists by rank, said in a warning and in their reasons', () => {
    const { hires, warnings } = hire(sampleKols, { name: 'Zorblax', ticker: 'ZBX', seats: 5, fallback: 'rank' })
    expect(hires).toHaveLength(5)
    expect(hires[0]).toMatchObject({ rank: 1, score: 0 })
    expect(hires[0]!.reasons[0]).toMatch(/^no profile speaks of this coin's words; a generalist by directory rank 1 with [\d,]+ followers$/)
    expect(warnings).toEqual([
      'No profile speaks of the words of this coin: the crew is generalists, picked by directory rank as fallback asks for.',
    ])
  })

  test('an empty directory hires nobody and says so', () => {
    expect(hire([])).toMatchObject({ hires: [], crew: [], warnings: ['The directory holds nobody who can be hired.'] })
  })

  test.each(['', '   ', '\t\n', '\u200b\u200d\ufeff', '\u0301'])('refuses three texts without a visible character: %j', (blank) => {
    const match = () => hire(sampleKols, { name: blank, ticker: '', description: blank })
    expect(match).toThrow(AppError)
    expect(match).toThrow(expect.objectContaining({ code: 'autohire_texts_required' }))
  })

  test.each([0, 9, -1, 2.5, Number.NaN, Number.POSITIVE_INFINITY])('refuses %d seats', (seats) => {
    expect(() => hire(sampleKols, { seats })).toThrow(
      expect.objectContaining({ code: 'autohire_seats_invalid', context: { seats, min: 1, max: 8 } }),
    )
  })

  test.each([
    'a'.repeat(1_000_000),
    'dog'.repeat(300_000),
    'dogcatai'.repeat(3),
    'aA'.repeat(400_000),
    '🐶'.repeat(300_000),
    '狗'.repeat(300_000),
    '\ufdfa'.repeat(300_000),
    'e\u0301'.repeat(300_000),
    '__proto__ constructor toString hasOwnProperty',
    '\ud800\udc00\ud800',
    'no '.repeat(200_000),
  ])('survives hostile text', (text) => {
    const { hires } = hire(sampleKols, { name: text, ticker: text, description: text, seats: 8, fallback: 'rank' })
    expect(hires.length).toBeGreaterThan(0)
  })
})
