import type { Kol } from '../../src/domain/kols/kol.ts'
import { buildKolIndex } from '../../src/domain/matching/build-kol-index.ts'
import { matchCrew } from '../../src/domain/matching/match-crew.ts'
import type { Ranker } from './baselines.ts'
import { type Grade, type JudgedCoin, judge } from './judge.ts'

/** Averages over coins: the share of the five hired that suit the coin, and how near their order is to the best possible one. */
export type Quality = { readonly precisionAt5: number; readonly ndcgAt5: number }

const HIRED = 5

/** The matcher as a ranker: the crew of five in the order in which it was picked, spread and all. */
export function createMatchRanker(kols: readonly Kol[]): Ranker {
  const index = buildKolIndex(kols)
  return ({ name, ticker, description }) => matchCrew(index, { name, ticker, description, seats: HIRED }).hires.map(({ handle }) => handle)
}

/** How well a ranker does on the coins. A seat left empty counts as a bad pick. */
export function evaluate(rank: Ranker, coins: readonly JudgedCoin[], kols: readonly Kol[]): Quality {
  const results = coins.map((coin) => evaluateCoin(rank, coin, kols))
  const average = (of: (quality: Quality) => number) => results.reduce((sum, result) => sum + of(result), 0) / results.length
  return { precisionAt5: average(({ precisionAt5 }) => precisionAt5), ndcgAt5: average(({ ndcgAt5 }) => ndcgAt5) }
}

/** The same for one coin. Gains are 3 for an obvious pick and 1 for a sensible one, discounted by log2 of the place. */
export function evaluateCoin(rank: Ranker, coin: JudgedCoin, kols: readonly Kol[]): Quality {
  const grades = new Map(kols.map((kol) => [kol.handle, judge(coin, kol)]))
  const hired = rank(coin).map((handle) => grades.get(handle) ?? 0)
  const ideal = [...grades.values()].toSorted((a, b) => b - a).slice(0, HIRED)
  return { precisionAt5: hired.filter((grade) => grade > 0).length / HIRED, ndcgAt5: gain(hired) / gain(ideal) }
}

const gain = (grades: readonly Grade[]) => grades.reduce<number>((sum, grade, at) => sum + (2 ** grade - 1) / Math.log2(at + 2), 0)
