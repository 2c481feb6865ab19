import { atomicUnits, type Mint } from '../../domain/brands.ts'
import { type Coin, newCoin } from '../../domain/coin.ts'
import type { Failure } from '../../domain/errors.ts'
import { launchProgress, type LaunchOperation, type LaunchProgress, type OperationResult } from '../../domain/operation.ts'
import type { Outcome, SettleDeps, Settler } from '../../ports/deps.ts'
import type { ChainCoin } from '../../ports/launchpad/coin.ts'
import type { Launchpad } from '../../ports/launchpad/launchpad.ts'
import { recordEvent } from '../events/record-event.ts'
import { locksExactly, looksAsPlanned } from '../plan/planned-lock.ts'
import { launchResult } from './launch-result.ts'

type Created = Extract<LaunchProgress, { stage: 'created' }>
type Dead = Extract<LaunchProgress, { stage: 'dead' }>

type LaunchOutcome = Outcome<OperationResult['launch']>

/** What is known of a launch whose coin is there. */
interface Launched {
  readonly operation: LaunchOperation
  readonly progress: Created
  readonly chainCoin: ChainCoin
  /** The address that was signed for, where the chain made the coin at another. */
  readonly plannedMint?: Mint
}

const UNCHANGED: LaunchOutcome = { state: 'unchanged' }

/**
 * How far a launch is: once the chain has decided, coin, events and answer are one commit with the operation's end.
 * What the coin row says of mint and lock is read back from the chain, not from what was sent.
 * @see rules 10.13
 */
export const settleLaunch: Settler<'launch'> = async (deps, launchpad, operation, states) => {
  const progress = launchProgress(operation.transactions, states)
  if (progress.stage === 'dead') return settleDead(deps, launchpad, operation, progress)
  if (progress.stage === 'pending') return { state: 'broadcast' }
  const create = operation.transactions.find(({ steps }) => steps.includes('create'))!
  const mint = await launchpad.readCreatedMint(create, progress.createdBy)
  if (mint !== null && mint !== operation.mint) return settleElsewhere(deps, launchpad, operation, { ...progress, mint })
  if (progress.stage === 'live') return { state: 'live' }
  const chainCoin = await launchpad.readCoin(operation.mint, recordOf(operation))
  const lockUnseen = progress.lockHeight !== null && !chainCoin?.feeShare?.locked
  if (mint === null || !chainCoin || lockUnseen) return UNCHANGED
  return launched(deps, launchpad, { operation, progress, chainCoin })
}

const recordOf = ({ plan, launcher }: LaunchOperation) => ({ shareholders: plan.shareholders, launcher })

/** The create can land no more: either there is no coin, or the one at its address says whose it is. */
async function settleDead(deps: SettleDeps, launchpad: Launchpad, operation: LaunchOperation, progress: Dead): Promise<LaunchOutcome> {
  const { mint, id } = operation
  const chainCoin = await launchpad.readCoin(mint, recordOf(operation))
  if (!chainCoin) return (await launchpad.isCreated(mint)) ? UNCHANGED : failed(operation, deathOf(progress))
  // Where the address follows from the launch nobody else can stand there: the coin is this launch's, whichever transaction
  // of its launcher made it.
  if (!launchpad.facts.clientHoldsMint) {
    const { landedAt, error } = progress
    if (landedAt === null) return UNCHANGED
    const made = createdUnlocked(landedAt.height, landedAt.signature, error ?? 'the launch was replaced')
    return launched(deps, launchpad, { operation, progress: made, chainCoin })
  }
  // Dead transactions and a living mint contradict each other: one node is behind, so ask again later. Unless the client
  // holds the mint's key and used it elsewhere: our create failed for all to see, or the coin is another one.
  const ofClient = (await deps.storage.launchOffers.find(id)) !== null
  const elsewhere = ofClient && (!progress.expired || !looksAsPlanned(operation, chainCoin))
  return elsewhere ? failed(operation, { code: 'mint_exists', context: { mint } }) : UNCHANGED
}

const createdUnlocked = (createHeight: number, createdBy: Created['createdBy'], lockError: string): Created => ({
  stage: 'created',
  createHeight,
  createdBy,
  lockHeight: null,
  lockedBy: null,
  lockError,
})

/** The chain made the coin at another address than was signed for: it is found there, and its lock is still to be made. */
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

/** The coin is there, its fees locked or not. */
async function launched(deps: SettleDeps, launchpad: Launchpad, found: Launched): Promise<LaunchOutcome> {
  const { operation, progress, plannedMint = null } = found
  const coin = coinOf(deps, launchpad, found)
  const { createHeight, lockHeight, lockError } = progress
  const preLockFees =
    operation.lockPath === 'sequential' && lockHeight !== null
      ? ((await launchpad.preLockFees?.read(coin.mint, createHeight, lockHeight)) ?? atomicUnits(0))
      : null
  const result = launchResult({ operation, coin, launchpad, policy: deps.policy, preLockFees, lockError, plannedMint })
  const types = coin.feeShareLocked ? (['launch.created', 'feeShare.locked'] as const) : (['launch.created'] as const)
  return {
    state: coin.feeShareLocked ? 'locked' : 'unlocked',
    result,
    mint: coin.mint,
    async effects(tx) {
      await tx.coins.insert(coin)
      for (const type of types) await recordEvent(deps, tx, { type, mint: coin.mint, keyId: coin.keyId, data: result })
    },
  }
}

/** The row of the coin, with the lock that the chain has if it is the planned one. */
function coinOf({ clock, log }: SettleDeps, { facts }: Launchpad, { operation, progress, chainCoin }: Launched): Coin {
  const { plan, lockPath, metadataId } = operation
  const { request } = plan
  const { createHeight, lockHeight } = progress
  const locked = !request.holderKol && locksExactly(chainCoin.feeShare, plan.shareholders)
  if (chainCoin.feeShare?.locked && !locked)
    log.error('the lock on chain is not the planned one', { operationId: operation.id, mint: operation.mint })
  return newCoin(operation, {
    currency: facts.currency,
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
const failed = ({ plan }: LaunchOperation, failure: Failure): LaunchOutcome => ({
  state: 'failed',
  failure,
  spentNothing: false,
  effects: async (tx) => plan.image && tx.images.release(plan.image.sha256),
})
