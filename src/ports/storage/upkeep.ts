import type { Lamports, Mint, Signature, UnixMs } from '../../domain/brands.ts'

/** The public record in numbers, everything counted. */
export interface Tally {
  readonly coins: number
  readonly locked: number
  readonly remits: number
  /** In SOL alone. */
  readonly remittedLamports: Lamports
  readonly remittedWei: Lamports
  readonly buybacks: number
  /** All that left the wallet in them. */
  readonly boughtLamports: Lamports
}

export interface TallyRepo {
  /** One row, changed in the commit of every coin and remit: reading it counts nothing. */
  read(): Promise<Tally>
}

/** A coin whose fees can be distributed, and below which accrual, until when, that is not worth trying. */
export interface LockedCoin {
  readonly mint: Mint
  readonly platform: string
  readonly crankFromLamports: Lamports
  readonly crankWaitUntilMs: UnixMs
}

/** How far the distributions of a coin were read: all up to `readTo`; under way from `newest` down to `before`. */
export interface RemitReading {
  readonly mint: Mint
  readonly platform: string
  readonly readTo: Signature | null
  readonly newest: Signature | null
  readonly before: Signature | null
}

/** What upkeep asks of many coins, in the order of their mints, and remembers of each. */
export interface UpkeepRepo {
  listLocked(afterMint: Mint | null, limit: number): Promise<readonly LockedCoin[]>
  /** Coins whose graduation is not noted yet. */
  listOnCurve(afterMint: Mint | null, limit: number): Promise<readonly { readonly mint: Mint; readonly platform: string }[]>
  waitForFees(mint: Mint, wait: { readonly fromLamports: Lamports; readonly untilMs: UnixMs }): Promise<void>
  /** Locked coins whose distributions are to be read, longest due first. */
  listReadingsDue(nowMs: UnixMs, limit: number): Promise<readonly RemitReading[]>
  keepReading(mint: Mint, reading: Pick<RemitReading, 'readTo' | 'newest' | 'before'> & { readonly dueAtMs: UnixMs }): Promise<void>
}

export interface LeaseRepo {
  /** Takes or prolongs the lease unless another holds it and it has not expired; false = another has it. */
  take(name: string, holder: string, time: { readonly nowMs: UnixMs; readonly untilMs: UnixMs }): Promise<boolean>
  /** Gives it up, if this holder has it. */
  release(name: string, holder: string): Promise<void>
}

/** The last run of a clocked job, and the next. `position` is where a run that broke off goes on. */
export interface JobRun {
  readonly name: string
  readonly lastStartedAtMs: UnixMs | null
  readonly lastFinishedAtMs: UnixMs | null
  readonly lastOutcome: string | null
  readonly nextRunAtMs: UnixMs | null
  readonly position: string | null
}

export interface JobRepo {
  /** Notes the beginning of a run and returns the row, with the position of the run before when that broke off. */
  start(name: string, nowMs: UnixMs): Promise<JobRun>
  finish(name: string, end: { readonly nowMs: UnixMs; readonly outcome: string; readonly nextRunAtMs: UnixMs | null }): Promise<void>
  keepPosition(name: string, position: string | null): Promise<void>
  find(name: string): Promise<JobRun | null>
  list(): Promise<readonly JobRun[]>
}
