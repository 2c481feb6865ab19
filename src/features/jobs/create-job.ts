import { WAIT_SEC } from '../../domain/limits/retry-after-sec.ts'
import type { Caller } from '../../domain/api-key.ts'
import { type AtomicUnits, atomicUnits, type JobId, type Mint, type UsdMicros, usdMicros } from '../../domain/brands.ts'
import type { Coin } from '../../domain/coin.ts'
import { type CoinJob, deadlineOf } from '../../domain/kit/coin-job.ts'
import { AppError, invalidFields } from '../../domain/errors.ts'
import { coversItem, itemOf, JOB_TEMPLATES, type TemplateId } from '../../domain/kit/kit-items.ts'
import { OWN_LIMITS } from '../../domain/limits/own-limits.ts'
import { partsFor } from '../../domain/kit/parts-for.ts'
import { kitBudget } from '../../domain/kit/kit.ts'
import { formatAmount, PRICED_CURRENCY, amountText } from '../../domain/money/currency.ts'
import { formatUsd, unitsWorth } from '../../domain/money/usd.ts'
import { sha256Hex } from '../../lib/bytes.ts'
import type { Deps } from '../../ports/deps.ts'
import type { EscrowRail } from '../../ports/escrow.ts'
import type { PaidRun } from '../../ports/payments.ts'
import { chargeFor } from '../operations/charge-for.ts'
import { readAccrued } from '../kit/read-accrued.ts'
import { freshDollarPrice } from '../kit/read-dollar-price.ts'
import { emitJobEvent } from './move-job.ts'
import { payoutMax } from './spend-on-payout.ts'

/** What a job asks for. */
export interface JobOrder {
  readonly mint: Mint
  readonly template: TemplateId
  readonly chainId: string
  readonly budgetUsdMicros: UsdMicros
  readonly postsPerWeek: number | null
}

/** A job, and whether an earlier request with the same idempotency key created it. */
export interface CreatedJob {
  readonly job: CoinJob
  readonly replayed: boolean
}

type CreateDeps = Pick<Deps, 'storage' | 'clock' | 'ids' | 'launchpads' | 'prices' | 'escrow' | 'policy'>

/**
 * Creates a job that waits for a worker. Its budget is converted to the coin’s currency at the current price and reserved in the same
 * commit, so that all jobs of a coin together never reserve and spend more than the treasury accrued. The id is derived from the
 * idempotency key or the payment, where there is one: one key creates one job, however often it is sent.
 *
 * @see rules 2.8, 3.3
 */
export async function createJob(
  deps: CreateDeps,
  { caller, payment, order, idempotencyKey }: { caller: Caller; payment: PaidRun | null; order: JobOrder; idempotencyKey: string | null },
): Promise<CreatedJob> {
  const { storage, ids } = deps
  const coin = await ownedCoin(deps, caller, order.mint)
  const postsPerWeek = postsPerWeekOf(order)
  const requestName = idempotencyKey ?? payment?.paymentId ?? null
  const id = requestName === null ? ids.id('job') : (`job_${sha256Hex(`${caller.keyId}\n${requestName}`).slice(0, 20)}` as JobId)
  const made = await storage.jobs.find(id)
  if (made) return replayOf(made, { ...order, postsPerWeek })
  checkCovers(order)
  const limit = OWN_LIMITS.jobsRefundedPerKey
  if ((await storage.jobs.countRefunded(coin.keyId)) >= limit)
    throw new AppError('job_quota_exceeded', { limit, retryAfterSec: WAIT_SEC.failedOfOwner })
  const job = await openJob(deps, { id, coin, order: { ...order, postsPerWeek } })
  const accruedAtomic = (await readAccrued(deps, coin.mint))?.accruedAtomic ?? atomicUnits(0)
  const kept = await keepJob(deps, job, { accruedAtomic, payment })
  if (kept) return kept === job ? { job, replayed: false } : replayOf(kept, { ...order, postsPerWeek })
  const { freeAtomic } = kitBudget(accruedAtomic, await storage.jobs.budget(coin.mint))
  const missingAtomic = atomicUnits(job.amountAtomic > freeAtomic ? job.amountAtomic - freeAtomic : 0n)
  throw new AppError(
    'kit_budget_exceeded',
    {
      neededSol: formatAmount(job.amountAtomic, PRICED_CURRENCY),
      freeSol: formatAmount(freeAtomic, PRICED_CURRENCY),
      missingSol: formatAmount(missingAtomic, PRICED_CURRENCY),
    },
    { fields: [{ path: '/budget', message: 'is above what is free' }] },
  )
}

/** Passes an order that makes the whole item of its template, or a part that the template names. */
function checkCovers({ mint, template, budgetUsdMicros }: JobOrder): void {
  if (coversItem(template, budgetUsdMicros) || JOB_TEMPLATES[template].part !== null) return
  const { priceUsdMicros } = itemOf(template)
  const missingUsd = formatUsd(usdMicros(priceUsdMicros - budgetUsdMicros))
  throw new AppError(
    'job_budget_too_low',
    { mint, template, priceUsd: formatUsd(priceUsdMicros), budgetUsd: formatUsd(budgetUsdMicros), missingUsd },
    { fields: [{ path: '/budget', message: `lacks ${missingUsd} US dollars` }] },
  )
}

/** The job of this order, which waits for a worker from now on. */
async function openJob(deps: CreateDeps, { id, coin, order }: { id: JobId; coin: Coin; order: JobOrder }): Promise<CoinJob> {
  const { rail, currencyUsdMicros, amountAtomic } = await priceOf(deps, coin, order)
  const nowMs = deps.clock.nowMs()
  const wholeItem = coversItem(order.template, order.budgetUsdMicros)
  return {
    id,
    mint: coin.mint,
    ticker: coin.ticker,
    keyId: coin.keyId,
    template: order.template,
    chainId: rail.chainId,
    budgetUsdMicros: order.budgetUsdMicros,
    currencyUsdMicros,
    amountAtomic,
    postsPerWeek: order.postsPerWeek,
    wholeItem,
    parts: wholeItem ? partsFor(amountAtomic, JOB_TEMPLATES[order.template].parts, rail.payoutAtomicMin) : 1,
    part: 1,
    state: 'open',
    deadlineMs: deadlineOf('open', nowMs),
    worker: null,
    urls: [],
    note: null,
    looks: 0,
    cancelReason: null,
    createdAtMs: nowMs,
    changedAtMs: nowMs,
  }
}

/**
 * Charges whoever pays for the job, if the coin's budget has room for it, and inserts it with its event in one commit. Returns this very
 * job, or the one that a concurrent request inserted under its id; null where the budget has no room, and then nothing is charged or
 * written.
 */
async function keepJob(
  deps: CreateDeps,
  job: CoinJob,
  { accruedAtomic, payment }: { accruedAtomic: AtomicUnits; payment: PaidRun | null },
): Promise<CoinJob | null> {
  const { storage } = deps
  const fits = kitBudget(accruedAtomic, await storage.jobs.budget(job.mint)).freeAtomic >= job.amountAtomic
  const charged = fits ? await chargeFor(payment, job) : null
  return storage.transaction(async (tx) => {
    await tx.lock(job.id)
    const before = await tx.jobs.find(job.id)
    const inserted = before === null && charged ? await tx.jobs.insert(charged, accruedAtomic) : null
    if (inserted) await emitJobEvent(deps, tx, inserted)
    return before ?? inserted
  })
}

/** The job of an earlier request. @throws AppError idempotency_key_reused when this request differs */
function replayOf(job: CoinJob, { mint, template, chainId, budgetUsdMicros, postsPerWeek }: JobOrder): CreatedJob {
  const same = job.mint === mint && job.template === template && job.chainId === chainId
  if (!same || job.budgetUsdMicros !== budgetUsdMicros || job.postsPerWeek !== postsPerWeek) throw new AppError('idempotency_key_reused')
  return { job, replayed: true }
}

/**
 * The budget in units of its rail's currency, at the current price.
 * @throws AppError validation_invalid where the rail does not pay such an amount
 */
async function priceOf(
  deps: CreateDeps,
  coin: Coin,
  order: JobOrder,
): Promise<{ rail: EscrowRail; currencyUsdMicros: UsdMicros; amountAtomic: AtomicUnits }> {
  const rail = await deps.escrow.get(order.chainId)
  const currencyUsdMicros = await freshDollarPrice(deps, coin)
  const amountAtomic = unitsWorth(order.budgetUsdMicros, PRICED_CURRENCY, currencyUsdMicros)
  if (amountAtomic < rail.payoutAtomicMin) {
    const message = `must be worth at least ${amountText(rail.payoutAtomicMin, PRICED_CURRENCY)} on this rail, is worth ${amountText(amountAtomic, PRICED_CURRENCY)}`
    throw invalidFields([{ path: '/budget', message }])
  }
  const mostAtomic = payoutMax(deps, rail)
  if (mostAtomic !== null && amountAtomic > mostAtomic) {
    const message = `must be worth at most ${amountText(mostAtomic, PRICED_CURRENCY)} on this rail, is worth ${amountText(amountAtomic, PRICED_CURRENCY)}`
    throw invalidFields([{ path: '/budget', message }])
  }
  return { rail, currencyUsdMicros, amountAtomic }
}

async function ownedCoin({ storage }: CreateDeps, caller: Caller, mint: Mint): Promise<Coin> {
  const coin = await storage.coins.find(mint)
  if (!coin) throw new AppError('mint_unknown', {}, { fields: [{ path: '/mint', message: 'is not a coin of this service' }] })
  if (!caller.operator && coin.keyId !== caller.keyId) throw new AppError('coin_owner_required')
  return coin
}

function postsPerWeekOf({ template, postsPerWeek }: JobOrder): number | null {
  const defaultPosts = JOB_TEMPLATES[template].postsPerWeek
  if (postsPerWeek !== null && defaultPosts === null)
    throw invalidFields([{ path: '/postsPerWeek', message: `is for x-upkeep, not for ${template}` }])
  return postsPerWeek ?? defaultPosts
}
