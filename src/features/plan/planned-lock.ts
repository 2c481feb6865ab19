import type { Shareholder } from '../../domain/crew/fee-map.ts'
import type { LaunchOperation } from '../../domain/operation.ts'
import type { ChainCoin, FeeShareState } from '../../ports/launchpad/coin.ts'

/** True when the lock is the planned one: same wallets, same basis points. */
export const locksExactly = (feeShare: FeeShareState | null, shareholders: readonly Shareholder[]): boolean =>
  feeShare !== null &&
  feeShare.locked &&
  feeShare.shareholders.length === shareholders.length &&
  shareholders.every(({ wallet, bps: plannedBps }) =>
    feeShare.shareholders.some((held) => held.wallet === wallet && held.bps === plannedBps),
  )

/** True when the coin is what this launch makes: same creator, name, ticker and split, as far as the chain has them. */
export function looksAsPlanned(
  { launcher, plan }: Pick<LaunchOperation, 'launcher' | 'plan'>,
  { creator, name, ticker, feeShare }: ChainCoin,
): boolean {
  const { request, shareholders } = plan
  const named = (name ?? request.name) === request.name && (ticker ?? request.ticker) === request.ticker
  return creator === launcher && named && (request.holderKol || locksExactly(feeShare, shareholders))
}
