import type { ApiKey } from '../../domain/api-key.ts'
import type { KeyId, AtomicUnits, Mint, UnixMs, Wallet } from '../../domain/brands.ts'
import type { Coin, Remit } from '../../domain/coin.ts'
import type { CoinEvent, EventType } from '../../domain/events.ts'
import type { Referral } from '../../domain/crew/fee-map.ts'
import type { Kol, KolImport, StoredKol } from '../../domain/kols/kol.ts'
import type { BuybackRepo } from './buybacks.ts'
import type { JobRepo } from './jobs.ts'
import type { DryRunRepo } from './dry-runs.ts'
import type { IdempotencyRepo } from './idempotency.ts'
import type { ImageRepo } from './images.ts'
import type { PaymentRepo } from './payments.ts'
import type { ReferralRepo } from './referrals.ts'
import type { SpendingRepo } from './spending.ts'
import type { CoinPassRepo } from './coin-passes.ts'
import type { ScheduledRunRepo, LeaseRepo } from './scheduling.ts'
import type { TotalsRepo } from './totals.ts'
import type { WebhookRepo } from './webhooks.ts'
import type { Page, PageRequest } from './page.ts'
import type { OperationRepo, LaunchOfferRepo } from './operations.ts'

/** Keys by the hash of their text; the text is not kept. */
export interface KeyRepo {
  /** Keeps a new key. An id or a hash that is there already throws. */
  insert(
    key: ApiKey,
    secrets: { readonly hash: string; readonly claimAddress: string | null; readonly claimSite: string | null },
  ): Promise<void>
  /** The active key with this hash. */
  findByHash(hash: string): Promise<ApiKey | null>
  /** Revoked ones too. */
  find(id: KeyId): Promise<ApiKey | null>
  /** All keys, newest first, revoked ones too. */
  list(page: PageRequest): Promise<Page<ApiKey>>
  /** Changes what is named and nothing else; null when there is no active key of this id. */
  update(id: KeyId, changes: Partial<Pick<ApiKey, 'label' | 'launchesPerHour' | 'requireApproval' | 'ops'>>): Promise<ApiKey | null>
  /** Null when there is no active key of this id. */
  revoke(id: KeyId): Promise<ApiKey | null>
  /**
   * Removes `limit` claimed keys at most, with their webhook endpoints, that were not used since `idleBeforeMs`, or never and
   * are older than `unusedBeforeMs`, and that never made an operation. Returns how many.
   */
  prune(times: { readonly unusedBeforeMs: UnixMs; readonly idleBeforeMs: UnixMs; readonly limit: number }): Promise<number>
  /** Records a use, to the minute. */
  touch(id: KeyId, nowMs: UnixMs): Promise<void>
  /** When the keys claimed from this address, or from this site, since then were made, oldest first. */
  claimTimes(from: { readonly claimAddress: string } | { readonly claimSite: string }, sinceMs: UnixMs): Promise<UnixMs[]>
}

/** Which content was pinned, and where. */
export interface PinRepo {
  /** Where the content of this hash was pinned. */
  find(sha256: string): Promise<string | null>
  /** A second address for the same hash changes nothing. */
  insert(sha256: string, uri: string): Promise<void>
}

/** Wallet signatures that were used, so that none is taken twice. */
export interface SignatureRepo {
  /** False when this digest was taken before. */
  take(digest: string, expiresAtMs: UnixMs): Promise<boolean>
  /** Removes those that have expired; returns how many. */
  prune(nowMs: UnixMs): Promise<number>
}

/** Coins, each once by its mint. */
export interface CoinRepo {
  /** False when the mint is there already. */
  insert(coin: Coin): Promise<boolean>
  /** Null for a mint that was not made here. */
  find(mint: Mint): Promise<Coin | null>
  /** Changes what is named and nothing else; null when there is no such coin. */
  update(
    mint: Mint,
    changes: Partial<
      Pick<
        Coin,
        | 'mode'
        | 'crew'
        | 'shareholders'
        | 'feeShareLocked'
        | 'feeShareSignature'
        | 'feesLockedAtLaunch'
        | 'lockHeight'
        | 'treasuryBps'
        | 'holderKol'
      >
    >,
  ): Promise<Coin | null>
  /** Records the graduation; null = it was recorded before, or there is no such coin. */
  graduate(mint: Mint, nowMs: UnixMs): Promise<Coin | null>
  /** Records the featured post of a graduated coin; null = nothing was changed: not graduated, or featured before. */
  feature(mint: Mint, post: { readonly url: string; readonly atMs: UnixMs }): Promise<Coin | null>
  /** Some coins with this name or this ticker, in any case, each once: of this key, and of any other; `limit` of each at most. */
  namesakes(
    coin: { readonly name: string; readonly ticker: string },
    asked: { readonly keyId: KeyId; readonly limit: number },
  ): Promise<{ readonly own: readonly Coin[]; readonly others: readonly Coin[] }>
  /** Newest first. `text` is a mint, or part of a name or ticker, in any case, of the newest 20,000. */
  list(
    page: PageRequest,
    filter?: { readonly keyId?: KeyId; readonly graduated?: boolean; readonly featured?: boolean; readonly text?: string },
  ): Promise<Page<Coin>>
}

/** What distributions paid, to each wallet. */
export interface RemitRepo {
  /** Keeps each payment once: (signature, wallet, mint) is unique. Returns how many were new. */
  insert(remits: readonly Remit[]): Promise<number>
  /** Newest first. */
  list(page: PageRequest, filter?: { readonly mint?: Mint; readonly wallet?: Wallet }): Promise<Page<Remit>>
  /** What was paid in each hour since then, by role; hours and roles without a payment are left out. Oldest first. */
  feesByHour(sinceMs: UnixMs): Promise<readonly { readonly hourMs: UnixMs; readonly role: string; readonly amount: AtomicUnits }[]>
}

/** What happened to coins, for webhooks and the public record. */
export interface EventRepo {
  /** Keeps a fact and, in the same commit, one delivery for each endpoint that may hear of it. */
  insert(event: CoinEvent): Promise<void>
  /** Oldest first. */
  list(mint: Mint): Promise<readonly CoinEvent[]>
  /** Those of these types, newest first. */
  listNewest<Type extends EventType>(page: PageRequest, types: readonly Type[]): Promise<Page<CoinEvent<Type>>>
}

/** The directory of promoters, each once by its handle. */
export interface KolRepo {
  /**
   * Keeps each profile under its handle, case aside: a new one, or new values for the one that is there. Whoever opted out
   * stays so. No handle may be there twice. A new directory version; whole or not at all inside `transaction`.
   */
  upsert(kols: readonly KolImport[]): Promise<{ readonly added: number; readonly updated: number }>
  /** Takes a profile out of every answer and crew, or back in: a new directory version. Null for an unknown handle. */
  setOptedOut(handle: string, optedOut: boolean): Promise<StoredKol | null>
  /** A number that grows whenever a profile changes. */
  version(): Promise<number>
  /** Every profile, opted-out ones too, best rank first. */
  all(): Promise<readonly StoredKol[]>
  /**
   * Best rank first. With `query` those in which each of its words is a word of handle, name, alias or narrative, and the
   * last the beginning of one: whole names that are the query come first, then those that begin with it. Any text is a query.
   */
  list(page: PageRequest, query?: string): Promise<Page<Kol>>
  /** Of several handles on the wallet the best ranked. */
  findByWallet(wallet: Wallet): Promise<Kol | null>
  /** The wallets that are in the directory, in the order asked for, each once with its best ranked handle. */
  findByWallets(wallets: readonly Wallet[]): Promise<readonly Pick<Kol, 'handle' | 'wallet'>[]>
  /** Gives a profile its code, in the place of an older one. Codes are the same in upper and lower case. */
  setReferralCode(handle: string, code: string): Promise<'set' | 'taken' | 'unknown'>
  /** Who is behind a code. */
  findReferral(code: string): Promise<Referral | null>
  /** The best ranked handle on a wallet and, if any handle on it has one, the code; null when the wallet is not in the directory. */
  findReferrer(wallet: Wallet): Promise<{ readonly handle: string; readonly code: string | null } | null>
}

/** All repositories. Inside `transaction` they are of that transaction. */
export interface Repos {
  readonly keys: KeyRepo
  readonly images: ImageRepo
  readonly dryRuns: DryRunRepo
  readonly operations: OperationRepo
  readonly launchOffers: LaunchOfferRepo
  readonly pins: PinRepo
  readonly idempotency: IdempotencyRepo
  readonly signatures: SignatureRepo
  readonly coins: CoinRepo
  readonly remits: RemitRepo
  readonly buybacks: BuybackRepo
  readonly events: EventRepo
  readonly kols: KolRepo
  readonly referrals: ReferralRepo
  readonly totals: TotalsRepo
  readonly coinPasses: CoinPassRepo
  readonly leases: LeaseRepo
  /** Runs of the service's own clock. */
  readonly scheduledRuns: ScheduledRunRepo
  /** Creative work that is paid through escrow. */
  readonly jobs: JobRepo
  readonly webhooks: WebhookRepo
  readonly payments: PaymentRepo
  /** What the operator's wallets spend. */
  readonly spending: SpendingRepo
  /** Waits for, and holds until the transaction ends, the lock of this name: what is counted under it stays counted. */
  lock(name: string): Promise<void>
}

/** Where the service keeps its state. Every commit is durable when it returns. */
export interface Storage extends Repos {
  /** True when this process is the only one that writes here (embedded SQLite). */
  readonly exclusive: boolean
  /**
   * Runs `work` in one transaction: all of it is kept, or none when it throws. Use `tx` inside and nothing else,
   * and await no network: SQLite has one writer.
   */
  transaction<Result>(work: (tx: Repos) => Promise<Result>): Promise<Result>
  /**
   * A number that differs once this process has written anything, rolled-back writes included; null where writes of others
   * count as much (PostgreSQL). Costs next to nothing.
   */
  changes(): number | null
  /** Answers when the storage does, and when it has room again after a write for which it had none. @throws StorageFault */
  ping(): Promise<void>
  /** True from a write for which there was no room, until one for which there was. */
  isFull(): boolean
  /** How much room the database takes. */
  bytes(): Promise<number>
  /** Gives room that got free back to the disk, where that is ours to do; `breathe` lets others have their turn in between. */
  giveBack(breathe: () => Promise<void>): Promise<void>
  /** Ends what is open. Nothing here may be called any more. */
  close(): Promise<void>
}
