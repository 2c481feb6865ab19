import type { AtomicUnits, Bps, Mint, UnixMs, Wallet } from '../../../domain/brands.ts'
import type { Currency } from '../../../domain/money/currency.ts'
import type { Page, PageRequest } from '../page.ts'
import type { PaidRole } from '../../../domain/crew/role.ts'

/** What a wallet was paid in one currency and one role, as its remits have the role: several are joined by `+`. */
export interface RoleEarning {
  readonly currency: Currency
  readonly role: PaidRole
  readonly amountAtomic: AtomicUnits
  readonly remits: number
}

/** The same of one day in UTC. */
export interface DayEarning {
  readonly dayMs: UnixMs
  readonly currency: Currency
  readonly role: PaidRole
  readonly amountAtomic: AtomicUnits
}

/** A coin in whose split a wallet stands, and what it was paid of it. */
export interface CoinShare {
  readonly mint: Mint
  readonly platform: string
  readonly name: string
  readonly ticker: string
  readonly feeShareLocked: boolean
  readonly feesRedirected: boolean
  readonly launchedAtMs: UnixMs
  readonly role: PaidRole
  readonly handle: string
  readonly bps: Bps
  readonly currency: Currency
  readonly paidAtomic: AtomicUnits
}

/** A wallet with what it was paid for promoting coins. */
export interface Leader {
  readonly wallet: Wallet
  /** Of its newest payment in such a role. */
  readonly handle: string
  /** The handle that the directory has for the wallet. */
  readonly kol: string | null
  readonly amountAtomic: AtomicUnits
  /** Coins of any currency whose splits name it, in any role: OWN_LIMITS.leaderCoinsMax at most, which stands for that many or more. */
  readonly coins: number
  /** Payments of the currency in any role. */
  readonly remits: number
  /** When its newest payment in such a role landed. */
  readonly paidAtMs: UnixMs
}

/** What wallets were paid, added up in the commit of each remit. A wallet that was never paid has empty lists. */
export interface EarningsRepo {
  /** Exact to the unit, by currency and role, in the order of their names. */
  byRole(wallet: Wallet): Promise<readonly RoleEarning[]>
  /** Days without a payment are left out; oldest first. */
  byDay(wallet: Wallet, sinceMs: UnixMs): Promise<readonly DayEarning[]>
  /** In how many coins' splits the wallet stands, by role, of its newest OWN_LIMITS.walletCoinsMax; paid or not, locked or not. */
  countCoins(wallet: Wallet): Promise<readonly { readonly role: PaidRole; readonly coins: number }[]>
  /** Those coins, newest launch first. */
  listCoins(page: PageRequest, wallet: Wallet): Promise<Page<CoinShare>>
  /** One statement: wallets paid in roles of which one is kol, the best paid first, with what those payments come to in the currency. */
  listLeaders(page: PageRequest, currency: Currency): Promise<Page<Leader>>
}
