import type { Currency } from '../../domain/money/currency.ts'
import type { Caller } from '../../domain/api-key.ts'
import { type AtomicUnits, atomicUnits, type Mint, unixMs } from '../../domain/brands.ts'
import type { Coin } from '../../domain/coin.ts'
import { AppError } from '../../domain/errors.ts'
import { LIMITS } from '../../domain/limits.ts'
import type { CrankOperation } from '../../domain/operation.ts'
import type { Secret } from '../../lib/secret.ts'
import type { Deps } from '../../ports/deps.ts'
import type { Launchpad } from '../../ports/launchpad/launchpad.ts'
import type { Launcher, Prepared } from '../../ports/launchpad/signing.ts'
import type { PaidRun } from '../../ports/payments.ts'
import type { Repos } from '../../ports/storage/storage.ts'
import { capabilityOf, checkOffered } from '../plan/check-offered.ts'
import { type AwaitDeps, awaitOperation } from '../operations/await-operation.ts'
import { journalOperation } from '../operations/journal-operation.ts'
import { openOperation } from '../operations/open-operation.ts'
import { operationOfRun } from '../operations/operation-of-run.ts'
import { isResting, restIfInVain } from './rest-coin.ts'
import { checkCrankCost, crankSpending } from './spend-on-crank.ts'

/** Cranks of one coin that follow within this time are answered from the one before: they were one request. */
const REPEATED_WITHIN_MS = 3_000

/**
 * Either a finished distribution, or what is missing before one would pay anybody; `repeated` when it had ended before it was
 * asked for.
 */
export type CrankOutcome =
  | { readonly operation: CrankOperation; readonly missing: null; readonly repeated: boolean }
  | { readonly operation: null; readonly missing: AtomicUnits; readonly currency: Currency }

/** What a crank needs. */
export type CrankDeps = AwaitDeps & Pick<Deps, 'crankKeys'>

/** A distribution as a caller asks for it. */
export interface CrankOrder {
  readonly caller: Caller
  /** What pays for the call; null for callers with a key. */
  readonly payment: PaidRun | null
  readonly mint: Mint
  /** Whose wallet pays the chain; null for the operator's. */
  readonly launcherSecret: Secret<string> | null
}

/**
 * Distributes a coin's accrued creator fees. While one distribution of the coin is on its way, or has just landed, every
 * further call joins it: any number of parallel cranks are one transaction. The operator's wallet pays when no launcher
 * secret is given, and only for a distribution that brings the treasury as much as it costs.
 *
 * @throws AppError of CRANK_REFUSALS but a distribution's own end; launch_unresolved when the chain stays dark, and the row goes on
 * @see rules 4.2, 5.3; rules 10.23
 */
export async function crankFees(deps: CrankDeps, { caller, payment, mint, launcherSecret }: CrankOrder): Promise<CrankOutcome> {
  const { storage, launchpads } = deps
  const existing = await operationOfRun(storage, payment, 'crank')
  if (existing) return finished(deps, existing)
  const coin = await storage.coins.find(mint)
  if (!coin) throw new AppError('mint_unknown', {}, { fields: [{ path: '/mint', message: 'is not a coin of this service' }] })
  const launchpad = await launchpads.get(coin.platform)
  checkOffered(launchpad.facts, 'crank', '/mint')
  const payer = launcherSecret ? launchpad.parseLauncher(launcherSecret) : operatorsPayer(deps, launchpad)
  if (!payer) throw new AppError('crank_payer_missing')
  const joined = await findRepeated(deps, storage, mint)
  if (joined) return { ...(await finished(deps, joined)), repeated: joined.finishedAtMs !== null }

  if (launcherSecret === null && !caller.operator && (await isResting(deps, mint)))
    throw new AppError('crank_cost_exceeded', {
      reason: 'the last one paid little of what waits, and the operator tries again within six hours',
    })
  const crank = await prepareCrank(deps, launchpad, coin, { payer, operatorPays: launcherSecret === null })
  if (crank.prepared === null) {
    // The vault may be empty because a crank that began with this one has just landed.
    const landed = await findRepeated(deps, storage, mint)
    return landed ? finished(deps, landed) : { operation: null, missing: crank.missing, currency: coin.currency }
  }
  const operation: CrankOperation = openOperation(deps, {
    kind: 'crank',
    platform: launchpad.facts.id,
    mint,
    keyId: caller.keyId,
    launcher: payer.wallet,
    idempotencyId: payment?.runId ?? null,
    transactions: crank.prepared.transactions,
  })
  const journaled = await journalOperation(deps, {
    caller,
    payment,
    operation,
    lock: `crank ${mint}`,
    // Of parallel cranks one is sent, and the others join it.
    findFirst: (tx) => findRepeated(deps, tx, mint),
    spends: crank.fromOperator > 0n ? crankSpending(deps, { caller, platform: operation.platform, cost: crank.fromOperator }) : null,
  })
  const ended = await finished(deps, journaled)
  if (crank.fromOperator > 0n) await restIfInVain(deps, ended.operation, crank.accrued)
  return ended
}

/** Who pays for the operator on this launchpad; null when nobody does. */
export const operatorsPayer = ({ crankKeys }: Pick<Deps, 'crankKeys'>, launchpad: Launchpad): Launcher | null => {
  const key = crankKeys[launchpad.facts.chainId]
  return key ? launchpad.parseLauncher(key) : null
}

const findRepeated = async ({ clock }: CrankDeps, { operations }: Pick<Repos, 'operations'>, mint: Mint) =>
  (await operations.findUnfinished('crank', mint)) ??
  (await operations.findRecent('crank', mint, unixMs(clock.nowMs() - REPEATED_WITHIN_MS)))

type PreparedCrank =
  | { readonly prepared: Prepared; readonly fromOperator: AtomicUnits; readonly accrued: bigint }
  | { readonly prepared: null; readonly missing: AtomicUnits }

/** A distribution ready to send, or what is missing before it pays anybody, and brings back to the operator what it costs. */
async function prepareCrank(
  deps: CrankDeps,
  launchpad: Launchpad,
  coin: Coin,
  { payer, operatorPays }: { payer: Launcher; operatorPays: boolean },
): Promise<PreparedCrank> {
  const { mint } = coin
  const feeShare = capabilityOf(launchpad, 'feeShare')
  const distribution = await feeShare.prepareDistribution(mint, payer, coin)
  if (!distribution.prepared) return distribution
  if (!operatorPays) return { prepared: distribution.prepared, fromOperator: atomicUnits(0), accrued: 0n }
  // The second cannot be tried out before the first has landed: that would be paid for what may then fail.
  if (distribution.prepared.transactions.length > 1)
    throw new AppError('crank_cost_exceeded', { reason: 'it needs a lookup table of its own' })
  const [read] = await feeShare.readAccrued([mint])
  const accrued = read?.accrued ?? 0n
  const missing = BigInt(LIMITS.crankWorthTimes) * distribution.fee - accrued
  if (missing <= 0n) checkCrankCost(deps, launchpad.facts.id, distribution.fee)
  return missing > 0n
    ? { prepared: null, missing: atomicUnits(missing) }
    : { prepared: distribution.prepared, fromOperator: distribution.fee, accrued }
}

async function finished(deps: CrankDeps, operation: CrankOperation) {
  return { operation: await awaitOperation(deps, operation), missing: null, repeated: false }
}
