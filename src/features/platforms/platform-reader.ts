import { atomicUnits, bps, type Wallet } from '../../domain/brands.ts'
import { LIMITS } from '../../domain/limits.ts'
import { sha256Hex, toBase58 } from '../../lib/bytes.ts'
import { remembered } from '../../lib/remembered.ts'
import type { Deps } from '../../ports/deps.ts'
import type { CoinPlan } from '../../ports/launchpad/coin.ts'
import type { LaunchpadFacts } from '../../ports/launchpad/facts.ts'
import type { LaunchCost } from '../../ports/launchpad/launching.ts'
import type { Launchpad } from '../../ports/launchpad/launchpad.ts'
import { programWarnings } from '../programs/check-programs.ts'

/** How long a price counts as new. */
const KEPT_MS = 60_000
/** Of a usual split: five of a crew, the agent and the treasury. */
export const QUOTED_WALLETS = 7

type QuoteDeps = Pick<Deps, 'launchpads' | 'metadata' | 'clock' | 'ids' | 'policy' | 'storage'>

/** What a launch costs, and what stands in its way today. */
type Quoted = LaunchCost & { readonly warnings: readonly string[] }

/** A launchpad with the price of a launch there; `quoted` is null where it is not enabled. */
export interface PlatformReading {
  readonly facts: LaunchpadFacts
  readonly reason: string | null
  readonly wallets: number
  readonly quoted: Quoted | null
}

/**
 * Reads a launchpad with what a launch costs now for a split of `asked` wallets, or of as many as it takes. The chain is asked at
 * most once a minute for each launchpad and number of wallets, however many ask: so many prices are kept, and no more. What failed is
 * asked again by the next.
 */
export function createPlatformReader(deps: QuoteDeps) {
  const quoteOf = createQuotes(deps)
  return async (id: string, asked: number): Promise<PlatformReading> => {
    const facts = deps.launchpads.facts(id)
    const wallets = Math.min(asked, facts.shareholdersMax)
    const reason = deps.launchpads.disabled.find((disabled) => disabled.facts.id === id)?.reason ?? null
    return { facts, reason, wallets, quoted: reason === null ? await quoteOf(id, wallets) : null }
  }
}

function createQuotes(deps: QuoteDeps) {
  const { launchpads, metadata, clock } = deps
  const recent = remembered<Quoted>(clock, { keptMs: KEPT_MS, max: 500 })
  return (id: string, wallets: number): Promise<Quoted> =>
    recent(`${id} ${wallets}`, async () => {
      const launchpad = await launchpads.get(id)
      const [cost, warnings] = await Promise.all([
        launchpad.estimateLaunch(samplePlan(launchpad, metadata.sample, wallets), null),
        programWarnings(deps, id),
      ])
      return { ...cost, warnings }
    })
}

/** A coin with texts as long as they may be, no first buy, and a split of equal parts among wallets that nobody has. */
function samplePlan(launchpad: Launchpad, { uri, imageUri }: Deps['metadata']['sample'], wallets: number): CoinPlan {
  const partBps = Math.floor(10_000 / wallets)
  const shareholders = Array.from({ length: wallets }, (_, index) => ({
    wallet: sampleWallet(launchpad, index),
    bps: bps(index === 0 ? 10_000 - partBps * (wallets - 1) : partBps),
  }))
  return {
    name: 'N'.repeat(LIMITS.nameMax),
    ticker: 'T'.repeat(LIMITS.tickerMax),
    metadataUri: uri,
    imageUri,
    initialBuyAtomic: atomicUnits(0),
    shareholders,
    atomicRequired: false,
  }
}

/** An address of the launchpad's own kind that follows from a number. @throws Error where it knows neither kind */
function sampleWallet(launchpad: Launchpad, index: number): Wallet {
  const hash = sha256Hex(`sample wallet ${index}`)
  const forms = [toBase58(Buffer.from(hash, 'hex')), `0x${hash.slice(0, 40)}`]
  const wallet = forms.find((form) => launchpad.isWallet(form))
  if (wallet === undefined) throw new Error(`${launchpad.facts.id} has wallets of a kind that nobody told of`)
  return launchpad.canonicalWallet(wallet)
}
