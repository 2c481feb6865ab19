import { expect, test } from 'bun:test'
import type { Wallet } from '../../../src/domain/brands.ts'
import { buildKolIndex, type MatchableKol } from '../../../src/domain/matching/build-kol-index.ts'
import { matchCrew } from '../../../src/domain/matching/match-crew.ts'
import { narratives } from '../../../src/domain/matching/narratives.ts'
import { HIRE_ROLES } from '../../../src/domain/crew/crew.ts'
import { createSeededRandom, type SeededRandom } from '../../support/seeded-random.ts'

const vocabulary = [...narratives.flatMap(({ strong, weak }) => `${strong}, ${weak}`.split(',')), 'zorblax', 'not', 'Harbor', '!!', 'the']

const randomText = (random: SeededRandom, words: number) =>
  Array.from({ length: 1 + random.below(words) }, () => random.pick(vocabulary).trim()).join(random.pick([' ', '', '-', '\n']))

/** A small directory full of collisions: few ranks, few wallets, many links. */
function randomDirectory(random: SeededRandom): MatchableKol[] {
  return Array.from({ length: random.below(40) }, (_, at) => ({
    rank: 1 + random.below(12),
    handle: `kol_${at}`,
    displayName: randomText(random, 2),
    aliases: random.fraction() < 0.3 ? [randomText(random, 1)] : [],
    wallet: `wallet${random.below(30)}` as Wallet,
    evmWallet: null,
    followers: random.below(1_000_000),
    narratives: Array.from({ length: random.below(4) }, () => random.pick(narratives).id),
    roles: HIRE_ROLES.filter(() => random.fraction() < 0.3),
    correlated: Array.from({ length: random.below(3) }, () => `KOL_${random.below(40)}`),
    verified: false,
    optedOut: random.fraction() < 0.1,
  }))
}

test('rules 1.3: the rules of a crew hold for any directory and coin, whatever the order of the directory', () => {
  const random = createSeededRandom(6)
  for (let run = 0; run < 100; run += 1) {
    const directory = randomDirectory(random)
    const excludeWallets = [`wallet${random.below(30)}` as Wallet, `wallet${random.below(30)}` as Wallet]
    const request = { name: randomText(random, 3), ticker: randomText(random, 1), description: randomText(random, 12), excludeWallets }
    const seats = 1 + random.below(8)
    const index = buildKolIndex(directory)
    const match = matchCrew(index, { ...request, seats })

    expect(matchCrew(index, { ...request, seats })).toEqual(match)
    expect(matchCrew(buildKolIndex(random.shuffle(directory)), { ...request, seats })).toEqual(match)
    expect(index.scratch.scores.every((score) => score === 0)).toBe(true)

    const wallets = match.hires.map(({ wallet }) => wallet)
    expect(new Set(wallets).size).toBe(wallets.length)
    expect(wallets.filter((wallet) => excludeWallets.includes(wallet))).toEqual([])
    expect(match.hires.filter(({ handle }) => directory.find((kol) => kol.handle === handle)!.optedOut)).toEqual([])
    expect(wallets.length).toBeLessThanOrEqual(seats)
    expect(match.hires.reduce((sum, { share }) => sum + share, 0)).toBe(wallets.length > 0 ? 100 : 0)
    expect(match.warnings.length > 0).toBe(wallets.length < seats || match.hires.some(({ score }) => score === 0))
    for (const { handle, role, reasons } of match.hires) {
      const { roles } = directory.find((kol) => kol.handle === handle)!
      expect(roles.length > 0 ? roles : ['kol']).toContain(role)
      expect(reasons.length).toBeGreaterThanOrEqual(2)
    }
    expect(match.crew).toEqual(match.hires.map(({ handle, wallet, share, role }) => ({ handle, wallet, share, hireRole: role })))
  }
})
