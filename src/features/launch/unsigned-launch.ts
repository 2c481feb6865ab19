import { type Mint, unixMs, type Wallet } from '../../domain/brands.ts'
import { AppError, invalidFields } from '../../domain/errors.ts'
import { type LaunchOffer, offerMs } from '../../domain/launch-offer.ts'
import type { Deps } from '../../ports/deps.ts'
import type { CoinPlan } from '../../ports/launchpad/coin.ts'
import { inspectRecipients } from '../plan/inspect-recipients.ts'
import { checkPictureQuotas, keepPicture } from '../plan/keep-picture.ts'
import { checkPrograms } from '../programs/check-programs.ts'
import { checkMintPubkey } from '../plan/check-mint-pubkey.ts'
import { lockQuotas } from '../plan/lock-quotas.ts'
import { checkDryRunQuotas, checkOwnDryRuns } from '../plan/dry-run-quota.ts'
import { checkDay, checkLaunchLimits } from './launch-limits.ts'
import type { PaidRun } from '../../ports/payments.ts'
import { chargeFor } from '../operations/charge-for.ts'
import { openOperation } from '../operations/open-operation.ts'
import { keepMetadata } from './keep-metadata.ts'
import { type LaunchInput, type ResolveDeps, resolveLaunch } from './resolve-launch.ts'

/** A launch whose launcher and mint keys stay with the client. */
export interface UnsignedOrder extends LaunchInput {
  /** The payment of the call; null for callers with a key. */
  readonly payment: PaidRun | null
  readonly launcher: Wallet
  /** Null where the launchpad chooses the address. */
  readonly mint: Mint | null
}

/**
 * Builds a launch for the client to sign. It is stored as an offer, which counts among the unused dry-runs: no dry-run is reserved and
 * nothing is sent until it is submitted; after a minute it is no longer accepted.
 *
 * @see rules 4.2; rules 10.20
 */
export async function makeUnsignedLaunch(deps: ResolveDeps & Pick<Deps, 'rooms'>, order: UnsignedOrder): Promise<LaunchOffer> {
  const { storage, clock } = deps
  const { caller, payment, request, dryRunId, launcher, mint } = order
  const launchpad = await deps.launchpads.get(request.platform)
  const { unsigned } = launchpad
  if (!unsigned) throw new AppError('unsigned_not_available', { platform: launchpad.facts.id })
  if (launchpad.facts.clientHoldsMint && mint === null) throw invalidFields([{ path: '/mintPubkey', message: 'is required' }])
  checkMintPubkey(launchpad, mint, { ...request, launcherPubkey: launcher })
  if (!launchpad.isWallet(launcher))
    throw new AppError(
      'wallet_invalid',
      { field: 'launcherPubkey' },
      { fields: [{ path: '/launcherPubkey', message: 'is not an address' }] },
    )
  await checkPrograms(deps, request.platform)
  await checkDryRunQuotas(deps, caller, clock.nowMs())
  const resolved = await resolveLaunch(deps, launchpad, order, launcher)
  // Who is handed it could send it without submitting it.
  await checkDay(storage, caller, clock.nowMs(), resolved.plan.request.initialBuyLamports)
  const prepare = async (plan: CoinPlan) =>
    (await Promise.all([unsigned.prepare(plan, launcher, mint), inspectRecipients(launchpad, resolved.plan)]))[0]
  const refuse = async (measured: CoinPlan) => {
    // Any wallet can be named here, so an offer counts as a launch of the caller until it is one.
    await checkLaunchLimits(storage, caller, clock.nowMs(), { ...resolved.plan.request, offers: true })
    if (resolved.image) await checkPictureQuotas(deps, resolved.image, caller, clock.nowMs())
    await prepare(measured)
  }
  const prepared = await prepare(await keepMetadata(deps, resolved, { caller, payment, refuse }))
  const offer = await chargeFor<LaunchOffer>(payment, {
    operation: openOperation(deps, {
      kind: 'launch',
      platform: launchpad.facts.id,
      mint: prepared.mint,
      keyId: caller.keyId,
      launcher,
      plan: resolved.plan,
      metadataId: resolved.metadataId,
      lockPath: prepared.lockPath,
      dryRunId,
      idempotencyId: null,
    }),
    unsigned: prepared.transactions,
    expiresAtMs: unixMs(clock.nowMs() + offerMs(prepared.transactions)),
  })
  await storage.transaction(async (tx) => {
    await lockQuotas(tx, caller)
    await checkOwnDryRuns({ storage: tx, policy: deps.policy }, caller, clock.nowMs())
    if (resolved.image) await keepPicture({ storage: tx, policy: deps.policy }, resolved.image, caller, clock.nowMs())
    await tx.launchOffers.insert(offer)
  })
  return offer
}
