import type { AtomicUnits, Signature, UnixMs, Wallet } from '../../../domain/brands.ts'
import type { ChainId } from '../../../domain/chain.ts'
import type { LedgerAccount, Posting, SentTransaction } from '../../../domain/ledger/posting.ts'
import type { Currency } from '../../../domain/money/currency.ts'
import type { Page, PageRequest } from '../page.ts'

/** A wallet whose ledger is kept. */
export type LedgerWallet = Pick<Posting, 'chainId' | 'wallet' | 'currency'>

/** How far the ledger of a wallet is, and what it comes to. */
export interface LedgerState extends LedgerWallet {
  /** The newest transaction that was read. */
  readonly readTo: Signature | null
  /** All that came, the opening balance with it; less all that left it is what the wallet should hold. */
  readonly inAtomic: AtomicUnits
  readonly outAtomic: AtomicUnits
  /** What the chain said that the wallet holds, right after the last reading; null before the first. */
  readonly heldAtomic: AtomicUnits | null
  readonly comparedAtMs: UnixMs | null
}

/** Which postings are meant; absent members exclude nothing. Of a stretch of time the beginning is in it, the end is not. */
export interface LedgerFilter {
  readonly chainId?: ChainId
  readonly wallet?: Wallet
  readonly account?: LedgerAccount
  readonly fromMs?: UnixMs
  readonly untilMs?: UnixMs
}

/** What went between a wallet and an account on one day (UTC). */
export interface LedgerDay extends LedgerWallet {
  readonly dayMs: UnixMs
  readonly account: LedgerAccount
  readonly inAtomic: AtomicUnits
  readonly outAtomic: AtomicUnits
}

/** What an operation's transaction cost: all that left the wallet, less what came. */
export interface LedgerCost {
  /** The newest, where there are several. */
  readonly signature: Signature
  readonly height: number
  readonly costAtomic: AtomicUnits
}

/** What moved in the operator's wallets. Rows are added and never changed. */
export interface LedgerRepo {
  /**
   * Adds the postings of a wallet and keeps how far it was read; null keeps the mark. A posting of a transaction, wallet and account that
   * is there already adds nothing. Returns how many were new. Use it under a lock, in one transaction.
   */
  append(of: LedgerWallet, postings: readonly Posting[], readTo: Signature | null): Promise<number>
  /** Keeps what the chain said that the wallet holds. */
  compare(of: LedgerWallet, heldAtomic: AtomicUnits, atMs: UnixMs): Promise<void>
  /** Null before the first reading. */
  findWallet(chainId: ChainId, wallet: Wallet): Promise<LedgerState | null>
  /** Every wallet that was read, by chain and address. */
  listWallets(): Promise<readonly LedgerState[]>
  /** Newest first. */
  list(page: PageRequest, filter: LedgerFilter): Promise<Page<Posting>>
  /** Sums of each day, wallet and account, the newest day first. */
  listDays(filter: LedgerFilter): Promise<readonly LedgerDay[]>
  /** What the transactions of these operations or payouts cost, as far as they are booked; those of which none is are left out. */
  listCosts(references: readonly string[]): Promise<ReadonlyMap<string, LedgerCost>>
  /** What all booked transactions of a kind cost in this currency. */
  sumCost(kind: SentTransaction['kind'], currency: Currency): Promise<AtomicUnits>
  /** Of these transactions, those that the journal knows. */
  findSent(signatures: readonly Signature[]): Promise<ReadonlyMap<Signature, SentTransaction>>
}
