import { bps, lamports, type UnixMs } from '../../domain/brands.ts'
import type { Coin } from '../../domain/coin.ts'
import type { EventType } from '../../domain/events.ts'
import { cleanText } from '../../domain/text/hidden-characters.ts'
import { LIMITS } from '../../domain/limits.ts'
import type { Operation } from '../../domain/operation.ts'
import type { ChainCoin } from '../../ports/launchpad/coin.ts'
import type { LaunchpadFacts } from '../../ports/launchpad/facts.ts'
import type { Repos } from '../../ports/storage/storage.ts'
import { locksExactly } from '../plan/planned-lock.ts'
import { failOperation } from '../operations/fail-operation.ts'
import { noteEnd } from '../operations/note-end.ts'
import type { Settle, SettleDeps } from '../../ports/deps.ts'

/** One step of a lock on an existing coin; done when the lock was read back from the chain. @see rules 3.2 */
export const settleWireFees: Settle = async (deps, launchpad, operation) => {
  const { storage, clock } = deps
  const states = await launchpad.advance(operation.transactions)
  const last = states.at(-1)!
  if (states.some(({ status }) => status === 'failed' || status === 'expired')) return failOperation(deps, operation, states)
  if (last.status === 'pending')
    return (await storage.operations.advance(operation.id, 'broadcast')) ?? (await storage.operations.find(operation.id))!

  const plan = operation.plan!
  const chainCoin = await launchpad.readCoin(operation.mint, { shareholders: plan.shareholders, launcher: operation.launcher })
  if (!chainCoin || !locksExactly(chainCoin.feeShare, plan.shareholders)) return operation
  const nowMs = clock.nowMs()
  const coin = (await storage.coins.find(operation.mint)) ?? foreignCoin(operation, launchpad.facts, chainCoin, nowMs)
  const signature = operation.transactions.at(-1)!.signature
  const result = {
    ok: true,
    cluster: deps.policy.cluster,
    operationId: operation.id,
    mint: operation.mint,
    ticker: coin.ticker,
    feeShareSignature: signature,
    feeShareLocked: true,
    lockSlot: last.slot,
    holderKol: operation.kind === 'lock-holder-kol',
    mode: plan.wish.mode,
    crew: plan.crew.map((seat) => ({ ...seat })),
    shareholders: plan.shareholders.map((shareholder) => ({ ...shareholder })),
    launchpadUrl: launchpad.facts.coinUrl(operation.mint),
  }
  const locked = {
    mode: plan.wish.mode,
    crew: plan.crew,
    shareholders: plan.shareholders,
    treasuryBps: bps(plan.feeMap.treasuryBps),
    feeShareLocked: true,
    feeShareSignature: signature,
    lockSlot: last.slot,
    holderKol: operation.kind === 'lock-holder-kol',
  }
  const finished = await storage.transaction(async (tx) => {
    const won = await tx.operations.finish(operation.id, { state: 'done', failure: null, result }, nowMs)
    if (!won) return null
    await tx.coins.insert({ ...coin, ...locked })
    await tx.coins.update(operation.mint, locked)
    await tellLocked(deps, tx, operation, coin, result, nowMs)
    if (operation.dryRunId) await tx.dryRuns.consume(operation.dryRunId, operation.id, nowMs)
    return won
  })
  noteEnd(deps, finished)
  return finished ?? (await storage.operations.find(operation.id))!
}

async function tellLocked(
  { ids }: SettleDeps,
  tx: Repos,
  operation: Operation,
  coin: Coin,
  data: Record<string, unknown>,
  atMs: UnixMs,
): Promise<void> {
  const types: EventType[] = operation.kind === 'lock-holder-kol' ? ['holderKol.locked', 'feeShare.locked'] : ['feeShare.locked']
  for (const type of types) await tx.events.insert({ id: ids.id('evt'), type, mint: coin.mint, keyId: coin.keyId, atMs, data })
}

/** The row of a coin that was created elsewhere and wired here: what is not known of it stays empty, and its maker's texts are cleaned. */
function foreignCoin(operation: Operation, { currency }: LaunchpadFacts, { name = '', ticker = '' }: ChainCoin, nowMs: UnixMs): Coin {
  const plan = operation.plan!
  return {
    mint: operation.mint,
    platform: operation.platform,
    currency,
    keyId: operation.keyId,
    operationId: operation.id,
    name: cleanText(name, LIMITS.nameMax),
    ticker: cleanText(ticker, LIMITS.tickerMax),
    description: plan.finalDescription,
    imageSha256: null,
    metadataId: null,
    mode: plan.wish.mode,
    crew: plan.crew,
    shareholders: plan.shareholders,
    launcher: operation.launcher,
    agent: null,
    twitter: null,
    website: null,
    treasuryBps: bps(plan.feeMap.treasuryBps),
    signature: operation.transactions[0]!.signature,
    feeShareSignature: null,
    feeShareLocked: false,
    feesLockedAtLaunch: false,
    lockPath: 'sequential',
    createSlot: 0,
    lockSlot: null,
    holderKol: false,
    launchedAtMs: nowMs,
    graduatedAtMs: null,
    featuredAtMs: null,
    featuredUrl: null,
    paidLamports: lamports(0),
  }
}
