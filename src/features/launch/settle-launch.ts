import { bps, lamports, type Mint, unixMs } from '../../domain/brands.ts'
import type { Coin } from '../../domain/coin.ts'
import type { EventType } from '../../domain/events.ts'
import { LIMITS } from '../../domain/limits.ts'
import { launchProgress, type LaunchProgress, type Operation } from '../../domain/operation.ts'
import type { ChainCoin } from '../../ports/launchpad/coin.ts'
import type { Launchpad } from '../../ports/launchpad/launchpad.ts'
import type { Repos } from '../../ports/storage/storage.ts'
import { noteEnd } from '../operations/note-end.ts'
import type { Settle, SettleDeps } from '../../ports/deps.ts'
import { launchResult } from './launch-result.ts'
import { locksExactly, looksAsPlanned } from '../plan/planned-lock.ts'

type Created = Extract<LaunchProgress, { stage: 'created' }>
type Dead = Extract<LaunchProgress, { stage: 'dead' }>

/**
 * One step of a launch: send, look, and once the chain has decided, one commit of coin, events, dry-run and answer.
 * What the coin row says of mint and lock is read back from the chain, not from what was sent.
 * @see rules 10.13
 */
export const settleLaunch: Settle = async (deps, launchpad, operation) => {
  const progress = launchProgress(operation.transactions, await launchpad.advance(operation.transactions))
  if (progress.stage === 'dead') return settleDead(deps, launchpad, operation, progress)
  if (progress.stage === 'pending') return moveOn(deps, operation, 'broadcast')
  const create = operation.transactions.find(({ steps }) => steps.includes('create'))!
  const mint = await launchpad.readCreatedMint(create, progress.createdBy)
  if (mint !== null && mint !== operation.mint) return settleElsewhere(deps, launchpad, operation, { ...progress, mint })
  if (progress.stage === 'live') return moveOn(deps, operation, 'live')
  const chainCoin = await launchpad.readCoin(operation.mint, recordOf(operation))
  const lockUnseen = progress.lockSlot !== null && !chainCoin?.feeShare?.locked
  if (mint === null || !chainCoin || lockUnseen) return operation
  return finishLaunch(deps, launchpad, operation, progress, chainCoin)
}

async function moveOn({ storage: { operations } }: SettleDeps, operation: Operation, state: 'broadcast' | 'live'): Promise<Operation> {
  if (operation.state === state) return operation
  return (await operations.advance(operation.id, state)) ?? (await operations.find(operation.id))!
}

const recordOf = ({ plan, launcher }: Operation) => ({ shareholders: plan!.shareholders, launcher })

/** The create can land no more: either there is no coin, or the one at its address says whose it is. */
async function settleDead(deps: SettleDeps, launchpad: Launchpad, operation: Operation, progress: Dead): Promise<Operation> {
  const { mint, id } = operation
  const chainCoin = await launchpad.readCoin(mint, recordOf(operation))
  if (!chainCoin) return (await launchpad.isCreated(mint)) ? operation : failLaunch(deps, operation, deathOf(progress))
  // Where the address follows from the launch nobody else can stand there: the coin is this launch's, whichever transaction
  // of its launcher made it.
  if (!launchpad.facts.clientHoldsMint) {
    const { place, error } = progress
    if (place === null) return operation
    const made = { createSlot: place.slot, createdBy: place.signature, lockSlot: null, lockedBy: null }
    return finishLaunch(deps, launchpad, operation, { stage: 'created', ...made, lockError: error ?? 'the launch was replaced' }, chainCoin)
  }
  // Dead transactions and a living mint contradict each other: one node is behind, so ask again later. Unless the client
  // holds the mint's key and used it elsewhere: our create failed for all to see, or the coin is another one.
  const ofClient = (await deps.storage.offers.find(id)) !== null
  const elsewhere = ofClient && (!progress.expired || !looksAsPlanned(operation, chainCoin))
  return elsewhere ? failLaunch(deps, operation, { code: 'mint_exists', context: { mint } }) : operation
}

/** The chain made the coin at another address than was signed for: it is found there, and its lock is still to be made. */
async function settleElsewhere(
  deps: SettleDeps,
  launchpad: Launchpad,
  operation: Operation,
  { mint, createSlot, createdBy }: Pick<Created, 'createSlot' | 'createdBy'> & { readonly mint: Mint },
): Promise<Operation> {
  const chainCoin = await launchpad.readCoin(mint, recordOf(operation))
  if (!chainCoin) return operation
  deps.log.error('the coin is at another address than was signed for', { operationId: operation.id, mint, plannedMint: operation.mint })
  const lockError = 'the coin is at another address than was signed for'
  const progress: Created = { stage: 'created', createSlot, createdBy, lockSlot: null, lockedBy: null, lockError }
  return finishLaunch(deps, launchpad, { ...operation, mint }, progress, chainCoin, operation.mint)
}

async function finishLaunch(
  deps: SettleDeps,
  launchpad: Launchpad,
  operation: Operation,
  progress: Created,
  chainCoin: ChainCoin,
  plannedMint: Mint | null = null,
) {
  const { storage, clock, policy, log } = deps
  const plan = operation.plan!
  const locked = !plan.wish.holderKol && locksExactly(chainCoin.feeShare, plan.shareholders)
  if (chainCoin.feeShare?.locked && !locked)
    log.error('the lock on chain is not the planned one', { operationId: operation.id, mint: operation.mint })
  const nowMs = clock.nowMs()
  const { createSlot, lockSlot } = progress
  const coin: Coin = {
    mint: operation.mint,
    platform: operation.platform,
    currency: launchpad.facts.currency,
    keyId: operation.keyId,
    operationId: operation.id,
    name: plan.wish.name,
    ticker: plan.wish.ticker,
    description: plan.finalDescription,
    imageSha256: plan.image?.sha256 ?? null,
    metadataId: operation.metadataId,
    mode: plan.wish.mode,
    crew: plan.crew,
    shareholders: plan.shareholders,
    launcher: operation.launcher,
    agent: plan.wish.agent,
    twitter: plan.wish.twitter,
    website: plan.wish.website,
    treasuryBps: bps(plan.feeMap.treasuryBps),
    signature: progress.createdBy,
    feeShareSignature: locked ? progress.lockedBy : null,
    feeShareLocked: locked,
    feesLockedAtLaunch: locked && lockSlot === createSlot && operation.lockPath !== 'sequential',
    lockPath: operation.lockPath!,
    createSlot,
    lockSlot: locked ? lockSlot : null,
    holderKol: plan.wish.holderKol,
    launchedAtMs: nowMs,
    graduatedAtMs: null,
    featuredAtMs: null,
    featuredUrl: null,
    paidLamports: lamports(0),
  }
  const preLockLamports =
    operation.lockPath === 'sequential' && lockSlot !== null
      ? ((await launchpad.preLockFees?.read(coin.mint, createSlot, lockSlot)) ?? lamports(0))
      : null
  const result = launchResult({ operation, coin, launchpad, policy, preLockLamports, lockError: progress.lockError, plannedMint })
  const finished = await storage.transaction(async (tx) => {
    const end = { state: locked ? ('locked' as const) : ('unlocked' as const), failure: null, result, mint: coin.mint }
    const won = await tx.operations.finish(operation.id, end, nowMs)
    if (!won) return null
    await tx.coins.insert(coin)
    for (const type of ['launch.created', ...(locked ? (['feeShare.locked'] as const) : [])] satisfies EventType[]) {
      await tx.events.insert({ id: deps.ids.id('evt'), type, mint: coin.mint, keyId: coin.keyId, atMs: nowMs, data: result })
    }
    if (operation.dryRunId) await tx.dryRuns.consume(operation.dryRunId, operation.id, nowMs)
    await endClaim(tx, operation, nowMs)
    return won
  })
  noteEnd(deps, finished)
  return finished ?? (await storage.operations.find(operation.id))!
}

const deathOf = ({ expired, error }: Dead): NonNullable<Operation['failure']> =>
  expired
    ? { code: 'launch_expired', context: {} }
    : { code: 'launch_refused', context: { reason: error ?? 'the transaction failed on chain' } }

/** Nothing was created, and that is proved: the dry-run is free again, approval and all. */
async function failLaunch(
  { storage, clock, metrics }: SettleDeps,
  operation: Operation,
  failure: NonNullable<Operation['failure']>,
): Promise<Operation> {
  const nowMs = clock.nowMs()
  const finished = await storage.transaction(async (tx) => {
    const won = await tx.operations.finish(operation.id, { state: 'failed', failure, result: null }, nowMs)
    if (!won) return null
    if (operation.dryRunId) await tx.dryRuns.release(operation.dryRunId, operation.id)
    if (operation.plan?.image) await tx.images.release(operation.plan.image.sha256)
    await endClaim(tx, operation, nowMs)
    return won
  })
  noteEnd({ metrics }, finished)
  return finished ?? (await storage.operations.find(operation.id))!
}

async function endClaim(tx: Repos, { idempotencyId }: Operation, nowMs: number): Promise<void> {
  if (idempotencyId !== null) await tx.idempotency.finish(idempotencyId, unixMs(nowMs + LIMITS.idempotencyReplayMs))
}
