import { CLOCK_KEY_ID } from '../../domain/api-key.ts'
import type { UnixMs } from '../../domain/brands.ts'
import { type Buyback, type Buyer, spentAtMost } from '../../domain/buyback.ts'
import { AppError, redactedFailure } from '../../domain/errors.ts'
import type { BuybackOperation } from '../../domain/operation.ts'
import { PRICED_CURRENCY, amountText } from '../../domain/money/currency.ts'
import { LIMITS } from '../../domain/limits.ts'
import { dayStartMs } from '../../domain/limits/utc-day.ts'
import type { Deps } from '../../ports/deps.ts'
import type { Repos } from '../../ports/storage/storage.ts'
import { budgetsOf } from '../budgets/budgets-of.ts'
import type { Charged } from '../../ports/payments.ts'
import { type AwaitDeps, settleInTime } from '../operations/await-operation.ts'
import { chargeFor } from '../operations/charge-for.ts'
import { writeOperation } from '../operations/journal-operation.ts'
import { openOperation } from '../operations/open-operation.ts'
import type { ScheduledJob } from '../../ports/scheduled-job.ts'
import { recordNothingBought } from './record-nothing-bought.ts'
import { afterOthers, type Buying, treasuryBuyings } from './buying.ts'
import { type BuybackPlan, isUnderWay, planBuyback } from './plan-buyback.ts'

/** What a run of the buyback needs. */
export type BuybackDeps = RunDeps & Pick<Deps, 'buybackPayer'>

type RunDeps = AwaitDeps

/**
 * The one run of each coin for this due time: recorded with its outcome and, if it buys, with its signed transaction before that is sent.
 * A second call for the same time, here or on another replica, changes nothing and returns the same runs. None when no buyback is
 * configured, or when it is configured incompletely and the newest run says so already.
 *
 * @throws AggregateError for coins whose run failed, after all the others had theirs
 * @see rules 1.9
 */
export async function runBuyback(deps: BuybackDeps, { dueAtMs }: { readonly dueAtMs: UnixMs }): Promise<readonly Buyback[]> {
  if (deps.policy.buyback.mints.length === 0 && !deps.buybackPayer) return []
  const runs: (Buyback | null)[] = []
  const failed: unknown[] = []
  for (const buying of treasuryBuyings(deps)) {
    try {
      runs.push(await runBuying(deps, await afterOthers(deps, buying, dueAtMs), dueAtMs))
    } catch (error) {
      failed.push(error)
    }
  }
  if (failed.length > 0) throw new AggregateError(failed, `the buyback of ${failed.length} coins failed`)
  return runs.filter((run) => run !== null)
}

/** As `runBuyback`, of any buyer; null too where a coin’s wallet holds too little, or the coin’s last run says already why not. */
export async function runBuying(deps: RunDeps, buying: Buying, dueAtMs: UnixMs): Promise<Buyback | null> {
  const { storage } = deps
  const of = coinOf(buying)
  const run = (await storage.buybacks.findByDue(of, dueAtMs)) ?? (await recordRun(deps, buying, await planBuyback(deps, buying), dueAtMs))
  const operation = run?.operationId && run.state === 'under_way' ? await storage.operations.find(run.operationId) : null
  if (!run || !operation) return run
  await settleInTime(deps, operation)
  return storage.buybacks.findByDue(of, dueAtMs)
}

const coinOf = ({ buyer, terms: { mint } }: Buying) => ({ buyer, mint })

/** `runBuyback` as a scheduled job. */
export const buybackJob: ScheduledJob<keyof BuybackDeps> = async (deps, { dueAtMs }) => {
  const runs = await runBuyback(deps, { dueAtMs })
  return runs.length > 0 ? runs.map(describeBuyback).join('; ') : 'nothing done: no buyback is configured'
}

/** Describes a run in a sentence, for the job's outcome. */
export function describeBuyback({ state, ticker, mint, receipt, failure }: Buyback): string {
  if (receipt) return `bought ${ticker ?? mint} for ${amountText(receipt.spentAtomic, PRICED_CURRENCY)}`
  if (!failure) return state
  return `${state}: ${new AppError(failure.code, failure.context).message}`
}

/** Writes the run, and its operation if it buys, in one commit; returns the run that was written first for this time. */
async function recordRun(
  deps: Pick<Deps, 'storage' | 'policy' | 'clock' | 'ids' | 'redact'>,
  buying: Buying,
  plan: BuybackPlan,
  dueAtMs: UnixMs,
): Promise<Buyback | null> {
  // The operator's own work: no caller pays for it.
  const wanted = plan.prepared && (await chargeFor(null, buybackOperation(deps, plan)))
  return deps.storage.transaction(async (tx) => {
    await tx.lock('buyback')
    const other = await tx.buybacks.findByDue(coinOf(buying), dueAtMs)
    if (other) return other
    const refusal = plan.refusal ?? (wanted && (await writeUnlessRefused(deps, tx, { buying, plan, operation: wanted })))
    if (refusal && (await isKnown(tx, buying, { refusal, plan }))) return null
    const kept = await tx.buybacks.insert(
      buybackRun(deps, plan, { buyer: buying.buyer, dueAtMs, operation: refusal ? null : wanted, refusal }),
    )
    if (!kept) throw new Error(`the run of ${dueAtMs} is neither there nor new`)
    await recordNothingBought(deps, tx, kept)
    return kept
  })
}

/** Whether a refusal is no news: a wallet that waits for fees, or what the buyer’s newest run says already. */
async function isKnown(
  { buybacks }: Pick<Repos, 'buybacks'>,
  { buyer }: Buying,
  { refusal: { code }, plan }: { refusal: AppError; plan: BuybackPlan },
): Promise<boolean> {
  const isCoin = buyer !== 'treasury'
  if (isCoin && code === 'buyback_balance_too_low') return true
  // Quotes are kept: later prices are held against them.
  if (plan.quote !== null || (!isCoin && code !== 'buyback_not_configured')) return false
  return (await buybacks.findNewest(buyer))?.failure?.code === code
}

/** Journals the buy, or returns why not: another is under way, or it exceeds today's budget. */
async function writeUnlessRefused(
  { policy, clock }: Pick<Deps, 'policy' | 'clock'>,
  tx: Repos,
  { buying, plan, operation }: { buying: Buying; plan: BuybackPlan; operation: Charged<BuybackOperation> },
): Promise<AppError | null> {
  const { buyer, terms } = buying
  if (await isUnderWay(tx, buyer, operation.mint)) return new AppError('buyback_under_way')
  if (await exceedsDay(tx, buying, plan, dayStartMs(clock.nowMs()))) return new AppError('buyback_budget_exceeded')
  const spends =
    buyer === 'treasury'
      ? ({
          budget: budgetsOf(policy).buyback,
          order: { spendingClass: 'operator', amountAtomic: terms.atomicMax },
          refusal: () => new AppError('buyback_budget_exceeded'),
        } as const)
      : null
  const caller = { keyId: operation.keyId, requireApproval: false }
  return writeOperation({ tx, policy }, { operation, caller, spends }, clock.nowMs()).then(
    () => null,
    (error: unknown) => (error instanceof AppError && error.code === 'buyback_budget_exceeded' ? error : Promise.reject(error)),
  )
}

/** Whether this buy and what the buyer spent on the coin since then are more than its day allows. */
async function exceedsDay({ buybacks }: Pick<Repos, 'buybacks'>, { buyer, terms }: Buying, { quote }: BuybackPlan, sinceMs: UnixMs) {
  const today = (await buybacks.listOf(buyer, LIMITS.pageMax, terms.mint)).filter(({ dueAtMs }) => dueAtMs >= sinceMs)
  const spends = [...today, { state: 'under_way' as const, receipt: null, quote }].map(spentAtMost)
  return spends.reduce((sumAtomic, spentAtomic) => sumAtomic + spentAtomic, 0n) > terms.dailyAtomic
}

const buybackRun = (
  { ids, clock, redact }: Pick<Deps, 'ids' | 'clock' | 'redact'>,
  { mint, ticker, payer, quote }: BuybackPlan,
  { buyer, dueAtMs, operation, refusal }: { buyer: Buyer; dueAtMs: UnixMs; operation: BuybackOperation | null; refusal: AppError | null },
): Buyback => ({
  id: ids.id('bb'),
  buyer,
  dueAtMs,
  mint,
  ticker,
  wallet: payer?.wallet ?? null,
  state: operation ? 'under_way' : 'skipped',
  failure: refusal && redactedFailure(refusal, redact),
  quote,
  operationId: operation?.id ?? null,
  receipt: null,
  finishedAtMs: operation ? null : clock.nowMs(),
})

const buybackOperation = (deps: Pick<Deps, 'ids' | 'clock'>, { mint, payer, launchpad, prepared }: BuybackPlan): BuybackOperation =>
  openOperation(deps, {
    kind: 'buyback',
    platform: launchpad.facts.id,
    mint: mint!,
    keyId: CLOCK_KEY_ID,
    launcher: payer!.wallet,
    transactions: prepared!.transactions,
  })
