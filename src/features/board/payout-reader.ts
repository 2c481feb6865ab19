import { type AtomicUnits, atomicUnits, type Mint, type UnixMs } from '../../domain/brands.ts'
import type { Coin } from '../../domain/coin.ts'
import { OWN_LIMITS } from '../../domain/limits/own-limits.ts'
import { createChainFigures, type Figure, type FigureDeps } from './chain-figures.ts'

/** What a coin's split is to be paid next. */
export interface NextPayout {
  readonly waitingAtomic: AtomicUnits
  /** From so much on the service pays for the payout. */
  readonly leastAtomic: AtomicUnits
  /** When the service pays out next; null where it does not pay, or not as much as waits now. */
  readonly nextAtMs: UnixMs | null
}

/** Reads what waits for the split of a locked coin. Null where nothing can be paid, or the chain does not answer. */
export type PayoutReader = (coin: Coin) => Promise<Figure<NextPayout> | null>

/** The name of the job that pays. */
const CRANK = 'crank'
const WAITING = { keptMs: 10_000, readsMax: 20 }

/** A reader that asks the chains at a pace of its own, however often it is asked. */
export function createPayoutReader(deps: FigureDeps & { readonly crankPayers: Readonly<Record<string, unknown>> }): PayoutReader {
  const { storage, launchpads, clock, crankPayers } = deps
  const waiting = createChainFigures<AtomicUnits>(deps, {
    ...WAITING,
    async read(platform, mints) {
      const read = (await (await launchpads.get(platform)).feeShare?.readAccrued(mints)) ?? []
      // Whoever looks is told when it is paid next: the pass of then reads it, however long nobody traded.
      await storage.coinPasses.lookNow(mints, clock.nowMs())
      return read.flatMap((accrued) => (accrued ? [[accrued.mint, accrued.accruedAtomic] as const] : []))
    },
  })
  const nextRunAtMs = async (mint: Mint, waitingAtomic: AtomicUnits): Promise<UnixMs | null> => {
    const [run, wait] = await Promise.all([storage.scheduledRuns.find(CRANK), storage.coinPasses.findWait(mint)])
    const isHeld = wait !== null && wait.untilMs > clock.nowMs() && waitingAtomic < wait.fromAtomic
    return isHeld || !run?.nextRunAtMs || run.nextRunAtMs < clock.nowMs() ? null : run.nextRunAtMs
  }
  return async ({ mint, platform, feeShareLocked, feesRedirected }) => {
    if (!feeShareLocked || feesRedirected) return null
    const found = (await waiting.read([mint])).get(mint)
    if (!found) return null
    const { chainId, operations, transactionFeeAtomic } = launchpads.facts(platform)
    const leastAtomic = atomicUnits(BigInt(OWN_LIMITS.crankWorthTimes) * transactionFeeAtomic)
    const pays = operations.includes(CRANK) && crankPayers[chainId] !== undefined && found.value >= leastAtomic
    const nextAtMs = pays ? await nextRunAtMs(mint, found.value) : null
    return { value: { waitingAtomic: found.value, leastAtomic, nextAtMs }, readAtMs: found.readAtMs }
  }
}
