import { type Caller, CLOCK_KEY_ID } from '../../domain/api-key.ts'
import { atomicUnits, type Mint, unixMs } from '../../domain/brands.ts'
import { AppError } from '../../domain/errors.ts'
import { LIMITS } from '../../domain/limits.ts'
import type { Deps } from '../../ports/deps.ts'
import type { LaunchpadFacts } from '../../ports/launchpad/facts.ts'
import type { LockedCoin } from '../../ports/storage/coin-passes.ts'
import { type CrankDeps, crankFees } from './crank-fees.ts'
import { restCoin, WAIT_MS } from './rest-coin.ts'
import { failureOf } from '../operations/failure-of.ts'
import { readChain } from '../coins/read-chain.ts'
import type { ScheduledJob } from '../../ports/scheduled-job.ts'

/** Who cranks when nobody asked. */
const CLOCK: Caller = {
  keyId: CLOCK_KEY_ID,
  operator: true,
  ops: false,
  requireApproval: false,
  launchesPerHour: null,
  referral: null,
}

const PARALLEL = 8
/** The operator's wallet is empty or its budget used up: no other coin fares better. */
const ENDS_THE_PASS = new Set(['crank_budget_exceeded', 'balance_too_low'])

/** So many batches are read before the first of their coins is paid out: a hundred coins each. */
const BATCHES_AT_ONCE = 100

/**
 * Distributes the fees of every locked coin that bring the treasury what the transaction costs, of ten thousand coins the
 * largest first, so that nobody's many small ones use the budget up; the operator's wallet pays. Batched reads decide which
 * coins are tried at all. A pass that breaks off goes on behind the last coins it finished.
 *
 * @see rules 10.23
 */
export const crankAllCoins: ScheduledJob<keyof CrankDeps> = async (deps, { position, keepPosition, mayGoOn }) => {
  if (Object.keys(deps.crankKeys).length === 0) return 'nothing done: there is no wallet that pays'
  const sums = { read: 0, paid: 0, failed: 0 }
  const paying = deps.launchpads.ids.filter((id) => operatorPays(deps, deps.launchpads.facts(id)))
  const ended = new Set<string>()
  const summary = () => `${sums.read} coins read, ${sums.paid} paid out, ${sums.failed} failed`
  for (let after = position as Mint | null; ;) {
    const worthwhile: Candidate[] = []
    let isLast = false
    for (let batches = 0; batches < BATCHES_AT_ONCE && !isLast; batches += 1) {
      if (batches > 0 && !(await mayGoOn())) return `${summary()}; broken off`
      const batch = await deps.storage.coinPasses.listLocked(after, LIMITS.batchReadMax)
      isLast = batch.length < LIMITS.batchReadMax
      const paid = batch.filter(({ platform }) => paying.includes(platform) && !ended.has(platform))
      worthwhile.push(...(await pickWorthwhile(deps, paid)))
      sums.read += batch.length
      after = batch.at(-1)?.mint ?? after
    }
    for (const group of groupsOf(deps, worthwhile.toSorted(largestFirst))) {
      const { platform } = group[0]!
      if (ended.has(platform)) continue
      const ends = await Promise.all(group.map((coin) => crankOne(deps, coin)))
      for (const outcome of ends) if (outcome in sums) sums[outcome as 'paid' | 'failed'] += 1
      const last = ends.find((outcome) => ENDS_THE_PASS.has(outcome))
      if (last !== undefined) {
        ended.add(platform)
        if (paying.every((id) => ended.has(id))) return `${summary()}; stopped: ${last}`
      }
      if (!(await mayGoOn())) return `${summary()}; broken off`
    }
    if (isLast) break
    await keepPosition(after)
    if (!(await mayGoOn())) return `${summary()}; broken off`
  }
  await keepPosition(null)
  return summary()
}

/** Those of one launchpad stand together: their amounts are of one currency. */
const largestFirst = (a: Candidate, b: Candidate): number =>
  a.platform === b.platform ? Number(b.accrued > a.accrued) - Number(b.accrued < a.accrued) : a.platform < b.platform ? -1 : 1

/** True when the operator has a wallet that pays on this launchpad. */
const operatorPays = ({ crankKeys }: Pick<Deps, 'crankKeys'>, { chainId, operations }: LaunchpadFacts): boolean =>
  operations.includes('crank') && crankKeys[chainId] !== undefined

/** Coins that are cranked at once: several of one launchpad, but one alone where its payer's transactions must wait for each other. */
function groupsOf({ launchpads }: Pick<Deps, 'launchpads'>, candidates: readonly Candidate[]): Candidate[][] {
  const groups: Candidate[][] = []
  for (const candidate of candidates) {
    const last = groups.at(-1)
    const { paysInTurn } = launchpads.facts(candidate.platform)
    const joins = last && last.length < PARALLEL && !paysInTurn && last[0]!.platform === candidate.platform
    if (joins) last.push(candidate)
    else groups.push([candidate])
  }
  return groups
}

interface Candidate {
  readonly platform: string
  readonly mint: Mint
  readonly accrued: bigint
}

/** The coins of a batch whose fees are worth the least that a transaction costs, and come to what a distribution last lacked. */
async function pickWorthwhile(deps: Pick<Deps, 'launchpads' | 'clock' | 'log'>, batch: readonly LockedCoin[]): Promise<Candidate[]> {
  const nowMs = deps.clock.nowMs()
  const coins = new Map(batch.map((coin) => [coin.mint, coin]))
  const worthwhile: Candidate[] = []
  for (const { mint, accrued: accrued } of await readChain(deps, batch)) {
    const { platform, crankFrom, crankWaitUntilMs } = coins.get(mint)!
    const { transactionFee } = deps.launchpads.facts(platform)
    const waits = crankWaitUntilMs > nowMs && accrued < crankFrom
    if (accrued >= BigInt(LIMITS.crankWorthTimes) * transactionFee && !waits) worthwhile.push({ mint, platform, accrued })
  }
  return worthwhile
}

/** `paid`, `waits`, `failed`, or the code of an error that ends the pass. One coin's failure is logged and keeps no other from its turn. */
async function crankOne(deps: CrankDeps, { mint, accrued }: Candidate): Promise<string> {
  try {
    const { operation, missing } = await crankFees(deps, { caller: CLOCK, payment: null, mint, launcherSecret: null })
    if (!operation) {
      const from = atomicUnits(accrued + missing)
      await deps.storage.coinPasses.waitForFees(mint, { from, untilMs: unixMs(deps.clock.nowMs() + WAIT_MS) })
      return 'waits'
    }
    const failure = failureOf(operation)
    if (failure) throw failure
    return 'paid'
  } catch (error) {
    if (error instanceof AppError && ENDS_THE_PASS.has(error.code)) return error.code
    if (error instanceof AppError && error.code === 'crank_cost_exceeded') await restCoin(deps, mint)
    deps.log.warn('crank failed', { mint, error })
    return 'failed'
  }
}
