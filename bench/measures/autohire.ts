import type { Wallet } from '../../src/domain/brands.ts'
import type { KolImport } from '../../src/domain/kols/kol.ts'
import { buildKolIndex } from '../../src/domain/matching/build-kol-index.ts'
import { matchCrew } from '../../src/domain/matching/match-crew.ts'
import { narratives } from '../../src/domain/matching/narratives.ts'
import { judgedCoins } from '../../test/autohire/judge.ts'
import { sampleKols } from '../../test/support/sample-kols.ts'
import { createSeededRandom } from '../../test/support/seeded-random.ts'
import type { Figure } from '../figure.ts'
import type { Measure } from '../measure.ts'
import { percentile } from '../statistics.ts'

const SEED = 7
const MATCHES = 2_000
const WARM_UP = 400

/**
 * Times single matches of the judged coins, eight seats each, over directories grown from the sample to
 * 10,000 and 100,000 profiles. Building the index is not counted: that happens once per directory version. A busy machine
 * adds to the time that passes, and not to the processor time.
 */
const run = async (): Promise<Figure[]> => [...figuresOf(10_000, { median: 1, p99: 3 }), ...figuresOf(100_000, { median: 10, p99: 10 })]

function figuresOf(profiles: number, budgets: { readonly median: number; readonly p99: number }): Figure[] {
  const { passedMs, spentMs } = timeMatches(profiles)
  const figure = (what: string, timesMs: readonly number[], share: number, most: number): Figure => ({
    measure: `autohire, ${profiles.toLocaleString('en')} profiles`,
    what,
    unit: 'ms',
    better: 'lower',
    ours: [percentile(timesMs, share)],
    budget: { most },
  })
  return [
    figure('p50', passedMs, 0.5, budgets.median),
    figure('p99', passedMs, 0.99, budgets.p99),
    figure('CPU, p99', spentMs, 0.99, budgets.p99),
  ]
}

function timeMatches(profiles: number): { passedMs: number[]; spentMs: number[] } {
  const index = buildKolIndex(growDirectory(profiles))
  const [passedMs, spentMs]: [number[], number[]] = [[], []]
  for (let run = -WARM_UP; run < MATCHES; run += 1) {
    const { name, ticker, description } = judgedCoins[(run + WARM_UP) % judgedCoins.length]!
    const startMs = performance.now()
    const before = process.cpuUsage()
    matchCrew(index, { name, ticker, description, seats: 8 })
    const { user, system } = process.cpuUsage(before)
    if (run < 0) continue
    passedMs.push(performance.now() - startMs)
    spentMs.push((user + system) / 1_000)
  }
  return { passedMs, spentMs }
}

/** The sample over and over, each copy with its own handle and wallet and one narrative more. */
function growDirectory(profiles: number): KolImport[] {
  const random = createSeededRandom(SEED)
  return Array.from({ length: profiles }, (_, at) => {
    const kol = sampleKols[at % sampleKols.length]!
    const extra = random.pick(narratives).id
    return {
      ...kol,
      rank: at + 1,
      handle: `${kol.handle}_${at}`,
      wallet: `${kol.wallet}${at}` as Wallet,
      narratives: [...new Set([...kol.narratives, extra])],
      optedOut: false,
    }
  })
}

/** Matching, in this process. */
export const autohire: Measure = { name: 'autohire', about: 'single matches over 10,000 and 100,000 profiles', inside: true, run }
