import type { Caller } from '../../domain/api-key.ts'
import { coinMetadata } from '../../domain/plan/coin-metadata.ts'
import type { Deps } from '../../ports/deps.ts'
import type { CoinPlan } from '../../ports/launchpad/coin.ts'
import type { KeptMetadata, MetadataToKeep } from '../../ports/metadata-store.ts'
import type { PaidRun } from '../../ports/payments.ts'
import { chargeFor } from '../operations/charge-for.ts'
import { countUpload } from './count-upload.ts'
import type { ResolvedLaunch } from './resolve-launch.ts'

/**
 * The launch with the address of its metadata, which is readable from now on. Where that uploads the metadata to an outside store,
 * permanently and at the operator's cost, `refuse` runs first: it gets the launch with an address of the same length, and throws whatever
 * the launch would be refused for. Then the upload counts in the caller's hour, and the payer is charged.
 */
export async function keepMetadata(
  { metadata, storage, policy, clock }: Pick<Deps, 'metadata' | 'storage' | 'policy' | 'clock'>,
  { plan, image, metadataId, coinPlan }: ResolvedLaunch,
  { caller, payment, refuse }: { caller: Caller; payment: PaidRun | null; refuse: (measured: CoinPlan) => Promise<unknown> },
): Promise<CoinPlan> {
  const contents: MetadataToKeep = {
    id: metadataId,
    image: async () => image ?? (plan.image && (await storage.images.find(plan.image.sha256))),
    json: (imageUri) => coinMetadata(plan, { imageUri, createdOn: policy.baseUrl }),
  }
  if (!metadata.handsOut) return planWith(coinPlan, await metadata.keep(contents))
  await refuse(coinPlan)
  await countUpload(storage, caller, clock.nowMs())
  return planWith(coinPlan, await metadata.keep(await chargeFor(payment, contents)))
}

const planWith = (coinPlan: CoinPlan, { uri, imageUri }: KeptMetadata): CoinPlan => ({ ...coinPlan, metadataUri: uri, imageUri })
