import { coinMetadata } from '../../domain/plan/coin-metadata.ts'
import type { Deps } from '../../ports/deps.ts'
import type { CoinPlan } from '../../ports/launchpad/coin.ts'
import type { ResolvedLaunch } from './resolve-launch.ts'

/**
 * The launch with the address of its metadata, which is readable from now on. Where keeping it hands the contents to somebody
 * else, at the operator's cost and for good, `refuse` is asked first: it gets the launch with an address of the same length,
 * and throws whatever the launch would be refused for.
 *
 * @throws AppError upstream_unavailable, and of `refuse`
 */
export async function keepMetadata(
  { metadata, storage, policy }: Pick<Deps, 'metadata' | 'storage' | 'policy'>,
  { plan, image, metadataId, coinPlan }: ResolvedLaunch,
  refuse: (measured: CoinPlan) => Promise<unknown>,
): Promise<CoinPlan> {
  if (metadata.handsOut) await refuse(coinPlan)
  const metadataUri = await metadata.keep({
    id: metadataId,
    image: async () => image ?? (plan.image && (await storage.images.find(plan.image.sha256))),
    json: (imageUri) => coinMetadata(plan, { imageUri, createdOn: policy.baseUrl }),
  })
  return { ...coinPlan, metadataUri }
}
