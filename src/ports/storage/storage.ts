import type { ApiKey, KeyChanges } from '../../domain/api-key.ts'
import type { KeyId, AtomicUnits, Mint, UnixMs, Wallet } from '../../domain/brands.ts'
import type { Coin, CoinLock, ListedCoinFacts, Remit } from '../../domain/coin.ts'
import type { CoinEvent, EventType } from '../../domain/events.ts'
import type { Currency } from '../../domain/money/currency.ts'
import type { KolRepo } from './kols.ts'
import type { AlarmRepo } from './scheduling/alarms.ts'
import type { CreditRepo } from './money/credits.ts'
import type { BurnWalletRepo } from './money/burn-wallets.ts'
import type { BuybackRepo } from './money/buybacks.ts'
import type { LedgerRepo } from './money/ledger.ts'
import type { JobRepo } from './jobs.ts'
import type { DryRunRepo } from './dry-runs.ts'
import type { AgentRepo } from './agents.ts'
import type { EarningsRepo } from './money/earnings.ts'
import type { IdempotencyRepo } from './idempotency.ts'
import type { ImageRepo } from './images.ts'
import type { OperatorLogRepo } from './operator-log.ts'
import type { PaymentRepo } from './money/payments.ts'
import type { ConsentRepo } from './consents.ts'
import type { PolicyRepo } from './policy.ts'
import type { ProgramRepo } from './scheduling/programs.ts'
import type { ReferralRepo } from './referrals.ts'
import type { SpendingRepo } from './money/spending.ts'
import type { CoinPassRepo } from './scheduling/coin-passes.ts'
import type { AgreedSettingRepo } from './scheduling/agreed-settings.ts'
import type { OperationEnds } from './operation-ends.ts'
import type { LeaseRepo, ScheduledRunRepo } from './scheduling.ts'
import type { TotalsRepo } from './money/totals.ts'
import type { WebhookRepo } from './webhooks.ts'
import type { Page, PageRequest } from './page.ts'
import type { OperationRepo, LaunchOfferRepo } from './operations.ts'
import type { PaidRole } from '../../domain/crew/role.ts'

/** Keys by the hash of their text, which is not stored. */
export interface KeyRepo {
  /** Stores a new key. A duplicate id or hash throws. */
  insert(
    key: ApiKey,
    secrets: { readonly hash: string; readonly claimAddress: string | null; readonly claimSite: string | null },
  ): Promise<void>
  /** The active key with this hash, also where it is the one from before a rotation and still good. */
  findByHash(hash: string, nowMs: UnixMs): Promise<ApiKey | null>
  /** Includes revoked ones. */
  find(id: KeyId): Promise<ApiKey | null>
  /** Whose quotas the key counts in: its own, or those of the address that claimed it, which its other keys share. */
  quotaOwner(id: KeyId): Promise<string>
  /** True of a key that was claimed, and of payers: of all that the operator neither minted nor is. */
  isUntrusted(id: KeyId): Promise<boolean>
  /** All keys, newest first, revoked ones included. */
  list(page: PageRequest): Promise<Page<ApiKey>>
  /** Changes the given members only; null without an active key with this id. */
  update(id: KeyId, changes: KeyChanges): Promise<ApiKey | null>
  /**
   * Makes `hash` the hash of the key. The one from before the rotation that is named stays good until `untilMs`: the current one, or the
   * one from before the last rotation; every other ends at once. Null, with nothing changed, without an active key with this id and
   * fingerprint.
   */
  rotate(
    key: Pick<ApiKey, 'id' | 'fingerprint'>,
    change: { readonly hash: string; readonly keep: { readonly text: 'current' | 'previous'; readonly untilMs: UnixMs } | null },
  ): Promise<ApiKey | null>
  /** Null without an active key with this id. Its previous text ends with it. */
  revoke(id: KeyId): Promise<ApiKey | null>
  /**
   * Deletes at most `limit` claimed keys, with their webhook endpoints, that were last used before `idleBeforeMs`, or never and are older
   * than `unusedBeforeMs`, and that never made an operation. Returns how many.
   */
  prune(times: { readonly unusedBeforeMs: UnixMs; readonly idleBeforeMs: UnixMs; readonly limit: number }): Promise<number>
  /** Records the last use, to the minute. */
  touch(id: KeyId, nowMs: UnixMs): Promise<void>
  /** When the keys claimed from this address, or from this site, since then were created, oldest first. */
  claimTimes(from: { readonly claimAddress: string } | { readonly claimSite: string }, sinceMs: UnixMs): Promise<UnixMs[]>
}

/** Content pinned to IPFS, by hash. */
export interface PinRepo {
  /** The address of the content with this hash. */
  find(sha256: string): Promise<string | null>
  /** A second address for the same hash changes nothing. */
  insert(sha256: string, uri: string): Promise<void>
}

/** Used wallet signatures, so that none is accepted twice. */
export interface SignatureRepo {
  /** False when this digest was used before. */
  take(digest: string, expiresAtMs: UnixMs): Promise<boolean>
  /** Deletes at most `limit` that have expired; returns how many. */
  prune(nowMs: UnixMs, limit: number): Promise<number>
}

/** Which coins a list has. */
export interface CoinFilter {
  readonly keyId?: KeyId
  readonly launcher?: Wallet
  readonly platform?: string
  readonly graduated?: boolean
  readonly locked?: boolean
  readonly redirected?: boolean
  readonly featured?: boolean
  /** A mint, or part of a name or ticker, in any case, among the newest 20,000. */
  readonly text?: string
}

/**
 * The order of a list of coins: the latest launch first; graduated coins alone, the latest graduation first; or coins of one currency,
 * those first whose wallets were paid most.
 */
export type CoinOrder = 'newest' | 'graduated' | { readonly mostPaidIn: Currency }

/** Coins, unique by mint. */
export interface CoinRepo {
  /** False when the mint exists already. */
  insert(coin: Coin): Promise<boolean>
  /** Null for a mint without a row. */
  find(mint: Mint): Promise<Coin | null>
  /** Records the lock of the fee share, and counts the coin as locked. Null, with nothing changed, when it has a lock, or is not there. */
  lock(mint: Mint, lock: CoinLock): Promise<Coin | null>
  /** Records the graduation; null when it was recorded before, or there is no such coin. */
  graduate(mint: Mint, nowMs: UnixMs): Promise<Coin | null>
  /** Records the featured post of a graduated coin; null, with nothing changed, when it has not graduated or was featured before. */
  feature(mint: Mint, post: { readonly url: string; readonly atMs: UnixMs }): Promise<Coin | null>
  /** Coins with this name or ticker, in any case, or with one that looks like it: at most `limit` of this key, and as many of others. */
  namesakes(
    coin: { readonly name: string; readonly ticker: string },
    asked: { readonly keyId: KeyId; readonly limit: number },
  ): Promise<Readonly<Record<'own' | 'others', readonly Pick<Coin, 'mint' | 'name' | 'ticker'>[]>>>
  /** The launchpads of these coins; mints without a row are left out. */
  platformsOf(mints: readonly Mint[]): Promise<readonly Pick<Coin, 'mint' | 'platform'>[]>
  /** In this order, newest first by default; a cursor belongs to its order. */
  list(page: PageRequest, filter?: CoinFilter, order?: CoinOrder): Promise<Page<Coin>>
  /** The same page with what lists say of each coin, which costs less. */
  listFacts(page: PageRequest, filter?: CoinFilter, order?: CoinOrder): Promise<Page<ListedCoinFacts>>
  /** How many coins this key has launched: OWN_LIMITS.agentCoinsMax at most, which stands for that many or more. */
  count(keyId: KeyId): Promise<number>
}

/** What was paid to wallets of one role in an hour. */
export interface HourlyFees {
  readonly hourMs: UnixMs
  readonly role: PaidRole
  readonly amountAtomic: AtomicUnits
}

/** Payments of distributions, one per wallet. */
export interface RemitRepo {
  /** Stores each payment once: (signature, wallet, mint) is unique. Returns how many were new. */
  insert(remits: readonly Remit[]): Promise<number>
  /** Newest first. */
  list(page: PageRequest, filter?: { readonly mint?: Mint; readonly wallet?: Wallet }): Promise<Page<Remit>>
  /** Sums paid in each hour since then, by role; hours and roles without a payment are left out. Oldest first. */
  feesByHour(sinceMs: UnixMs): Promise<readonly HourlyFees[]>
  /** The same of one coin, in its currency. */
  feesOfCoin(mint: Mint, sinceMs: UnixMs): Promise<readonly HourlyFees[]>
}

/** Events of coins, for webhooks and the proof list. */
export interface EventRepo {
  /**
   * Stores events and, in the same commit, one delivery of each for every endpoint that may receive it, in their order. An event that is
   * not part of the public record is stored only where there is such an endpoint.
   */
  insert(...events: readonly CoinEvent[]): Promise<void>
  /** Oldest first. */
  list(mint: Mint): Promise<readonly CoinEvent[]>
  /** Deletes at most `limit` events that are kept for a day or a month and are older, with their deliveries; returns how many. */
  prune(before: { readonly monthMs: UnixMs; readonly dayMs: UnixMs }, limit: number): Promise<number>
  /** Events of these types, newest first. */
  listNewest<Type extends EventType>(page: PageRequest, types: readonly Type[]): Promise<Page<CoinEvent<Type>>>
}

/** All repositories; inside `transaction`, bound to that transaction. */
export interface Repos {
  readonly keys: KeyRepo
  readonly images: ImageRepo
  readonly dryRuns: DryRunRepo
  readonly operations: OperationRepo
  readonly launchOffers: LaunchOfferRepo
  readonly policies: PolicyRepo
  readonly consents: ConsentRepo
  readonly pins: PinRepo
  readonly idempotency: IdempotencyRepo
  readonly signatures: SignatureRepo
  readonly coins: CoinRepo
  readonly remits: RemitRepo
  readonly earnings: EarningsRepo
  readonly agents: AgentRepo
  readonly buybacks: BuybackRepo
  readonly burnWallets: BurnWalletRepo
  readonly ledger: LedgerRepo
  readonly events: EventRepo
  readonly kols: KolRepo
  readonly referrals: ReferralRepo
  readonly totals: TotalsRepo
  readonly coinPasses: CoinPassRepo
  readonly leases: LeaseRepo
  readonly agreedSettings: AgreedSettingRepo
  readonly scheduledRuns: ScheduledRunRepo
  readonly jobs: JobRepo
  readonly webhooks: WebhookRepo
  readonly payments: PaymentRepo
  readonly credits: CreditRepo
  /** The spending log of the operator's wallets. */
  readonly spending: SpendingRepo
  readonly operatorLog: OperatorLogRepo
  readonly alarms: AlarmRepo
  readonly programs: ProgramRepo
  /** Waits for the lock of this name, and holds it until the transaction ends, so that counts under it stay true. */
  lock(name: string): Promise<void>
}

/** The service's storage. Every commit is durable when it returns. */
export interface Storage extends Repos {
  /** True when this process is the only writer (embedded SQLite). */
  readonly exclusive: boolean
  /**
   * Runs `work` in one transaction, which is rolled back when it throws. Use only `tx` inside, and await no network: SQLite has one
   * writer.
   */
  transaction<Result>(work: (tx: Repos) => Promise<Result>): Promise<Result>
  readonly ends: OperationEnds
  /**
   * A number that changes with every write of this process, rolled-back ones included; null where other processes write too (PostgreSQL).
   * Cheap to read.
   */
  changes(): number | null
  /** The time of the database's server; the machine's for an embedded one. */
  timeMs(): Promise<UnixMs>
  /** Resolves when requests get an answer and, after a write failed for lack of space, there is space. @throws StorageFault else */
  ping(): Promise<void>
  /** True from a write that failed for lack of space until one that succeeds. */
  isFull(): boolean
  /** The size of the database in bytes. */
  bytes(): Promise<number>
  /** Returns freed space to the disk, where the storage can; `yieldToOthers` is awaited in between. */
  giveBack(yieldToOthers: () => Promise<void>): Promise<void>
  /** Closes the storage, which must not be used afterwards. */
  close(): Promise<void>
}
