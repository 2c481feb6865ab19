import type { AtomicUnits, Mint, Signature, UnixMs, Wallet } from '../../domain/brands.ts'
import type { Refusals } from '../refusals.ts'
import type { ChainCoin, CoinPlan, CoinRecord } from './coin.ts'
import type { Signer } from '../signer.ts'
import type { Launcher, Prepared } from './launcher.ts'

/** Transactions older than `before` and newer than `after` (null: unbounded), `limit` at most. */
export interface SignatureRange {
  readonly before: Signature | null
  readonly after: Signature | null
  readonly limit: number
}

/** Fees waiting for a coin's shareholders: a lower bound from the cheapest reads. */
export interface AccruedFees {
  readonly mint: Mint
  readonly stage: ChainCoin['stage']
  readonly accruedAtomic: AtomicUnits
}

/** An amount of one wallet's. */
export interface WalletAmount {
  readonly wallet: Wallet
  readonly amountAtomic: AtomicUnits
}

/** What one distribution paid, read from the balance changes of its transaction. */
export interface Distribution {
  readonly signature: Signature
  readonly height: number
  /** Null when the chain does not say yet. */
  readonly atMs: UnixMs | null
  readonly payments: readonly WalletAmount[]
  /** Of payees who did not take their part: it is theirs, and waits in a contract that anyone can have pay it out. */
  readonly credited?: readonly WalletAmount[]
  /** What was credited before, by whichever split, and paid out in the same transaction. */
  readonly paidOut?: readonly WalletAmount[]
}

/** A page of a coin's distributions, newest first. */
export interface DistributionPage {
  readonly distributions: readonly Distribution[]
  /** The newest transaction of the coin's history that was read; null when there was none. */
  readonly newest: Signature | null
  /** Where the next, older page begins; null at the end of the range. */
  readonly before: Signature | null
}

/** Either transactions that will pay, with their cost to the payer, rent included; or the amount still missing. */
export type DistributionAttempt =
  | { readonly prepared: Prepared; readonly feeAtomic: AtomicUnits; readonly missingAtomic: null }
  | { readonly prepared: null; readonly missingAtomic: AtomicUnits }

/** A locked coin as this service has it on record. */
export interface RecordedSplit {
  readonly mint: Mint
  readonly shareholders: CoinPlan['shareholders']
  /** Null where the transaction of the lock is not known. */
  readonly lockHeight: number | null
}

/** A coin whose fees go elsewhere than to its recorded split, and who gets them: a wallet, or one of REDIRECTED_TO. */
export interface SplitRedirect {
  readonly mint: Mint
  readonly to: string
}

/** The split of a coin's creator fees after the launch: locking it, distributing, and reading what was paid. */
export interface FeeShare {
  /** Builds and signs the lock of an existing coin's fees, and the transfer of fees that accrued before. */
  prepareLock(mint: Mint, shareholders: CoinPlan['shareholders'], launcher: Launcher): Promise<Prepared>
  /** Builds and signs a distribution of the waiting fees, or returns the amount still missing. */
  prepareDistribution(mint: Mint, payer: Signer, record?: CoinRecord): Promise<DistributionAttempt>
  /**
   * One entry per mint, in order, null for a mint that is no coin of this launchpad; at most 100 mints, in one read where the chain
   * allows it.
   */
  readAccrued(mints: readonly Mint[]): Promise<(AccruedFees | null)[]>
  /**
   * Distributions of the coin, whoever sent them, older than `before` and newer than `after` (null: unbounded). Reads at most `limit`
   * transactions: a page may be empty without being the last.
   */
  listDistributions(mint: Mint, range: SignatureRange, record?: CoinRecord): Promise<DistributionPage>
  /**
   * The payments of one landed distribution; null when the transaction paid nobody. Throws upstream_unavailable while it cannot be read.
   */
  readDistribution(mint: Mint, signature: Signature, record?: CoinRecord): Promise<Distribution | null>
  /**
   * Those of the coins whose fees were redirected after their lock: only what is final counts, and only where every node that answers says
   * the same. At most 100 coins, in a fixed number of reads while there are none. Absent where nobody can redirect them.
   */
  readRedirects?(splits: readonly RecordedSplit[]): Promise<readonly SplitRedirect[]>
}

/** Errors of each method. */
export const FEE_SHARE_REFUSALS = {
  prepareLock: [
    'mint_unknown',
    'fee_share_already_locked',
    'creator_fees_not_splittable',
    'launcher_not_creator',
    'balance_too_low',
    'launcher_busy',
    'chain_refused',
  ],
  prepareDistribution: ['mint_unknown', 'fee_share_not_locked', 'balance_too_low', 'launcher_busy', 'chain_refused'],
  readAccrued: [],
  listDistributions: [],
  readDistribution: [],
  readRedirects: [],
} as const satisfies Refusals<FeeShare>
