import { bps } from '../../domain/brands.ts'
import { type Coin, newCoin } from '../../domain/coin.ts'
import { LIMITS } from '../../domain/limits.ts'
import type { LockOperation } from '../../domain/operation.ts'
import { crewSeatView, shareholderView } from '../../domain/results/crew-json.ts'
import type { LockResult } from '../../domain/results/lock-result.ts'
import { cleanText } from '../../domain/text/hidden-characters.ts'
import type { Settle, SettleDeps } from '../../ports/deps.ts'
import type { ChainCoin } from '../../ports/launchpad/coin.ts'
import type { Launchpad } from '../../ports/launchpad/launchpad.ts'
import { recordEvent } from '../events/record-event.ts'
import { whenLanded } from '../operations/when-landed.ts'
import { locksExactly } from '../plan/planned-lock.ts'

/** A lock on an existing coin: done when it was read back from the chain. @see rules 3.2 */
export const settleWireFees: Settle<LockOperation, LockResult> = whenLanded(async (deps, launchpad, operation, last) => {
  const { mint, plan, launcher, kind } = operation
  const chainCoin = await launchpad.readCoin(mint, { shareholders: plan.shareholders, launcher })
  if (!chainCoin || !locksExactly(chainCoin.feeShare, plan.shareholders)) return { state: 'unchanged' }
  const coin = (await deps.storage.coins.find(mint)) ?? foreignCoin(deps, launchpad, operation, chainCoin)
  const locked = {
    mode: plan.request.mode,
    crew: plan.crew,
    shareholders: plan.shareholders,
    treasuryBps: bps(plan.feeMap.treasuryBps),
    feeShareLocked: true,
    feeShareSignature: last.signature,
    lockHeight: last.height,
    holderKol: kind === 'lock-holder-kol',
  }
  const result = lockResult(deps, launchpad, operation, { ...coin, ...locked })
  const types = kind === 'lock-holder-kol' ? (['holderKol.locked', 'feeShare.locked'] as const) : (['feeShare.locked'] as const)
  return {
    state: 'done',
    result,
    async effects(tx) {
      await tx.coins.insert({ ...coin, ...locked })
      await tx.coins.update(mint, locked)
      for (const type of types) await recordEvent(deps, tx, { type, mint, keyId: coin.keyId, data: result })
    },
  }
})

/** What a finished lock answers; sent as the events' data too. */
const lockResult = (
  { policy }: SettleDeps,
  { facts }: Launchpad,
  { id, mint }: LockOperation,
  coin: Coin & Pick<LockResult, 'feeShareSignature'>,
): LockResult => ({
  ok: true,
  cluster: policy.cluster,
  operationId: id,
  mint,
  ticker: coin.ticker,
  feeShareSignature: coin.feeShareSignature,
  feeShareLocked: true,
  lockSlot: coin.lockHeight,
  holderKol: coin.holderKol,
  mode: coin.mode,
  crew: coin.crew.map(crewSeatView),
  shareholders: coin.shareholders.map(shareholderView),
  launchpadUrl: facts.coinUrl(mint),
})

/** The row of a coin that was created elsewhere and wired here: what is not known of it stays empty, and its maker's texts are cleaned. */
const foreignCoin = ({ clock }: SettleDeps, { facts }: Launchpad, operation: LockOperation, { name = '', ticker = '' }: ChainCoin): Coin =>
  newCoin(operation, {
    currency: facts.currency,
    name: cleanText(name, LIMITS.nameMax),
    ticker: cleanText(ticker, LIMITS.tickerMax),
    imageSha256: null,
    metadataId: null,
    agent: null,
    twitter: null,
    website: null,
    signature: operation.transactions[0]!.signature,
    feeShareSignature: null,
    feeShareLocked: false,
    feesLockedAtLaunch: false,
    lockPath: 'sequential',
    createHeight: 0,
    lockHeight: null,
    holderKol: false,
    launchedAtMs: clock.nowMs(),
  })
