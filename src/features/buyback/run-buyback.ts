import { type KeyId, type UnixMs, unixMs } from '../../domain/brands.ts'
import type { Buyback } from '../../domain/buyback.ts'
import { AppError, struckFailure } from '../../domain/errors.ts'
import { LIMITS } from '../../domain/limits.ts'
import type { Operation } from '../../domain/operation.ts'
import { formatSol } from '../../domain/money/sol.ts'
import type { Deps } from '../../ports/deps.ts'
import type { Repos } from '../../ports/storage/storage.ts'
import { budgetsOf } from '../budgets/budgets-of.ts'
import { spend } from '../budgets/spend.ts'
import { SETTLE_LEASE_MS, settleUntilFinished } from '../operations/settle-operation.ts'
import type { Job } from '../../ports/scheduled-job.ts'
import { type BuybackPlan, planBuyback } from './plan-buyback.ts'

/**
 * The one run of this time of the clock: recorded with its outcome, and if it buys, written with its signed transaction
 * before that is sent. A second call for the same time, here or on another replica, does nothing and answers the same run.
 * Null when the operator configured nothing, or less than a buyback needs and the newest run says so.
 *
 * @see rules 1.9
 */
export async function runBuyback(deps: Deps, { dueAtMs }: { readonly dueAtMs: UnixMs }): Promise<Buyback | null> {
  const { storage, clock } = deps
  if (!deps.policy.buyback.mint && !deps.buybackPayer) return null
  const run = (await storage.buybacks.findByDue(dueAtMs)) ?? (await recordRun(deps, await planBuyback(deps), dueAtMs))
  const operation = run?.operationId && run.state === 'under_way' ? await storage.operations.find(run.operationId) : null
  if (!run || !operation) return run
  await settleUntilFinished(deps, operation, unixMs(clock.nowMs() + LIMITS.launchWaitMs))
  return storage.buybacks.findByDue(dueAtMs)
}

/** `runBuyback` as the clock calls it. */
export const buybackJob: Job = async (deps, { dueAtMs }) => {
  const run = await runBuyback(deps, { dueAtMs })
  return run ? describeBuyback(run) : 'nothing done: no buyback is configured'
}

/** A run in a sentence. */
export function describeBuyback({ state, ticker, mint, receipt, failure }: Buyback): string {
  if (receipt) return `bought ${ticker ?? mint} for ${formatSol(receipt.spentLamports)} SOL`
  if (!failure) return state
  return `${state}: ${new AppError(failure.code, failure.context).message}`
}

/** Writes the run, and its operation where it buys, in one commit; or answers the run that was written first. */
async function recordRun(deps: Deps, plan: BuybackPlan, dueAtMs: UnixMs): Promise<Buyback | null> {
  const { storage, clock } = deps
  return storage.transaction(async (tx) => {
    await tx.lock('buyback')
    const other = await tx.buybacks.findByDue(dueAtMs)
    if (other) return other
    const wanted = plan.prepared && !(await tx.buybacks.findUnderWay()) ? buybackOperation(deps, plan) : null
    const operation = wanted && (await withinBudget(deps, tx, wanted)) ? wanted : null
    const refusal = operation ? null : (plan.refusal ?? new AppError(wanted ? 'buyback_budget_exceeded' : 'buyback_under_way'))
    if (refusal?.code === 'buyback_not_configured' && (await tx.buybacks.findNewest())?.failure?.code === refusal.code) return null
    const run = buybackRun(deps, plan, { dueAtMs, operation, refusal })
    if (operation) {
      const journaled = await tx.operations.insert(operation, unixMs(clock.nowMs() + SETTLE_LEASE_MS))
      if (!journaled) throw new Error(`a buyback of ${operation.mint} is under way without its run`)
    }
    const kept = await tx.buybacks.insert(run)
    if (!kept) throw new Error(`the run of ${dueAtMs} is neither there nor new`)
    return kept
  })
}

/** Writes down what the buy costs at most; false when that is more than today's budget has left. */
const withinBudget = ({ policy, clock }: Deps, tx: Repos, { id, keyId }: Operation): Promise<boolean> => {
  const order = { id, caller: keyId, spendingClass: 'operator', amount: policy.buyback.maxLamports } as const
  return spend(tx, budgetsOf(policy).buyback, order, clock.nowMs())
}

const buybackRun = (
  { ids, clock, strikeOut }: Deps,
  { mint, ticker, payer, quote }: BuybackPlan,
  { dueAtMs, operation, refusal }: { dueAtMs: UnixMs; operation: Operation | null; refusal: AppError | null },
): Buyback => ({
  id: ids.id('bb'),
  dueAtMs,
  mint,
  ticker,
  wallet: payer?.wallet ?? null,
  state: operation ? 'under_way' : 'skipped',
  failure: refusal && struckFailure(refusal, strikeOut),
  quote,
  operationId: operation?.id ?? null,
  receipt: null,
  finishedAtMs: operation ? null : clock.nowMs(),
})

const buybackOperation = ({ ids, clock }: Deps, { mint, payer, launchpad, prepared }: BuybackPlan): Operation => ({
  id: ids.id('op'),
  kind: 'buyback',
  platform: launchpad.facts.id,
  mint: mint!,
  keyId: 'cron' as KeyId,
  launcher: payer!.wallet,
  dryRunId: null,
  idempotencyId: null,
  plan: null,
  metadataId: null,
  lockPath: null,
  transactions: prepared!.transactions,
  state: 'prepared',
  failure: null,
  result: null,
  createdAtMs: clock.nowMs(),
  finishedAtMs: null,
})
