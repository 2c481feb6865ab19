import type { AtomicUnits, Mint, Signature, UnixMs } from '../../domain/brands.ts'

/** A coin whose fees can be distributed, and below which accrual, until when, that is not worth trying. */
export interface LockedCoin {
  readonly mint: Mint
  readonly platform: string
  readonly crankFrom: AtomicUnits
  readonly crankWaitUntilMs: UnixMs
}

/** How far the distributions of a coin were read: all up to `readTo`; under way from `newest` down to `before`. */
export interface RemitCursor {
  readonly mint: Mint
  readonly platform: string
  readonly readTo: Signature | null
  readonly newest: Signature | null
  readonly before: Signature | null
}

/** What the passes over all coins ask, in the order of the mints, and remember of each. */
export interface CoinPassRepo {
  /** Locked coins after this mint; all from the first with null. */
  listLocked(afterMint: Mint | null, limit: number): Promise<readonly LockedCoin[]>
  /** Coins whose graduation is not noted yet. */
  listOnCurve(afterMint: Mint | null, limit: number): Promise<readonly { readonly mint: Mint; readonly platform: string }[]>
  /** Notes that less than `from` is not worth a distribution until then; an unknown coin changes nothing. */
  waitForFees(mint: Mint, wait: { readonly from: AtomicUnits; readonly untilMs: UnixMs }): Promise<void>
  /** What `waitForFees` noted last; null for an unknown coin. */
  findWait(mint: Mint): Promise<{ readonly from: AtomicUnits; readonly untilMs: UnixMs } | null>
  /** Locked coins whose distributions are to be read, longest due first. */
  listReadingsDue(nowMs: UnixMs, limit: number): Promise<readonly RemitCursor[]>
  /**
   * Records how far the distributions were read, and when they are read again; false, and nothing is changed, when the coin is
   * no longer at the cursor that the reading began from.
   */
  keepReading(
    from: RemitCursor,
    reading: Pick<RemitCursor, 'readTo' | 'newest' | 'before'> & { readonly dueAtMs: UnixMs },
  ): Promise<boolean>
}
