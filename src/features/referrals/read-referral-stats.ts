import { type AtomicUnits, atomicUnits, type Mint, type Wallet } from '../../domain/brands.ts'
import { AppError } from '../../domain/errors.ts'
import { feeMapOf } from '../../domain/crew/fee-map.ts'
import type { Deps } from '../../ports/deps.ts'
import type { PaidRole } from '../../domain/crew/role.ts'

/** What a code brought in one UTC month. */
export interface ReferralMonth {
  /** `2026-11` */
  readonly month: string
  readonly keys: number
  readonly launches: number
  readonly amountAtomic: AtomicUnits
}

/** Totals of a KOL's referrals, and each month with activity, oldest first. */
export interface ReferralStats {
  readonly handle: string
  readonly code: string | null
  readonly keysReferred: number
  readonly launches: number
  readonly earnedAtomic: AtomicUnits
  readonly months: readonly ReferralMonth[]
}

/** What a KOL signs to see its figures at the service at `host`. @see rules 5.7 */
export const referralsMessage = (host: string, wallet: string, timestamp: string): string =>
  `svc-kol-referrals:${host}:${wallet}:${timestamp}`

/** The form of the same that names no service, and is taken for a minute. @see rules 5.7 */
export const hostlessReferralsMessage = (wallet: string, timestamp: string): string => `svc-kol-referrals:${wallet}:${timestamp}`

/** The referral figures of a wallet: keys claimed with its code, their launches that created a coin, and what it was paid as referrer. */
export async function readReferralStats({ storage }: Pick<Deps, 'storage'>, wallet: Wallet): Promise<ReferralStats> {
  const referrer = await storage.kols.findReferrer(wallet)
  if (!referrer) throw new AppError('kol_not_found')
  const [keys, launches, remits] = await Promise.all([
    storage.referrals.keysByMonth(wallet),
    storage.referrals.launchesByMonth(wallet),
    storage.referrals.remitsByMonth(wallet),
  ])
  const earned = await Promise.all(
    remits.map(async (remit) => ({ month: remit.month, amountAtomic: await referrerPart({ storage }, wallet, remit) })),
  )
  const names = [...new Set([...keys, ...launches, ...earned].map(({ month }) => month))].toSorted()
  const months = names.map((month) => ({
    month,
    keys: countOf(keys, month),
    launches: countOf(launches, month),
    amountAtomic: sumOf(earned.filter((entry) => entry.month === month)),
  }))
  return {
    ...referrer,
    keysReferred: months.reduce((sum, entry) => sum + entry.keys, 0),
    launches: months.reduce((sum, entry) => sum + entry.launches, 0),
    earnedAtomic: sumOf(months),
    months,
  }
}

/** The referrer's part of a payment to a wallet with several roles, in proportion to basis points. */
async function referrerPart(
  { storage }: Pick<Deps, 'storage'>,
  wallet: Wallet,
  { mint, role, amountAtomic: paidAtomic }: { mint: Mint; role: PaidRole; amountAtomic: AtomicUnits },
): Promise<AtomicUnits> {
  if (role === 'referrer') return paidAtomic
  const coin = await storage.coins.find(mint)
  const held = coin?.shareholders.find((shareholder) => shareholder.wallet === wallet)
  if (!coin || !held) return atomicUnits(0)
  return atomicUnits((paidAtomic * BigInt(feeMapOf(coin.mode, true).referrerBps)) / BigInt(held.bps))
}

const countOf = (counts: readonly { readonly month: string; readonly count: number }[], month: string): number =>
  counts.find((entry) => entry.month === month)?.count ?? 0

const sumOf = (entries: readonly { readonly amountAtomic: AtomicUnits }[]): AtomicUnits =>
  entries.reduce((sumAtomic, entry) => atomicUnits(sumAtomic + entry.amountAtomic), atomicUnits(0))
