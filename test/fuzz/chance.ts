import { createSeededRandom, type SeededRandom } from '../support/seeded-random.ts'

/** Seeded chance with the words that a grammar needs. */
export interface Chance extends SeededRandom {
  /** True with this probability. */
  happens(probability: number): boolean
  /** A whole number, both ends included. */
  between(least: number, most: number): number
}

export function createChance(seed: number): Chance {
  const random = createSeededRandom(seed)
  return {
    ...random,
    happens: (probability) => random.fraction() < probability,
    between: (least, most) => least + random.below(most - least + 1),
  }
}

/** A hundred percent in so many whole parts of at least one. */
export function sharesOf(chance: Chance, parts: number): number[] {
  const shares = Array<number>(parts).fill(1)
  for (let left = 100 - parts; left > 0;) {
    const part = chance.happens(0.3) ? left : chance.between(1, left)
    shares[chance.below(parts)]! += part
    left -= part
  }
  return shares
}
