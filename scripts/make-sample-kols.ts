import type { KolImport } from '../src/domain/kols/kol.ts'
import { exportKols } from '../src/domain/kols/kol-export.ts'
import { createSeededRandom, type SeededRandom } from '../test/support/seeded-random.ts'
import { makeSampleProfile, type SampleProfile } from './sample/make-sample-profile.ts'

const SEED = 20_261_121
const PROFILES = 300
const CORRELATED_GROUPS = 9
const SHARED_WALLETS = 5
const TARGET = new URL('../src/adapters/sample/kols.csv', import.meta.url)

const random = createSeededRandom(SEED)
const profiles = Array.from({ length: PROFILES }, (_, at) => makeSampleProfile(random, at + 1))
await Bun.write(TARGET, exportKols(rankByReach(random, shareWallets(random, correlate(random, profiles)))))

/** Groups of three or four profiles with one lead, each naming the others. */
function correlate(random: SeededRandom, profiles: readonly SampleProfile[]): SampleProfile[] {
  const result = [...profiles]
  for (const lead of ['ai', 'dogs', 'memes', 'trading', 'cats', 'defi', 'gaming', 'frogs', 'space'].slice(0, CORRELATED_GROUPS)) {
    const members = random.shuffle(profiles.filter((profile) => profile.lead === lead)).slice(0, 3 + random.below(2))
    const handles = members.map(({ handle }) => handle)
    for (const { handle } of members) {
      const at = result.findIndex((profile) => profile.handle === handle)
      result[at] = { ...result[at]!, correlated: handles.filter((other) => other !== handle) }
    }
  }
  return result
}

/** Pairs in which a second handle is paid into the first one's wallet. */
function shareWallets(random: SeededRandom, profiles: readonly SampleProfile[]): SampleProfile[] {
  const result = [...profiles]
  const pool = random.shuffle(profiles.map((_, at) => at))
  for (let pair = 0; pair < SHARED_WALLETS; pair += 1) {
    const [kept, second] = [pool[2 * pair]!, pool[2 * pair + 1]!]
    result[second] = { ...result[second]!, wallet: result[kept]!.wallet, evmWallet: result[kept]!.evmWallet }
  }
  return result
}

/** Rank 1 reaches the most people; luck moves each a little, as an operator's own list would. */
function rankByReach(random: SeededRandom, profiles: readonly SampleProfile[]): KolImport[] {
  const reach = new Map(profiles.map(({ handle, followers }) => [handle, followers * (0.6 + random.fraction() * 0.8)]))
  return profiles
    .toSorted((a, b) => reach.get(b.handle)! - reach.get(a.handle)!)
    .map(({ lead: _lead, ...profile }, at) => ({ ...profile, rank: at + 1 }))
}
