import type { Mint } from '../../domain/brands.ts'
import type { Deps } from '../../ports/deps.ts'
import type { AccruedFees } from '../../ports/launchpad/fee-share.ts'

/**
 * What the chain says of these coins, one batched read for each launchpad; a coin that its launchpad does not know, and
 * one whose launchpad is switched off here, is left out. A launchpad that cannot be reached holds back no other's coins.
 *
 * @throws what the first launchpad threw, when none could be read
 */
export async function readChain(
  { launchpads, log }: Pick<Deps, 'launchpads' | 'log'>,
  coins: readonly { readonly mint: Mint; readonly platform: string }[],
): Promise<AccruedFees[]> {
  const served = [...new Set(coins.map(({ platform }) => platform))].filter((platform) => launchpads.ids.includes(platform))
  const reads = served.map(async (platform) => {
    const mints = coins.filter((coin) => coin.platform === platform).map(({ mint }) => mint)
    return (await (await launchpads.get(platform)).feeShare?.readAccrued(mints)) ?? []
  })
  const settled = await Promise.allSettled(reads)
  const failures = settled.filter((read) => read.status === 'rejected').map(({ reason }) => reason as unknown)
  if (failures.length > 0 && failures.length === reads.length) throw failures[0]
  for (const error of failures) log.warn('a launchpad was not read', { error })
  return settled.flatMap((read) => (read.status === 'fulfilled' ? read.value : [])).filter((read) => read !== null)
}
