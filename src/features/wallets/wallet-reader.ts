import { type AtomicUnits, atomicUnits, type Mint, type Wallet } from '../../domain/brands.ts'
import type { Kol } from '../../domain/kols/kol.ts'
import { OWN_LIMITS } from '../../domain/limits/own-limits.ts'
import { type AmountsByCurrency, byCurrency } from '../../domain/money/currency.ts'
import { remembered } from '../../lib/remembered.ts'
import type { Deps } from '../../ports/deps.ts'
import type { CoinShare, RoleEarning } from '../../ports/storage/money/earnings.ts'
import type { Page, PageRequest } from '../../ports/storage/page.ts'
import { readUnpaid } from './read-unpaid.ts'
import { holdsRole, type PaidRole } from '../../domain/crew/role.ts'

/** What a wallet earned, and has coming. */
export interface WalletEarnings {
  readonly wallet: Wallet
  /** Who is paid into it, by the directory. */
  readonly kol: Kol | null
  readonly roles: readonly RoleEarning[]
  readonly paid: AmountsByCurrency
  readonly coins: number
  readonly referred: { readonly coins: number; readonly paid: AmountsByCurrency }
  /** Of its newest coins, so many; null when the chain does not answer. */
  readonly unpaid: { readonly amounts: AmountsByCurrency; readonly coinsRead: number } | null
}

/** A page of a wallet's coins, each with what the wallet has coming of it; null where the chain did not say. */
export interface WalletCoins {
  readonly page: Page<CoinShare>
  readonly unpaid: ReadonlyMap<Mint, AtomicUnits> | null
}

/** Reads wallets for display. */
export interface WalletReader {
  /** Zeros for a wallet that was never paid. */
  earnings(wallet: Wallet): Promise<WalletEarnings>
  /** Newest launch first; at most 100 at a time. */
  coins(page: PageRequest, wallet: Wallet): Promise<WalletCoins>
}

/** A reader that asks the chain for the same coins of a wallet once in 10 s, however often it is asked. */
export function createWalletReader(deps: Pick<Deps, 'storage' | 'launchpads' | 'clock' | 'log'>): WalletReader {
  const { storage, clock } = deps
  const recent = remembered<WalletCoins>(clock, { keptMs: 10_000, max: 500, isKept: ({ unpaid }) => unpaid !== null })
  const coins = (page: PageRequest, wallet: Wallet): Promise<WalletCoins> =>
    recent(`${wallet} ${page.limit} ${page.cursor}`, () => readCoins(deps, page, wallet))
  return {
    coins,
    async earnings(wallet) {
      const [kol, roles, coinsByRole, newest] = await Promise.all([
        storage.kols.findByWallet(wallet),
        storage.earnings.byRole(wallet),
        storage.earnings.countCoins(wallet),
        coins({ limit: OWN_LIMITS.batchReadMax, cursor: null }, wallet),
      ])
      const isReferral = ({ role }: { readonly role: PaidRole }) => holdsRole(role, 'referrer')
      const count = (rows: typeof coinsByRole) => rows.reduce((sumAtomic, row) => sumAtomic + row.coins, 0)
      return {
        wallet,
        kol,
        roles,
        paid: sums(roles),
        coins: count(coinsByRole),
        referred: { coins: count(coinsByRole.filter(isReferral)), paid: sums(roles.filter(isReferral)) },
        unpaid: newest.unpaid && { amounts: unpaidSums(newest), coinsRead: newest.unpaid.size },
      }
    },
  }
}

async function readCoins(deps: Pick<Deps, 'storage' | 'launchpads' | 'log'>, page: PageRequest, wallet: Wallet): Promise<WalletCoins> {
  const found = await deps.storage.earnings.listCoins(page, wallet)
  return { page: found, unpaid: await readUnpaid(deps, found.rows) }
}

const sums = (earnings: readonly Pick<RoleEarning, 'currency' | 'amountAtomic'>[]): AmountsByCurrency =>
  byCurrency((currency) =>
    atomicUnits(earnings.reduce((sumAtomic, one) => (one.currency === currency ? sumAtomic + one.amountAtomic : sumAtomic), 0n)),
  )

const unpaidSums = ({ page, unpaid }: WalletCoins): AmountsByCurrency =>
  sums(page.rows.map(({ mint, currency }) => ({ currency, amountAtomic: unpaid?.get(mint) ?? atomicUnits(0) })))
