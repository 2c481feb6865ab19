import { listingOf } from '../../domain/handle-warnings.ts'
import type { PayeeListing } from '../../domain/plan/payee-listing.ts'
import type { Plan } from '../../domain/plan/plan.ts'
import type { Deps } from '../../ports/deps.ts'
import type { LaunchpadFacts } from '../../ports/launchpad/facts.ts'

/** Whether the directory of now knows each of the plan's crew. */
export async function readListings(
  { directory }: Pick<Deps, 'directory'>,
  { walletOf }: Pick<LaunchpadFacts, 'walletOf'>,
  { crew }: Pick<Plan, 'crew'>,
): Promise<PayeeListing[]> {
  const index = await directory.index()
  return crew.map(({ wallet, handle }) => ({ wallet, handle, listing: listingOf(index, walletOf, { handle, wallet }) }))
}
