import type { Mint, UnixMs } from '../../domain/brands.ts'
import type { Deps } from '../../ports/deps.ts'

/** What a chain said of a coin, and when it was asked. */
export interface Figure<Value> {
  readonly value: Value
  readonly readAtMs: UnixMs
}

/** What the chains said of coins. */
export interface ChainFigures<Value> {
  /** Of these coins, from the chain where what was read before is no longer new. */
  read(mints: readonly Mint[]): Promise<ReadonlyMap<Mint, Figure<Value>>>
  /** Of one coin, as it was read for whoever asked before; no chain is asked. */
  known(mint: Mint): Figure<Value> | null
}

interface FigureOptions<Value> {
  /** How long what was read counts as new. */
  readonly keptMs: number
  /** Most reads begun in that time. */
  readonly readsMax: number
  /** Most coins whose value is kept. */
  readonly coinsMax?: number
  /** Reads coins of one launchpad; those left out have no such value. `last` is what was read of one before, if anything. May throw. */
  readonly read: (
    platform: string,
    mints: readonly Mint[],
    last: (mint: Mint) => Value | null,
  ) => Promise<readonly (readonly [Mint, Value])[]>
}

/** What the readers of figures need. */
export type FigureDeps = Pick<Deps, 'storage' | 'launchpads' | 'clock' | 'log'>

interface Kept<Value> extends Figure<Value | null> {
  /** Nobody has traded the coin since, as far as trades are at hand. */
  readonly isUntraded: () => boolean
}

const COINS_MAX = 2_000
/** An older value is shown to nobody. */
const SHOWN_MS = 10 * 60_000

/**
 * What the chains say of coins, for display. Coins that were launched here are read in batches, each once in `keptMs`, and never more
 * often than `readsMax` says, however many ask: a coin that cannot be read now has its last value for ten minutes, and no other coin is
 * ever asked for. Where trades are at hand a coin is read again as soon as it was traded.
 */
export function createChainFigures<Value>(
  { storage, launchpads, clock, log }: FigureDeps,
  { keptMs, readsMax, coinsMax = COINS_MAX, read }: FigureOptions<Value>,
): ChainFigures<Value> {
  /** With a value of null for a coin that has none. */
  const kept = new Map<Mint, Kept<Value>>()
  const underWay = new Map<Mint, Promise<void>>()
  let pace = { startMs: 0, reads: 0 }

  const mayRead = (): boolean => {
    const nowMs = clock.nowMs()
    if (nowMs - pace.startMs >= keptMs || nowMs < pace.startMs) pace = { startMs: nowMs, reads: 0 }
    pace.reads += 1
    return pace.reads <= readsMax
  }
  const isWithin = (mint: Mint, ms: number): boolean => {
    const ageMs = clock.nowMs() - (kept.get(mint)?.readAtMs ?? -Infinity)
    return ageMs >= 0 && ageMs < ms
  }
  const isNew = (mint: Mint): boolean => isWithin(mint, keptMs) && kept.get(mint)!.isUntraded()
  const keep = (mint: Mint, figure: Kept<Value>) => {
    // The one that was read longest ago is the first.
    kept.delete(mint)
    kept.set(mint, figure)
    for (const [oldest] of kept) {
      if (kept.size <= coinsMax) return
      kept.delete(oldest)
    }
  }
  const readAnew = async (mints: readonly Mint[]): Promise<void> => {
    const platforms = new Map((await storage.coins.platformsOf(mints)).map(({ mint, platform }) => [mint, platform]))
    const known = mints.filter((mint) => platforms.has(mint))
    const reads = [...Map.groupBy(known, (mint) => platforms.get(mint)!)].map(async ([platform, asked]) => {
      if (!mayRead()) return
      const readAtMs = clock.nowMs()
      try {
        const untraded = await untradedSince(launchpads, platform, asked)
        const found = new Map(await read(platform, asked, (mint) => kept.get(mint)?.value ?? null))
        for (const mint of asked) keep(mint, { value: found.get(mint) ?? null, readAtMs, isUntraded: untraded.get(mint)! })
      } catch (error) {
        log.warn('coins were not read for display', { platform, error })
      }
    })
    await Promise.all(reads)
  }

  const known = (mint: Mint): Figure<Value> | null => {
    const found = isWithin(mint, SHOWN_MS) ? kept.get(mint) : undefined
    return found && found.value !== null ? (found as Figure<Value>) : null
  }
  const readDue = async (mints: readonly Mint[]) => {
    const due = [...new Set(mints)].filter((mint) => !isNew(mint) && !underWay.has(mint))
    if (due.length > 0) {
      const reading = readAnew(due).finally(() => due.forEach((mint) => underWay.delete(mint)))
      for (const mint of due) underWay.set(mint, reading)
    }
    await Promise.all(mints.flatMap((mint) => underWay.get(mint) ?? []))
    return new Map(
      mints.flatMap((mint) => {
        const found = known(mint)
        return found ? [[mint, found] as const] : []
      }),
    )
  }
  return { read: readDue, known }
}

async function untradedSince(launchpads: Deps['launchpads'], platform: string, mints: readonly Mint[]) {
  const newest = (await launchpads.get(platform)).trades?.newestAtHand
  return new Map(
    mints.map((mint) => {
      const before = newest?.(mint)
      return [mint, () => newest?.(mint) === before] as const
    }),
  )
}
