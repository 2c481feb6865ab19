import type { Wallet } from '../../domain/brands.ts'
import { AppError } from '../../domain/errors.ts'
import type { PlanRequest } from '../../domain/plan/launch-request.ts'
import type { Deps } from '../../ports/deps.ts'
import type { ChainCoin } from '../../ports/launchpad/coin.ts'
import { checkSupported } from './check-supported.ts'

/** The coin of a wire-fees request, when its fees can still be locked. */
export async function checkWireFeesTarget(
  { launchpads, storage }: Pick<Deps, 'launchpads' | 'storage'>,
  { mint, platform, launcherPubkey, holderKol }: Pick<PlanRequest, 'mint' | 'platform' | 'holderKol'> & { launcherPubkey: Wallet | null },
): Promise<ChainCoin> {
  const launchpad = await launchpads.get(platform)
  checkSupported(launchpad.facts, holderKol ? 'lock-holder-kol' : 'wire-fees', holderKol ? '/holderKol' : '/mint')
  const fields = [{ path: '/mint', message: 'cannot be wired' }]
  const ours = mint === null ? null : await storage.coins.find(mint)
  const coin = mint !== null && launchpad.isWallet(mint) ? await launchpad.readCoin(mint, ours ?? undefined) : null
  if (!coin) throw new AppError('mint_unknown', {}, { fields })
  if (coin.feeReceivers) throw new AppError('creator_fees_not_splittable', { mint: coin.mint, receivers: coin.feeReceivers }, { fields })
  if (coin.feeShare?.locked) throw new AppError('fee_share_already_locked', { mint: coin.mint }, { fields })
  if (launcherPubkey !== null && coin.creator !== launcherPubkey) throw new AppError('launcher_not_creator', {}, { fields })
  return coin
}
