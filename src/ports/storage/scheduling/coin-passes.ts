import type { Coin, FeesRedirect } from '../../../domain/coin.ts'
import type { AtomicUnits, Mint, Signature, UnixMs } from '../../../domain/brands.ts'

/** A pass that reads coins from the chain when they are due: for their graduation, for a split taken away, for fees to pay out. */
export type CoinPass = 'curve' | 'split' | 'crank'

/** What a coin had accrued when one of the passes read it last, null before that, and since when it had. */
export interface LastLook {
  readonly mint: Mint
  readonly platform: string
  readonly accruedAtomic: AtomicUnits | null
  readonly sinceMs: UnixMs
}

/** What a look at a coin came to: when the pass looks next, and another accrued amount than the last one; null where none was seen. */
export interface CoinLook {
  readonly mint: Mint
  readonly dueAtMs: UnixMs
  readonly changedToAtomic: AtomicUnits | null
}

/** A coin whose fees can be distributed, with the accrued amount below which, and the time until which, it is not tried. */
export interface LockedCoin extends LastLook {
  readonly crankFromAtomic: AtomicUnits
  readonly crankWaitUntilMs: UnixMs
}

/** The split of a locked coin as it was recorded, and the height of its lock, where that is known. */
export type LockedSplit = LastLook & Pick<Coin, 'shareholders' | 'lockHeight' | 'launchedAtMs'>

/** How far the coin's distributions were read: all up to `readTo`; while a reading is under way, from `newest` down to `before`. */
export interface RemitCursor {
  readonly mint: Mint
  readonly platform: string
  readonly readTo: Signature | null
  readonly newest: Signature | null
  readonly before: Signature | null
}

/** Coins that are due by then, and at most so many. */
export interface CoinsDue {
  readonly nowMs: UnixMs
  readonly limit: number
}

/** Queries of the scheduled passes over all coins, in the order of mints, and what each pass stores of a coin. */
export interface CoinPassRepo {
  /** Locked coins after this mint, whose fees still go to their split, and that are due to be cranked; from the first with null. */
  listLocked(afterMint: Mint | null, due: CoinsDue): Promise<readonly LockedCoin[]>
  /** Such coins with their splits, that are due to be looked at for these. */
  listSplits(afterMint: Mint | null, due: CoinsDue): Promise<readonly LockedSplit[]>
  /**
   * Records that the fees of a locked coin no longer go to its split; null, with nothing changed, when it was recorded before, or the coin
   * is not locked.
   */
  redirect(mint: Mint, redirect: FeesRedirect): Promise<Coin | null>
  /** Of how many coins it was found since then that their fees are redirected. */
  countRedirectedSince(sinceMs: UnixMs): Promise<number>
  /** When the oldest coin was launched whose fee split is not locked; null when there is none. */
  oldestUnlockedAtMs(): Promise<UnixMs | null>
  /** Coins whose graduation is not recorded, and which are due to be looked at, longest due first. */
  listCurvesDue(due: CoinsDue): Promise<readonly LastLook[]>
  /** Stores what a pass saw of known coins now; one that accrued something else is due at once in the other passes. */
  keepLooks(pass: CoinPass, looks: readonly CoinLook[], nowMs: UnixMs): Promise<void>
  /** These coins are due at once in every pass. */
  lookNow(mints: readonly Mint[], nowMs: UnixMs): Promise<void>
  /**
   * Records that an accrued amount below `fromAtomic` is not worth a distribution until then; false, with nothing changed, for a coin
   * that waits for longer already, and for an unknown one.
   */
  waitForFees(mint: Mint, wait: { readonly fromAtomic: AtomicUnits; readonly untilMs: UnixMs }): Promise<boolean>
  /** What `waitForFees` recorded last; null for an unknown coin. */
  findWait(mint: Mint): Promise<{ readonly fromAtomic: AtomicUnits; readonly untilMs: UnixMs } | null>
  /** Locked coins whose distributions are due to be read, longest due first. */
  listReadingsDue(nowMs: UnixMs, limit: number): Promise<readonly RemitCursor[]>
  /**
   * Stores how far the distributions were read, and when they are read again; false, with nothing changed, when the coin's cursor is no
   * longer the one from which the reading began.
   */
  keepReading(
    from: RemitCursor,
    reading: Pick<RemitCursor, 'readTo' | 'newest' | 'before'> & { readonly dueAtMs: UnixMs },
  ): Promise<boolean>
}
