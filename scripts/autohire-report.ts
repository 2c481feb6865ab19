import { createBm25Ranker, createSubstringRanker, type Ranker } from '../test/autohire/baselines.ts'
import { createMatchRanker, evaluate, evaluateCoin } from '../test/autohire/evaluate.ts'
import { isHeldOut, judgedCoins } from '../test/autohire/judge.ts'
import { sampleKols } from '../test/support/sample-kols.ts'

const rankers: readonly (readonly [string, Ranker])[] = [
  ['matcher', createMatchRanker(sampleKols)],
  ['substring counting', createSubstringRanker(sampleKols)],
  ['BM25', createBm25Ranker(sampleKols)],
  ['BM25 with synonyms', createBm25Ranker(sampleKols, { synonyms: true })],
]
const sets = [
  ['tuned on', judgedCoins.filter((_, at) => !isHeldOut(at))],
  ['held out', judgedCoins.filter((_, at) => isHeldOut(at))],
  ['all', judgedCoins],
] as const

console.log(
  `${judgedCoins.length} judged coins over ${sampleKols.length} invented profiles; P@5 = precision at 5, nDCG@5 with grades 0 to 2\n`,
)
console.log(['', ...sets.map(([name, coins]) => `${name} (${coins.length})`)].map((cell) => cell.padEnd(22)).join(''))
for (const [name, ranker] of rankers) {
  const cells = sets.map(([, coins]) => {
    const { precisionAt5, ndcgAt5 } = evaluate(ranker, coins, sampleKols)
    return `P ${precisionAt5.toFixed(3)}  n ${ndcgAt5.toFixed(3)}`
  })
  console.log(
    [name, ...cells]
      .map((cell) => cell.padEnd(22))
      .join('')
      .trimEnd(),
  )
}

// With --coins: one line for each coin the weights may be tuned on. The held-out ones stay unread.
if (process.argv.includes('--coins')) {
  console.log()
  for (const coin of sets[0][1]) {
    const figures = rankers.map(([, ranker]) => evaluateCoin(ranker, coin, sampleKols).ndcgAt5.toFixed(2))
    console.log(coin.name.padEnd(22) + figures.join('  '))
  }
}
