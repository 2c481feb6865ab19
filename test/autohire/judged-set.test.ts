import { describe, expect, test } from 'bun:test'
import { sampleKols } from '../support/sample-kols.ts'
import { createBm25Ranker, createSubstringRanker } from './baselines.ts'
import { createMatchRanker, evaluate } from './evaluate.ts'
import { isHeldOut, judge, judgedCoins } from './judge.ts'

const matcher = createMatchRanker(sampleKols)
const baselines = [
  ['substring counting', createSubstringRanker(sampleKols), 0.05],
  ['BM25', createBm25Ranker(sampleKols), 0.05],
  ['BM25 with synonyms', createBm25Ranker(sampleKols, { synonyms: true }), 0.03],
] as const
const sets = [
  ['tuned on', judgedCoins.filter((_, at) => !isHeldOut(at))],
  ['held out', judgedCoins.filter((_, at) => isHeldOut(at))],
] as const

describe('the matcher beats the baselines on the judged set', () => {
  test('there are at least 60 coins, and each has five sensible profiles or more', () => {
    expect(judgedCoins.length).toBeGreaterThanOrEqual(60)
    const poor = judgedCoins.filter((coin) => sampleKols.filter((kol) => judge(coin, kol) > 0).length < 5)
    expect(poor).toEqual([])
  })

  for (const [set, coins] of sets) {
    test.each([...baselines])(`nDCG@5 on the coins ${set}: %s is clearly worse`, (_name, baseline, margin) => {
      expect(evaluate(matcher, coins, sampleKols).ndcgAt5).toBeGreaterThan(evaluate(baseline, coins, sampleKols).ndcgAt5 + margin)
    })
    test(`on the coins ${set}, 95 of 100 hires are sensible and their order is nine tenths of the best`, () => {
      const { precisionAt5, ndcgAt5 } = evaluate(matcher, coins, sampleKols)
      expect(precisionAt5).toBeGreaterThan(0.95)
      expect(ndcgAt5).toBeGreaterThan(0.9)
    })
  }
})
