import type { Mint } from '../../domain/brands.ts'
import type { Deps } from '../../ports/deps.ts'
import type { AccruedFees } from '../../ports/launchpad/fee-share.ts'

/**
 * The on-chain state of these coins, in one batched read per launchpad. Left out are coins that their launchpad does not know and coins
 * of disabled launchpads; an unreachable launchpad does not affect the coins of others.
 *
 * @throws the first launchpad's error when none could be read
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
