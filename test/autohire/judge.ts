import { parseCsv } from '../../src/lib/csv.ts'
import type { Kol } from '../../src/domain/kols/kol.ts'
import { narrativePalettes } from '../../scripts/sample/narrative-palette.ts'
import text from './judged-set.csv' with { type: 'text' }

/**
 * A coin and what a person hiring for it wrote down before looking at any result: the narratives the coin is about (`core`),
 * those that would be welcome besides (`also`), and words of a profile's name that would catch the eye (`names`).
 */
export type JudgedCoin = {
  readonly name: string
  readonly ticker: string
  readonly description: string
  readonly core: readonly string[]
  readonly also: readonly string[]
  readonly names: readonly string[]
}

/** How well a profile suits a coin: 2 is an obvious pick, 1 a sensible one, 0 neither. */
export type Grade = 0 | 1 | 2

/** The judged coins. Judgments were written before the matcher and its synonyms, by the same person, and have not changed since. */
export const judgedCoins: readonly JudgedCoin[] = parseCsv(text)
  .slice(1)
  .map(({ fields: [name, ticker, description, core, also, names] }) => ({
    name: name!,
    ticker: ticker!,
    description: description!,
    core: core!.split('|'),
    also: also!.split('|').filter(Boolean),
    names: names!.split(' ').filter(Boolean),
  }))

/** Every third coin: never looked at while the matcher's weights are chosen. */
export const isHeldOut = (at: number): boolean => at % 3 === 2

// What a reader takes from a profile's name, by narrative: the words the invented names were made of.
const readingOf = new Map(narrativePalettes.map(({ id, flavours }) => [id, new Set(flavours.map((word) => word.toLowerCase()))]))

/**
 * The grade of a profile by reading it, without the matcher or its word lists. Tags and names are read as they stand.
 * Obvious: tagged with a core narrative, carries every core narrative, and (for a coin of one subject) is either a
 * specialist of at most two narratives, carries one that is welcome besides, or has an eye-catching name.
 * Sensible: carries any core narrative, by tag or by name.
 */
export function judge(coin: JudgedCoin, kol: Pick<Kol, 'displayName' | 'aliases' | 'narratives'>): Grade {
  const nameWords = [kol.displayName, ...kol.aliases]
    .join(' ')
    .toLowerCase()
    .split(/[\s\d]+/)
  const carries = (narrative: string) => kol.narratives.includes(narrative) || nameWords.some((word) => readingOf.get(narrative)?.has(word))
  const fits = coin.core.filter(carries)
  if (fits.length === 0) return 0
  const tagged = coin.core.some((narrative) => kol.narratives.includes(narrative))
  const focused = kol.narratives.length <= 2 || coin.also.some(carries) || nameWords.some((word) => coin.names.includes(word))
  return tagged && fits.length === coin.core.length && (coin.core.length > 1 || focused) ? 2 : 1
}
