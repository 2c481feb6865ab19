import { bps } from '../../domain/brands.ts'
import { coinPageUrl } from '../../domain/results/coin-page-url.ts'
import { type Coin, newCoin } from '../../domain/coin.ts'
import { LIMITS } from '../../domain/limits.ts'
import type { LockOperation } from '../../domain/operation.ts'
import type { LockResult } from '../../domain/results/lock-result.ts'
import { cleanText } from '../../domain/text/hidden-characters.ts'
import type { Settle, SettleDeps } from '../../ports/settler.ts'
import type { ChainCoin } from '../../ports/launchpad/coin.ts'
import type { Launchpad } from '../../ports/launchpad/launchpad.ts'
import { recordEvents } from '../events/record-event.ts'
import { whenLanded } from '../operations/when-landed.ts'
import { locksExactly } from '../plan/planned-lock.ts'

/** Settles a lock of an existing coin: done when the lock was read back from the chain. @see rules 3.2 */
export const settleWireFees: Settle<LockOperation, LockResult> = whenLanded(async (deps, launchpad, operation, last) => {
  const { mint, plan, launcher, kind } = operation
  const chainCoin = await launchpad.readCoin(mint, { shareholders: plan.shareholders, launcher })
  if (!chainCoin || !locksExactly(chainCoin.feeShare, plan.shareholders)) return { state: 'unchanged' }
  const coin = (await deps.storage.coins.find(mint)) ?? foreignCoin(deps, launchpad, operation, chainCoin)
  const lock = {
    mode: plan.request.mode,
    crew: plan.crew,
    shareholders: plan.shareholders,
    treasuryBps: bps(plan.feeMap.treasuryBps),
    feeShareSignature: last.signature,
    lockHeight: last.height,
    holderKol: kind === 'lock-holder-kol',
  }
  const locked = { ...coin, ...lock, feeShareLocked: true }
  const result = lockResult(deps, launchpad, operation, locked)
  const types = kind === 'lock-holder-kol' ? (['holderKol.locked', 'feeShare.locked'] as const) : (['feeShare.locked'] as const)
  return {
    state: 'done',
    result,
    async effects(tx) {
      // Where another transaction's lock is recorded already, that record and its events stay.
      const recorded = (await tx.coins.insert(locked)) || (await tx.coins.lock(mint, lock)) !== null
      if (!recorded) return deps.log.error('the lock of this coin is recorded by another transaction', { operationId: operation.id, mint })
      await recordEvents(
        deps,
        tx,
        types.map((type) => ({ type, mint, keyId: coin.keyId, data: result })),
      )
    },
  }
})

/** The answer of a finished lock, which is also the data of its events. */
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
  crew: [...coin.crew],
  shareholders: [...coin.shareholders],
  launchpadUrl: facts.coinUrl(mint),
  coinUrl: coinPageUrl(policy.baseUrl, mint),
})

/** The row of a coin that was created elsewhere and locked here: unknown fields stay empty, and its creator's texts are cleaned. */
const foreignCoin = ({ clock }: SettleDeps, { facts }: Launchpad, operation: LockOperation, { name = '', ticker = '' }: ChainCoin): Coin =>
  newCoin(operation, {
    currency: facts.payoutCurrency,
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
