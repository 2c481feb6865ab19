import { iso } from '../../domain/json.ts'
import type { LaunchOperation } from '../../domain/operation.ts'
import { nameLauncher } from '../../domain/plan/plan.ts'
import type { UnixMs } from '../../domain/brands.ts'

/**
 * What the page of a launch under way is filled with. Its metadata are what the service serves of it from now on; its split and its
 * transaction are public once the coin is on its chain, and not before.
 */
export function launchingPageValues(launch: LaunchOperation, nowMs: UnixMs): Record<string, string> {
  const { plan, mint, launcher, metadataId, state, transactions, createdAtMs } = launch
  const { name, ticker, holderKol } = plan.request
  const hasLanded = state === 'live'
  const create = transactions.find(({ steps }) => steps.includes('create'))
  const split = nameLauncher(plan.shareholders, launcher).map(({ wallet, role, handle, bps }) => ({ wallet, role, handle, bps }))
  return {
    COIN: `${name} ($${ticker})`,
    NAME: name,
    TICKER: `$${ticker}`,
    MINT: mint,
    PICTURE: plan.image === null ? '' : `/m/${metadataId}/image`,
    DESCRIPTION: plan.finalDescription,
    STATE: state,
    SINCE: iso(createdAtMs),
    SERVER_TIME: iso(nowMs),
    // One that was sent again at a higher fee is known by another signature, which the end of the launch tells.
    CREATED_BY: hasLanded && create && !create.rebid ? create.signature : '',
    SPLIT: hasLanded ? JSON.stringify(holderKol ? [] : split) : '',
  }
}
