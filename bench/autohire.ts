import type { Wallet } from '../src/domain/brands.ts'
import type { KolImport } from '../src/domain/kol.ts'
import { buildKolIndex } from '../src/domain/matching/build-kol-index.ts'
import { matchCrew } from '../src/domain/matching/match-crew.ts'
import { narratives } from '../src/domain/matching/narratives.ts'
import { judgedCoins } from '../test/autohire/judge.ts'
import { sampleKols } from '../test/support/sample-kols.ts'
import { createSeededRandom } from '../test/support/seeded-random.ts'
import { median, p99 } from './figure.ts'

/** One measured figure beside its budget. */
export type BenchFigure = { readonly name: string; readonly figure: number; readonly unit: string; readonly budget: number }

const SEED = 7
const MATCHES = 2_000
const WARM_UP = 400

/**
 * Times single matches of the judged coins, eight seats each, over directories grown from the sample to
 * 10,000 and 100,000 profiles. Building the index is not counted: that happens once per directory version. A busy machine
 * adds to the time that passes, and not to the processor time.
 */
export async function benchAutohire(): Promise<BenchFigure[]> {
  const small = timeMatches(10_000)
  const large = timeMatches(100_000)
  return [
    { name: 'autohire, 10,000 profiles, median', figure: small.median, unit: 'ms', budget: 1 },
    { name: 'autohire, 10,000 profiles, p99', figure: small.p99, unit: 'ms', budget: 3 },
    { name: 'autohire, 10,000 profiles, p99 of CPU', figure: small.p99Cpu, unit: 'ms', budget: 3 },
    { name: 'autohire, 100,000 profiles, median', figure: large.median, unit: 'ms', budget: 10 },
    { name: 'autohire, 100,000 profiles, p99', figure: large.p99, unit: 'ms', budget: 10 },
    { name: 'autohire, 100,000 profiles, p99 of CPU', figure: large.p99Cpu, unit: 'ms', budget: 10 },
  ]
}

function timeMatches(profiles: number): { median: number; p99: number; p99Cpu: number } {
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
  return { median: median(passedMs), p99: p99(passedMs), p99Cpu: p99(spentMs) }
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

if (import.meta.main) console.table(await benchAutohire())
