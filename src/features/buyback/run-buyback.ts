import { CLOCK_KEY_ID } from '../../domain/api-key.ts'
import type { UnixMs } from '../../domain/brands.ts'
import type { Buyback } from '../../domain/buyback.ts'
import { AppError, redactedFailure } from '../../domain/errors.ts'
import type { BuybackOperation } from '../../domain/operation.ts'
import { PRICED_CURRENCY, amountText } from '../../domain/money/currency.ts'
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
import { type BuybackPlan, planBuyback } from './plan-buyback.ts'

/** What a run of the buyback needs. */
export type BuybackDeps = AwaitDeps & Pick<Deps, 'buybackPayer'>

/**
 * The one run for this due time: recorded with its outcome and, if it buys, with its signed transaction before that is sent. A second
 * call for the same time, here or on another replica, changes nothing and returns the same run. Null when no buyback is configured, or
 * when it is configured incompletely and the newest run says so already.
 *
 * @see rules 1.9
 */
export async function runBuyback(deps: BuybackDeps, { dueAtMs }: { readonly dueAtMs: UnixMs }): Promise<Buyback | null> {
  const { storage } = deps
  if (!deps.policy.buyback.mint && !deps.buybackPayer) return null
  const run = (await storage.buybacks.findByDue(dueAtMs)) ?? (await recordRun(deps, await planBuyback(deps), dueAtMs))
  const operation = run?.operationId && run.state === 'under_way' ? await storage.operations.find(run.operationId) : null
  if (!run || !operation) return run
  await settleInTime(deps, operation)
  return storage.buybacks.findByDue(dueAtMs)
}

/** `runBuyback` as a scheduled job. */
export const buybackJob: ScheduledJob<keyof BuybackDeps> = async (deps, { dueAtMs }) => {
  const run = await runBuyback(deps, { dueAtMs })
  return run ? describeBuyback(run) : 'nothing done: no buyback is configured'
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
  plan: BuybackPlan,
  dueAtMs: UnixMs,
): Promise<Buyback | null> {
  // The operator's own work: no caller pays for it.
  const wanted = plan.prepared && (await chargeFor(null, buybackOperation(deps, plan)))
  return deps.storage.transaction(async (tx) => {
    await tx.lock('buyback')
    const other = await tx.buybacks.findByDue(dueAtMs)
    if (other) return other
    const refusal = plan.refusal ?? (wanted && (await writeUnlessRefused(deps, tx, wanted)))
    if (refusal?.code === 'buyback_not_configured' && (await tx.buybacks.findNewest())?.failure?.code === refusal.code) return null
    const kept = await tx.buybacks.insert(buybackRun(deps, plan, { dueAtMs, operation: refusal ? null : wanted, refusal }))
    if (!kept) throw new Error(`the run of ${dueAtMs} is neither there nor new`)
    await recordNothingBought(deps, tx, kept)
    return kept
  })
}

/** Journals the buy, or returns why not: another is under way, or it exceeds today's budget. */
async function writeUnlessRefused(
  { policy, clock }: Pick<Deps, 'policy' | 'clock'>,
  tx: Repos,
  operation: Charged<BuybackOperation>,
): Promise<AppError | null> {
  if (await tx.buybacks.findUnderWay()) return new AppError('buyback_under_way')
  const spends = {
    budget: budgetsOf(policy).buyback,
    order: { spendingClass: 'operator', amountAtomic: policy.buyback.atomicMax },
    refusal: () => new AppError('buyback_budget_exceeded'),
  } as const
  const caller = { keyId: operation.keyId, requireApproval: false }
  return writeOperation({ tx, policy }, { operation, caller, spends }, clock.nowMs()).then(
    () => null,
    (error: unknown) => (error instanceof AppError && error.code === 'buyback_budget_exceeded' ? error : Promise.reject(error)),
  )
}

const buybackRun = (
  { ids, clock, redact }: Pick<Deps, 'ids' | 'clock' | 'redact'>,
  { mint, ticker, payer, quote }: BuybackPlan,
  { dueAtMs, operation, refusal }: { dueAtMs: UnixMs; operation: BuybackOperation | null; refusal: AppError | null },
): Buyback => ({
  id: ids.id('bb'),
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
