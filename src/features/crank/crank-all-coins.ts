import { type Caller, CLOCK_KEY_ID } from '../../domain/api-key.ts'
import { atomicUnits, type Mint, unixMs, type AtomicUnits } from '../../domain/brands.ts'
import { AppError } from '../../domain/errors.ts'
import { DAY_MS } from '../../domain/limits.ts'
import { OWN_LIMITS } from '../../domain/limits/own-limits.ts'
import type { Deps } from '../../ports/deps.ts'
import type { LaunchpadFacts } from '../../ports/launchpad/facts.ts'
import type { CoinLook, LockedCoin } from '../../ports/storage/scheduling/coin-passes.ts'
import { clockWorthTimes } from '../budgets/budgets-of.ts'
import { dayStartMs } from '../../domain/limits/utc-day.ts'
import { type CrankDeps, crankFees } from './crank-fees.ts'
import { crankBudget } from './spend-on-crank.ts'
import { backOffCoin, WAIT_MS } from './back-off-coin.ts'
import { failureOf } from '../operations/failure-of.ts'
import { LOCKED_WAIT_MAX_MS, nextLook } from '../coins/next-look.ts'
import { readChain } from '../coins/read-chain.ts'
import type { ScheduledJob } from '../../ports/scheduled-job.ts'

/** The caller of scheduled cranks. */
const CLOCK: Caller = {
  keyId: CLOCK_KEY_ID,
  operator: true,
  ops: false,
  requireApproval: false,
  launchesPerHour: null,
  referral: null,
}

const COINS_AT_ONCE = 8
/** The operator's wallet is empty or its budget used up: every further coin would fail too. */
const ENDS_THE_PASS: ReadonlySet<string> = new Set(['crank_budget_exceeded', 'balance_too_low'])

/** Batches of a hundred coins that are read before the first distribution of a pass. */
const BATCHES_AT_ONCE = 100

/**
 * Distributes the fees of every locked coin whose treasury share covers the transaction cost, paid by the operator's wallet. Batched
 * reads select the coins; of each ten thousand the largest come first, and the more of the day's budget is used, the more a coin has to be
 * worth, so that many small coins of one owner cannot use the budget up. A pass that is interrupted resumes after the last coins it
 * finished. A coin that nobody trades is read less and less, but within the hour.
 *
 * @see rules 10.23
 */
export const crankAllCoins: ScheduledJob<keyof CrankDeps> = async (deps, { position, keepPosition, mayContinue }) => {
  if (Object.keys(deps.crankPayers).length === 0) return 'nothing done: there is no wallet that pays'
  const sums = { read: 0, paid: 0, failed: 0, left: 0 }
  const paying = deps.launchpads.ids.filter((id) => operatorPays(deps, deps.launchpads.facts(id)))
  const ended = new Set<string>()
  const left = () => (sums.left === 0 ? '' : `, ${sums.left} too small for what is left of the budget`)
  const summary = () => `${sums.read} coins read, ${sums.paid} paid out, ${sums.failed} failed${left()}`
  const nowMs = deps.clock.nowMs()
  let after = position as Mint | null
  for (;;) {
    const worthwhile: CrankCandidate[] = []
    let isLast = false
    for (let batches = 0; batches < BATCHES_AT_ONCE && !isLast; batches += 1) {
      if (batches > 0 && !(await mayContinue())) return `${summary()}; broken off`
      const batch = await deps.storage.coinPasses.listLocked(after, { nowMs, limit: OWN_LIMITS.batchReadMax })
      isLast = batch.length < OWN_LIMITS.batchReadMax
      const paid = batch.filter(({ platform }) => paying.includes(platform) && !ended.has(platform))
      worthwhile.push(...(await pickWorthwhile(deps, paid)))
      sums.read += batch.length
      after = batch.at(-1)?.mint ?? after
    }
    for (const group of groupsOf(deps, worthwhile.toSorted(largestFirst))) {
      const { platform } = group[0]!
      if (ended.has(platform)) continue
      const ends = await crankTogether(deps, platform, group)
      for (const outcome of ends) if (outcome in sums) sums[outcome as 'paid' | 'failed' | 'left'] += 1
      const last = ends.find((outcome) => ENDS_THE_PASS.has(outcome))
      if (last !== undefined) {
        ended.add(platform)
        if (paying.every((id) => ended.has(id))) return `${summary()}; stopped: ${last}`
      }
      if (!(await mayContinue())) return `${summary()}; broken off`
    }
    if (isLast) break
    await keepPosition(after)
    if (!(await mayContinue())) return `${summary()}; broken off`
  }
  await keepPosition(null)
  return summary()
}

/** Coins of one launchpad are adjacent, since their amounts share a currency. */
const largestFirst = (a: CrankCandidate, b: CrankCandidate): number =>
  a.platform === b.platform
    ? Number(b.accruedAtomic > a.accruedAtomic) - Number(b.accruedAtomic < a.accruedAtomic)
    : a.platform < b.platform
      ? -1
      : 1

/** True when the operator has a wallet that pays cranks on this launchpad. */
const operatorPays = ({ crankPayers }: Pick<Deps, 'crankPayers'>, { chainId, operations }: LaunchpadFacts): boolean =>
  operations.includes('crank') && crankPayers[chainId] !== undefined

/**
 * Coins that are cranked concurrently: several of one launchpad, but one at a time where its payer's transactions must wait for each
 * other.
 */
function groupsOf({ launchpads }: Pick<Deps, 'launchpads'>, candidates: readonly CrankCandidate[]): CrankCandidate[][] {
  const groups: CrankCandidate[][] = []
  for (const candidate of candidates) {
    const last = groups.at(-1)
    const { paysInTurn } = launchpads.facts(candidate.platform)
    const joins = last && last.length < COINS_AT_ONCE && !paysInTurn && last[0]!.platform === candidate.platform
    if (joins) last.push(candidate)
    else groups.push([candidate])
  }
  return groups
}

interface CrankCandidate {
  readonly platform: string
  readonly mint: Mint
  readonly accruedAtomic: AtomicUnits
}

/**
 * The coins of a batch whose fees cover the minimum cost of a transaction, and reach the amount that their last distribution lacked. These
 * are read again in the next pass, whatever becomes of them, and so are those that could not be read; all others when they are due.
 */
async function pickWorthwhile(
  deps: Pick<Deps, 'storage' | 'launchpads' | 'clock' | 'log'>,
  batch: readonly LockedCoin[],
): Promise<CrankCandidate[]> {
  const nowMs = deps.clock.nowMs()
  const coins = new Map(batch.map((coin) => [coin.mint, coin]))
  const worthwhile: CrankCandidate[] = []
  const looks: CoinLook[] = []
  for (const { mint, accruedAtomic } of await readChain(deps, batch)) {
    const coin = coins.get(mint)!
    const { platform, crankFromAtomic, crankWaitUntilMs } = coin
    const look = nextLook(coin, { accruedAtomic, nowMs, waitMaxMs: LOCKED_WAIT_MAX_MS })
    const covers = accruedAtomic >= BigInt(OWN_LIMITS.crankWorthTimes) * deps.launchpads.facts(platform).transactionFeeAtomic
    const waits = crankWaitUntilMs > nowMs && accruedAtomic < crankFromAtomic
    if (covers && !waits) worthwhile.push({ mint, platform, accruedAtomic })
    const latestMs = covers ? (waits ? crankWaitUntilMs : nowMs) : look.dueAtMs
    looks.push({ ...look, dueAtMs: unixMs(Math.min(look.dueAtMs, latestMs)) })
  }
  await deps.storage.coinPasses.keepLooks('crank', looks, nowMs)
  return worthwhile
}

/** Cranks the coins of one launchpad concurrently; each counts as spent for those behind it. */
async function crankTogether(deps: CrankDeps, platform: string, group: readonly CrankCandidate[]): Promise<string[]> {
  const budget = crankBudget(deps, platform)
  const { transactionFeeAtomic } = deps.launchpads.facts(platform)
  const { allAtomic } = await deps.storage.spending.spent(budget.budgetName, dayStartMs(deps.clock.nowMs()))
  return Promise.all(
    group.map((coin, before) =>
      crankOne(deps, coin, clockWorthTimes(budget, atomicUnits(allAtomic + BigInt(before) * transactionFeeAtomic)), transactionFeeAtomic),
    ),
  )
}

/**
 * `paid`, `waits`, `failed`, `left` where today's budget is kept for larger coins, or the code of an error that ends the pass. The failure
 * of a coin is logged and does not stop the others.
 */
async function crankOne(
  deps: CrankDeps,
  { mint, accruedAtomic }: CrankCandidate,
  worthTimes: bigint,
  transactionFeeAtomic: AtomicUnits,
): Promise<string> {
  if (accruedAtomic < worthTimes * transactionFeeAtomic) return 'left'
  try {
    const { operation, missingAtomic } = await crankFees(deps, { caller: CLOCK, payment: null, mint, launcherSecret: null, worthTimes })
    if (!operation) {
      const fromAtomic = atomicUnits(accruedAtomic + missingAtomic)
      const nowMs = deps.clock.nowMs()
      // The next day wants less of it.
      const untilMs = unixMs(Math.min(nowMs + WAIT_MS, dayStartMs(nowMs) + DAY_MS))
      await deps.storage.coinPasses.waitForFees(mint, { fromAtomic, untilMs })
      return 'waits'
    }
    const failure = failureOf(operation)
    if (failure) throw failure
    return 'paid'
  } catch (error) {
    if (error instanceof AppError && ENDS_THE_PASS.has(error.code)) return error.code
    if (error instanceof AppError && error.code === 'crank_cost_exceeded') await backOffCoin(deps, mint)
    deps.log.warn('crank failed', { mint, error })
    return 'failed'
  }
}
