import type { Mint } from '../../domain/brands.ts'
import type { Deps } from '../../ports/deps.ts'
import type { AccruedFees } from '../../ports/launchpad.ts'

/**
 * What the chain says of these coins, one batched read for each launchpad; a coin that its launchpad does not know, and
 * one whose launchpad is switched off here, is left out.
 */
export async function readChain(
  { launchpads }: Pick<Deps, 'launchpads'>,
  coins: readonly { readonly mint: Mint; readonly platform: string }[],
): Promise<AccruedFees[]> {
  const served = [...new Set(coins.map(({ platform }) => platform))].filter((platform) => launchpads.ids.includes(platform))
  const reads = served.map(async (platform) => {
    const mints = coins.filter((coin) => coin.platform === platform).map(({ mint }) => mint)
    return (await launchpads.get(platform)).readAccrued(mints)
  })
  return (await Promise.all(reads)).flat().filter((read) => read !== null)
}
