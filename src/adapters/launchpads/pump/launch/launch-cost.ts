import { type Lamports, lamports } from '../../../../domain/brands.ts'
import type { CoinPlan } from '../../../../ports/launchpad/coin.ts'
import type { CostItem, LaunchCost } from '../../../../ports/launchpad/launching.ts'
import { rentLamports } from '../transactions/chain-view.ts'
import { mintBytes } from './launch-parts.ts'
import type { LaunchRoute } from './launch-route.ts'
import type { PlannedTransaction } from '../transactions/pack-transactions.ts'

/** What the cost of a launch depends on. */
export interface CostInput {
  readonly plan: CoinPlan
  readonly route: LaunchRoute
  readonly emptyRentLamports: Lamports
  /** The launcher has pump's volume accumulator account already, which is created once per wallet. */
  readonly hasVolumeAccount: boolean
}

/** Bytes of each account that a launch creates, measured on the real programs. */
export const ACCOUNT_BYTES = {
  /** The layout of November 2026; earlier programs write less. */
  curve: 166,
  /** Token-2022 account with immutable owner. */
  tokenAccount: 170,
  feeShare: 1_024,
  volumeAccount: 137,
  vault: 0,
} as const

const SIGNATURE_LAMPORTS = lamports(5_000)
const NONE_LAMPORTS = lamports(0)

/** The launcher's cost, item by item; the total is their sum. */
export function launchCost({ plan, route, emptyRentLamports, hasVolumeAccount }: CostInput): LaunchCost {
  const rent = (bytes: number) => rentLamports(emptyRentLamports, bytes)
  const buys = plan.initialBuyAtomic > 0n
  const locks = plan.shareholders.length > 0
  const lines: [string, Lamports][] = [
    ['rent: coin with its name, ticker and metadata address', rent(mintBytes(plan))],
    ['rent: bonding curve', rent(ACCOUNT_BYTES.curve)],
    ['rent: the curve’s token account', rent(ACCOUNT_BYTES.tokenAccount)],
    ['rent: fee split', locks ? rent(ACCOUNT_BYTES.feeShare) : NONE_LAMPORTS],
    ['rent: the launcher’s token account', buys ? rent(ACCOUNT_BYTES.tokenAccount) : NONE_LAMPORTS],
    ['rent: the launcher’s volume account', buys && !hasVolumeAccount ? rent(ACCOUNT_BYTES.volumeAccount) : NONE_LAMPORTS],
    ['rent: creator fee vault', buys ? rent(ACCOUNT_BYTES.vault) : NONE_LAMPORTS],
    ['rent: lookup table of this launch', route.tableBytes > 0 ? rent(route.tableBytes) : NONE_LAMPORTS],
    ['transaction signatures', signatureLamports(route.transactions)],
    ['priority fee', priorityLamports(route.transactions)],
    ['block engine tip', route.tipLamports],
    ['first buy, pump’s fees included', lamports(plan.initialBuyAtomic)],
  ]
  const items: CostItem[] = lines
    .filter(([, amountLamports]) => amountLamports > 0n)
    .map(([what, amountLamports]) => ({ what, amountAtomic: amountLamports }))
  return { items, totalAtomic: totalOf(items), lockPath: route.lockPath, transactions: route.transactions.length }
}

const totalOf = (items: readonly CostItem[]): Lamports => lamports(items.reduce((sumAtomic, item) => sumAtomic + item.amountAtomic, 0n))

const signatureLamports = (planned: readonly PlannedTransaction[]): Lamports =>
  lamports(planned.reduce((sumLamports, { draft }) => sumLamports + BigInt(draft.signers.length) * SIGNATURE_LAMPORTS, 0n))

const priorityLamports = (planned: readonly PlannedTransaction[]): Lamports =>
  lamports(planned.reduce((sumLamports, { draft }) => sumLamports + draft.priorityFeeLamports, 0n))

/** The network fees of the transactions, without rent. */
export const feeLamports = (planned: readonly PlannedTransaction[]): Lamports =>
  lamports(signatureLamports(planned) + priorityLamports(planned))
