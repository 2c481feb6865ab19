import { atomicUnits, type Mint } from '../../domain/brands.ts'
import { type Coin, newCoin } from '../../domain/coin.ts'
import { AppError, type Failure, redactedFailure } from '../../domain/errors.ts'
import { isAtomic } from '../../domain/lock-path.ts'
import { type LaunchOperation, launchProgress, type LaunchProgress, type OperationResult } from '../../domain/operation.ts'
import { BY_AGENT } from '../../domain/operator/operator-act.ts'
import type { Outcome, SettleDeps, Settler } from '../../ports/settler.ts'
import type { ChainCoin } from '../../ports/launchpad/coin.ts'
import type { Launchpad } from '../../ports/launchpad/launchpad.ts'
import { recordEvent, recordEvents } from '../events/record-event.ts'
import { recordAct } from '../operator-log/record-act.ts'
import { locksExactly, looksAsPlanned } from '../plan/planned-lock.ts'
import { makeLaunchResult } from './make-launch-result.ts'
import type { Cluster } from '../../domain/cluster.ts'
import type { LaunchFailed } from '../../domain/results/launch-failed.ts'

type Created = Extract<LaunchProgress, { stage: 'created' }>
type Dead = Extract<LaunchProgress, { stage: 'dead' }>

type LaunchOutcome = Outcome<OperationResult['launch']>

/** What is known of a launch whose coin exists. */
interface Launched {
  readonly operation: LaunchOperation
  readonly progress: Created
  readonly chainCoin: ChainCoin
  /** The signed-for address, where the chain created the coin at another. */
  readonly plannedMint?: Mint
}

const ANOTHERS: Failure = {
  code: 'launch_refused',
  context: { reason: 'another coin is at its address, which a stranger took; launch again, with a new idempotency key, for a new address' },
}

const UNCHANGED: LaunchOutcome = { state: 'unchanged' }

/**
 * Settles a launch: once the chain has decided, coin, events and answer are one commit with the operation's end. Mint and lock of the
 * coin row are read back from the chain, not taken from what was sent.
 * @see rules 10.13
 */
export const settleLaunch: Settler<'launch'> = async (deps, launchpad, operation, states) => {
  const progress = launchProgress(operation.transactions, states)
  if (progress.stage === 'dead') return settleDead(deps, launchpad, operation, progress)
  if (progress.stage === 'pending') return { state: 'broadcast' }
  const create = operation.transactions.find(({ steps }) => steps.includes('create'))!
  const reported = await launchpad.readCreatedMint(create, progress.createdBy)
  // One transaction that landed as a whole made the coin that it locks: a node that names another is wrong.
  const mint = reported !== null && isAtomic(operation.lockPath) ? operation.mint : reported
  if (mint !== null && mint !== operation.mint) return settleElsewhere(deps, launchpad, operation, { ...progress, mint })
  if (progress.stage === 'live') return { state: 'live' }
  const chainCoin = await launchpad.readCoin(operation.mint, recordOf(operation))
  const lockUnseen = progress.lockHeight !== null && !chainCoin?.feeShare?.locked
  if (mint === null || !chainCoin || lockUnseen) return UNCHANGED
  return launched(deps, launchpad, { operation, progress, chainCoin })
}

const recordOf = ({ plan, launcher }: LaunchOperation) => ({ shareholders: plan.shareholders, launcher })

/** The create transaction can no longer land: either no coin exists, or the one at its address tells whose it is. */
async function settleDead(deps: SettleDeps, launchpad: Launchpad, operation: LaunchOperation, progress: Dead): Promise<LaunchOutcome> {
  const { mint, id } = operation
  const chainCoin = await launchpad.readCoin(mint, recordOf(operation))
  if (!chainCoin)
    return (await launchpad.isCreated(mint)) ? UNCHANGED : failed(deps, operation, redactedFailure(deathOf(progress), deps.redact))
  if (!launchpad.facts.clientHoldsMint) {
    const { landedAt, error } = progress
    if (landedAt === null) return UNCHANGED
    const made = createdUnlocked(landedAt.height, landedAt.signature, error ?? 'the launch was replaced')
    // The address is derived from the launcher, so that no other coin can be there: whichever of its transactions created it.
    if (!isAtomic(operation.lockPath)) return launched(deps, launchpad, { operation, progress: made, chainCoin })
    // In one transaction it may be derived from what anyone may send: the coin is this launch's where all of it is as planned.
    if (!looksAsPlanned(operation, chainCoin)) return failed(deps, operation, ANOTHERS)
    const whole = { ...made, lockHeight: made.createHeight, lockedBy: made.createdBy, lockError: null }
    return launched(deps, launchpad, { operation, progress: whole, chainCoin })
  }
  // Dead transactions and an existing mint contradict each other: one node lags behind, so ask again later. Unless the client holds the
  // mint's key and used it elsewhere: then our create failed visibly, or the coin differs.
  const ofClient = (await deps.storage.launchOffers.find(id)) !== null
  const elsewhere = ofClient && (!progress.expired || !looksAsPlanned(operation, chainCoin))
  return elsewhere ? failed(deps, operation, { code: 'mint_exists', context: { mint } }) : UNCHANGED
}

const createdUnlocked = (createHeight: number, createdBy: Created['createdBy'], lockError: string): Created => ({
  stage: 'created',
  createHeight,
  createdBy,
  lockHeight: null,
  lockedBy: null,
  lockError,
})

/** The chain created the coin at another address than was signed for: it is found there, and its lock is still to be made. */
async function settleElsewhere(
  deps: SettleDeps,
  launchpad: Launchpad,
  operation: LaunchOperation,
  { mint, createHeight, createdBy }: Pick<Created, 'createHeight' | 'createdBy'> & { readonly mint: Mint },
): Promise<LaunchOutcome> {
  const chainCoin = await launchpad.readCoin(mint, recordOf(operation))
  if (!chainCoin) return UNCHANGED
  deps.log.error('the coin is at another address than was signed for', { operationId: operation.id, mint, plannedMint: operation.mint })
  const progress = createdUnlocked(createHeight, createdBy, 'the coin is at another address than was signed for')
  return launched(deps, launchpad, { operation: { ...operation, mint }, progress, chainCoin, plannedMint: operation.mint })
}

/** The coin exists, with its fees locked or not. */
async function launched(deps: SettleDeps, launchpad: Launchpad, found: Launched): Promise<LaunchOutcome> {
  const { operation, progress, plannedMint = null } = found
  const coin = coinOf(deps, launchpad, found)
  const { createHeight, lockHeight, lockError } = progress
  const preLockFeesAtomic =
    operation.lockPath === 'sequential' && lockHeight !== null
      ? ((await launchpad.preLockFees?.read(coin.mint, createHeight, lockHeight)) ?? atomicUnits(0))
      : null
  const result = makeLaunchResult({ operation, coin, launchpad, policy: deps.policy, preLockFeesAtomic, lockError, plannedMint })
  const types = coin.feeShareLocked ? (['launch.created', 'feeShare.locked'] as const) : (['launch.created'] as const)
  return {
    state: coin.feeShareLocked ? 'locked' : 'unlocked',
    result,
    mint: coin.mint,
    async effects(tx) {
      await tx.coins.insert(coin)
      const { burn } = operation.plan.request
      if (burn) await tx.burnWallets.insert({ mint: coin.mint, platform: coin.platform, ...burn })
      await recordEvents(
        deps,
        tx,
        types.map((type) => ({ type, mint: coin.mint, keyId: coin.keyId, data: result })),
      )
      const detail = { keyId: coin.keyId, launcher: operation.launcher }
      await recordAct(deps, tx, BY_AGENT, { kind: 'coin.launched', subject: coin.mint, detail })
    },
  }
}

/** The coin's row, with the lock on chain if it is the planned one. */
function coinOf({ clock, log }: SettleDeps, { facts }: Launchpad, { operation, progress, chainCoin }: Launched): Coin {
  const { plan, lockPath, metadataId } = operation
  const { request } = plan
  const { createHeight, lockHeight } = progress
  const locked = !request.holderKol && locksExactly(chainCoin.feeShare, plan.shareholders)
  if (chainCoin.feeShare?.locked && !locked)
    log.error('the lock on chain is not the planned one', { operationId: operation.id, mint: operation.mint })
  return newCoin(operation, {
    currency: facts.payoutCurrency,
    name: request.name,
    ticker: request.ticker,
    imageSha256: plan.image?.sha256 ?? null,
    metadataId,
    agent: request.agent,
    twitter: request.twitter,
    website: request.website,
    signature: progress.createdBy,
    feeShareSignature: locked ? progress.lockedBy : null,
    feeShareLocked: locked,
    feesLockedAtLaunch: locked && lockHeight === createHeight && lockPath !== 'sequential',
    lockPath,
    createHeight,
    lockHeight: locked ? lockHeight : null,
    holderKol: request.holderKol,
    launchedAtMs: clock.nowMs(),
  })
}

const deathOf = ({ expired, error }: Dead): Failure =>
  expired
    ? { code: 'launch_expired', context: {} }
    : { code: 'launch_refused', context: { reason: error ?? 'the transaction failed on chain' } }

/** Nothing was created, and that is proved. */
const failed = (deps: SettleDeps, operation: LaunchOperation, failure: Failure): LaunchOutcome => ({
  state: 'failed',
  failure,
  spentNothing: false,
  async effects(tx) {
    const { plan, mint, keyId } = operation
    if (plan.image) await tx.images.release(plan.image.sha256)
    const data = makeLaunchFailed(operation, failure, deps.policy.cluster)
    await recordEvent(deps, tx, { type: 'launch.failed', mint, keyId, data })
  },
})

/** What is told of a launch that ended without a coin: the same sentences that its callers get. */
function makeLaunchFailed(operation: LaunchOperation, { code, context }: Failure, cluster: Cluster): LaunchFailed {
  const { message, fix } = new AppError(code, context)
  const { name, ticker } = operation.plan.request
  return {
    cluster,
    platform: operation.platform,
    launchId: operation.id,
    mint: operation.mint,
    name,
    ticker,
    launcher: operation.launcher,
    dryRunId: operation.dryRunId,
    code,
    detail: message,
    fix,
  }
}
