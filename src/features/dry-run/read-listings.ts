import { saidTo } from '../../domain/consent/signed-consent.ts'
import { addressKey } from '../../domain/crew/payee.ts'
import { listingOf } from '../../domain/handle-warnings.ts'
import type { PayeeListing } from '../../domain/plan/payee-listing.ts'
import type { Plan } from '../../domain/plan/plan.ts'
import type { Deps } from '../../ports/deps.ts'
import type { LaunchpadFacts } from '../../ports/launchpad/facts.ts'

/** Whether the directory of now knows each of the plan's crew, and what each has said of taking part by now. */
export async function readListings(
  { directory, storage }: Pick<Deps, 'directory' | 'storage'>,
  { walletOf }: Pick<LaunchpadFacts, 'walletOf'>,
  { crew, keyId }: Pick<Plan, 'crew' | 'keyId'>,
): Promise<PayeeListing[]> {
  const [index, consents] = await Promise.all([directory.index(), storage.consents.listOf(crew.map(({ wallet }) => wallet))])
  return crew.map(({ wallet, handle }) => ({
    wallet,
    handle,
    listing: listingOf(index, walletOf, { handle, wallet }),
    stance: saidTo(consents.get(addressKey(wallet)) ?? null, keyId),
  }))
}
