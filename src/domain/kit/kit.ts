import { PRICED_CURRENCY } from '../money/currency.ts'
import { type Bps, type AtomicUnits, atomicUnits, type JobId, type UsdMicros } from '../brands.ts'
import { type CoinBudget, isEnded, type JobState } from './coin-job.ts'
import { KIT_ITEMS, type KitItem, type TemplateId } from './kit-items.ts'
import { unitsWorth } from '../money/usd.ts'

/** What the treasury holds for a coin, in the currency of its fees. `freeAtomic` is what new jobs may reserve. */
export interface KitBudget extends CoinBudget {
  /** The treasury's share of everything that accrued, paid out and waiting. */
  readonly accruedAtomic: AtomicUnits
  readonly freeAtomic: AtomicUnits
}

/** The treasury's share of a coin's creator fees, rounded down. @see rules 3.3 */
export const treasuryShare = (feesAtomic: AtomicUnits, treasuryBps: Bps): AtomicUnits =>
  atomicUnits((feesAtomic * BigInt(treasuryBps)) / 10_000n)

/** The budget of a coin with this much accrued to the treasury. */
export function kitBudget(accruedAtomic: AtomicUnits, { reservedAtomic, spentAtomic }: CoinBudget): KitBudget {
  const freeAtomic = accruedAtomic - reservedAtomic - spentAtomic
  return { accruedAtomic, reservedAtomic, spentAtomic, freeAtomic: atomicUnits(freeAtomic > 0n ? freeAtomic : 0n) }
}

/** The states of a kit item. */
export const KIT_STATES = ['locked', 'unlocked', 'reserved', 'done'] as const

/** An item of a coin's kit. `done` is final, `reserved` has a job under way, `locked` says what is missing. */
export interface KitItemState {
  readonly item: KitItem
  readonly state: (typeof KIT_STATES)[number]
  /** In words, as clauses; none unless locked. */
  readonly missing: readonly string[]
  readonly missingAtomic: AtomicUnits
  /** The job that makes or made it. */
  readonly jobId: JobId | null
}

/** What a kit asks of a job. */
export interface KitJob {
  readonly id: JobId
  readonly template: TemplateId
  readonly state: JobState
  readonly wholeItem: boolean
}

/** What a coin's kit depends on. `currencyUsdMicros` is null when there is no fresh price; no item with a price unlocks then. */
export interface KitFacts {
  readonly budget: KitBudget
  readonly currencyUsdMicros: UsdMicros | null
  /** Coins of its launchpad graduate. */
  readonly graduates: boolean
  readonly graduated: boolean
  readonly featured: boolean
  readonly jobs: readonly KitJob[]
}

/**
 * Every item that the coin can get, with its state: where coins do not graduate, none that needs it. An item unlocks only when the free
 * budget covers all of it, and only a job that covers all of it reserves it and makes it done.
 *
 * @see rules 3.3
 */
export const kitOf = (facts: KitFacts): KitItemState[] =>
  KIT_ITEMS.filter(({ needsGraduation }) => facts.graduates || !needsGraduation).map((item) => itemState(item, facts))

function itemState(item: KitItem, { budget, currencyUsdMicros, graduated, featured, jobs }: KitFacts): KitItemState {
  const ofItem = jobs.filter((job) => job.template === item.template && job.wholeItem)
  const living = ofItem.find(({ state }) => !isEnded(state))
  const paid = ofItem.find(({ state }) => state === 'paid')
  const none = { item, missing: [], missingAtomic: atomicUnits(0), jobId: null }
  if (living) return { ...none, state: 'reserved', jobId: living.id }
  if (paid) return { ...none, state: 'done', jobId: paid.id }
  if (item.id === 'featured' && featured) return { ...none, state: 'done' }

  const missing: string[] = []
  if (item.needsGraduation && !graduated) missing.push('the coin has not graduated')
  let missingAtomic = atomicUnits(0)
  if (item.priceUsdMicros !== null && currencyUsdMicros === null) missing.push(`there is no fresh price of ${PRICED_CURRENCY}`)
  if (item.priceUsdMicros !== null && currencyUsdMicros !== null) {
    const neededAtomic = unitsWorth(item.priceUsdMicros, PRICED_CURRENCY, currencyUsdMicros)
    if (neededAtomic > budget.freeAtomic) {
      missingAtomic = atomicUnits(neededAtomic - budget.freeAtomic)
      missing.push('the free budget does not cover its price')
    }
  }
  return { ...none, state: missing.length === 0 ? 'unlocked' : 'locked', missing, missingAtomic }
}
