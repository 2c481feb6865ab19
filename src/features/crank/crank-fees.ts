import type { Currency } from '../../domain/money/currency.ts'
import type { Caller } from '../../domain/api-key.ts'
import { type AtomicUnits, atomicUnits, type Mint, unixMs } from '../../domain/brands.ts'
import type { Coin } from '../../domain/coin.ts'
import { AppError } from '../../domain/errors.ts'
import { OWN_LIMITS } from '../../domain/limits/own-limits.ts'
import type { CrankOperation } from '../../domain/operation.ts'
import type { Secret } from '../../lib/secret.ts'
import type { Deps } from '../../ports/deps.ts'
import type { Launchpad } from '../../ports/launchpad/launchpad.ts'
import type { Prepared } from '../../ports/launchpad/launcher.ts'
import type { Signer } from '../../ports/signer.ts'
import type { PaidRun } from '../../ports/payments.ts'
import type { Repos } from '../../ports/storage/storage.ts'
import { capabilityOf, checkSupported } from '../plan/check-supported.ts'
import { type AwaitDeps, awaitOperation } from '../operations/await-operation.ts'
import { journalOperation } from '../operations/journal-operation.ts'
import { openOperation } from '../operations/open-operation.ts'
import { operationOfRun } from '../operations/operation-of-run.ts'
import { isBackedOff, backOffIfUnproductive } from './back-off-coin.ts'
import { checkCrankCost, crankSpending } from './spend-on-crank.ts'

/** A crank of a coin within this time after a finished one returns that one: both belong to the same intent. */
const REPEATED_WITHIN_MS = 3_000

/** Either a finished distribution, or the amount still missing for one; `repeated` when it had finished before this call. */
export type CrankOutcome =
  | { readonly operation: CrankOperation; readonly missingAtomic: null; readonly repeated: boolean }
  | { readonly operation: null; readonly missingAtomic: AtomicUnits; readonly currency: Currency }

/** What a crank needs. */
export type CrankDeps = AwaitDeps & Pick<Deps, 'crankPayers'>

/** A distribution as a caller requests it. */
export interface CrankOrder {
  readonly caller: Caller
  /** The payment of the call; null for callers with a key. */
  readonly payment: PaidRun | null
  readonly mint: Mint
  /** The secret of the wallet that pays the network fee; null for the operator's wallet. */
  readonly launcherSecret: Secret<string> | null
  /** How many times its cost the distribution has to be worth for the operator's wallet to pay it; without it, crankWorthTimes. */
  readonly worthTimes?: bigint
}

/**
 * Distributes a coin's accrued creator fees. While a distribution of the coin is under way, or has just landed, further calls join it, so
 * that any number of parallel cranks send one transaction. Without a launcher secret the operator's wallet pays, and only for a
 * distribution that brings the treasury as much as it costs.
 *
 * @see rules 4.2, 5.3; rules 10.23
 */
export async function crankFees(
  deps: CrankDeps,
  { caller, payment, mint, launcherSecret, worthTimes = BigInt(OWN_LIMITS.crankWorthTimes) }: CrankOrder,
): Promise<CrankOutcome> {
  const { storage, launchpads } = deps
  const existing = await operationOfRun(storage, payment, 'crank')
  if (existing) return finished(deps, existing)
  const coin = await storage.coins.find(mint)
  if (!coin) throw new AppError('mint_unknown', {}, { fields: [{ path: '/mint', message: 'is not a coin of this service' }] })
  const launchpad = await launchpads.get(coin.platform)
  checkSupported(launchpad.facts, 'crank', '/mint')
  const payer = launcherSecret ? launchpad.parseLauncher(launcherSecret) : (deps.crankPayers[launchpad.facts.chainId] ?? null)
  if (!payer) throw new AppError('crank_payer_missing')
  const joined = await findRepeated(deps, storage, mint)
  if (joined) return { ...(await finished(deps, joined)), repeated: joined.finishedAtMs !== null }

  if (launcherSecret === null && !caller.operator && (await isBackedOff(deps, mint)))
    throw new AppError('crank_cost_exceeded', {
      reason: 'the last one paid little of what waits, and the operator tries again within six hours',
    })
  const crank = await prepareCrank(deps, launchpad, coin, { payer, operatorPays: launcherSecret === null, worthTimes })
  if (crank.prepared === null) {
    // The vault may be empty because a crank that began concurrently has just landed.
    const landed = await findRepeated(deps, storage, mint)
    return landed ? finished(deps, landed) : { operation: null, missingAtomic: crank.missingAtomic, currency: coin.currency }
  }
  const { transactions } = crank.prepared
  const opened = { platform: launchpad.facts.id, mint, launcher: payer.wallet, transactions }
  const ended = await finished(deps, await journalCrank(deps, { caller, payment, opened, fromOperatorAtomic: crank.fromOperatorAtomic }))
  if (crank.fromOperatorAtomic > 0n) await backOffIfUnproductive(deps, ended.operation, crank.accruedAtomic)
  return ended
}

/** What is sent, on which coin and for whom. */
interface CrankToJournal extends Pick<CrankOrder, 'caller' | 'payment'> {
  readonly opened: Pick<CrankOperation, 'platform' | 'mint' | 'launcher' | 'transactions'>
  readonly fromOperatorAtomic: AtomicUnits
}

/** The crank as it is written down, with what the operator spends on it; the one that it joins, where one is under way already. */
function journalCrank(deps: CrankDeps, { caller, payment, opened, fromOperatorAtomic }: CrankToJournal): Promise<CrankOperation> {
  const operation: CrankOperation = openOperation(deps, {
    ...opened,
    kind: 'crank',
    keyId: caller.keyId,
    idempotencyId: payment?.runId ?? null,
  })
  return journalOperation(deps, {
    caller,
    payment,
    operation,
    lock: `crank ${opened.mint}`,
    // Of parallel cranks one is sent, and the others join it.
    findFirst: (tx) => findRepeated(deps, tx, opened.mint),
    spends: fromOperatorAtomic > 0n ? crankSpending(deps, { caller, platform: operation.platform, costAtomic: fromOperatorAtomic }) : null,
  })
}

const findRepeated = async ({ clock }: CrankDeps, { operations }: Pick<Repos, 'operations'>, mint: Mint) =>
  (await operations.findUnfinished('crank', mint)) ??
  (await operations.findRecent('crank', mint, unixMs(clock.nowMs() - REPEATED_WITHIN_MS)))

type PreparedCrank =
  | { readonly prepared: Prepared; readonly fromOperatorAtomic: AtomicUnits; readonly accruedAtomic: AtomicUnits }
  | { readonly prepared: null; readonly missingAtomic: AtomicUnits }

/** A distribution ready to send, or the amount missing until it pays anybody and covers the operator's cost. */
async function prepareCrank(
  deps: CrankDeps,
  launchpad: Launchpad,
  coin: Coin,
  { payer, operatorPays, worthTimes }: { payer: Signer; operatorPays: boolean; worthTimes: bigint },
): Promise<PreparedCrank> {
  const { mint } = coin
  const feeShare = capabilityOf(launchpad, 'feeShare')
  const distribution = await feeShare.prepareDistribution(mint, payer, coin)
  if (!distribution.prepared) return distribution
  if (!operatorPays) return { prepared: distribution.prepared, fromOperatorAtomic: atomicUnits(0), accruedAtomic: atomicUnits(0) }
  // A second transaction cannot be simulated before the first has landed, and the operator would pay for its failure.
  if (distribution.prepared.transactions.length > 1)
    throw new AppError('crank_cost_exceeded', { reason: 'it needs a lookup table of its own' })
  const [read] = await feeShare.readAccrued([mint])
  const accruedAtomic = read?.accruedAtomic ?? atomicUnits(0)
  const missingAtomic = worthTimes * distribution.feeAtomic - accruedAtomic
  if (missingAtomic <= 0n) checkCrankCost(deps, launchpad.facts.id, distribution.feeAtomic)
  return missingAtomic > 0n
    ? { prepared: null, missingAtomic: atomicUnits(missingAtomic) }
    : { prepared: distribution.prepared, fromOperatorAtomic: distribution.feeAtomic, accruedAtomic }
}

async function finished(deps: CrankDeps, operation: CrankOperation) {
  return { operation: await awaitOperation(deps, operation), missingAtomic: null, repeated: false }
}
