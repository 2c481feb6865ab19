import type { Wallet } from '../../domain/brands.ts'
import type { Referral } from '../../domain/crew/fee-map.ts'
import type { Kol, KolImport, StoredKol } from '../../domain/kols/kol.ts'
import type { Page, PageRequest } from './page.ts'

/** The directory of KOLs, unique by handle. */
export interface KolRepo {
  /** Stores profiles by handle, in any case, no handle twice; opt-outs stay. A new directory version, all or nothing in `transaction`. */
  upsert(kols: readonly KolImport[]): Promise<{ readonly added: number; readonly updated: number }>
  /** Excludes a profile from every answer and crew, or includes it again; makes a new directory version. Null for an unknown handle. */
  setOptedOut(handle: string, optedOut: boolean): Promise<StoredKol | null>
  /** Every profile with this wallet, opted-out ones included, best rank first. */
  listOfWallet(wallet: Wallet): Promise<readonly StoredKol[]>
  /** A number that grows with every change of a profile. */
  version(): Promise<number>
  /** Every profile, opted-out ones included, best rank first. */
  all(): Promise<readonly StoredKol[]>
  /**
   * Best rank first. With `query`, those in which each of its words is a word of handle, name, alias or narrative, the last one possibly
   * a prefix: whole names equal to the query come first, then names that begin with it. Any text is a valid query.
   */
  list(page: PageRequest, query?: string): Promise<Page<Kol>>
  /** The profile of this handle, in any case; null for one who opted out. */
  findByHandle(handle: string): Promise<Kol | null>
  /** Of several handles with this wallet, the best ranked. An EVM address is looked up among those for EVM chains, in any case. */
  findByWallet(wallet: Wallet): Promise<Kol | null>
  /** The given wallets that are in the directory, in the given order, each once with its best ranked handle. */
  findByWallets(wallets: readonly Wallet[]): Promise<readonly Pick<Kol, 'handle' | 'wallet'>[]>
  /** Sets a profile's code, replacing an older one. Codes are case-insensitive. */
  setReferralCode(handle: string, code: string): Promise<'set' | 'taken' | 'unknown'>
  /** The KOL with this code. */
  findReferral(code: string): Promise<Referral | null>
  /** The best ranked handle with this wallet and the code of any handle with it; null when the wallet is not in the directory. */
  findReferrer(wallet: Wallet): Promise<{ readonly handle: string; readonly code: string | null } | null>
}
