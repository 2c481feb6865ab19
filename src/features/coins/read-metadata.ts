import { type CoinMetadata, coinMetadata } from '../../domain/plan/coin-metadata.ts'
import { AppError } from '../../domain/errors.ts'
import type { Deps } from '../../ports/deps.ts'
import { metadataUri } from '../../domain/plan/metadata-uri.ts'

/**
 * The metadata JSON of a launch, in the form that launchpads and wallets read. It is available from the moment the launch is journaled,
 * before anything is sent.
 */
export async function readMetadata(
  { storage, policy }: Pick<Deps, 'storage' | 'policy'>,
  metadataId: string,
): Promise<{ readonly imageSha256: string | null; readonly json: CoinMetadata }> {
  const operation = await storage.operations.findByMetadata(metadataId)
  if (!operation?.plan) throw new AppError('coin_not_found')
  const imageUri = `${metadataUri(policy, metadataId)}/image`
  return {
    imageSha256: operation.plan.image?.sha256 ?? null,
    json: coinMetadata(operation.plan, { imageUri, createdOn: policy.baseUrl }),
  }
}
