import type { Wallet } from '../../domain/brands.ts'
import type { Asker } from '../../domain/plan/asker.ts'
import type { PayeeListing } from '../../domain/plan/payee-listing.ts'
import { type DryRun, isUnaltered } from '../../domain/plan/dry-run.ts'
import type { Deps } from '../../ports/deps.ts'
import type { Page, PageRequest } from '../../ports/storage/page.ts'
import type { Present } from '../dry-run/present-reader.ts'
import { readListings } from '../dry-run/read-listings.ts'
import { findAsker } from '../dry-run/find-asker.ts'
import { compareWithApproved, type ComparedDryRun } from '../plan/compare-dry-runs.ts'

/** Plans that are looked at together: each may ask a chain for its price. */
const AT_ONCE = 8

/** A plan that waits for a decision, and who asks for it. */
export interface WaitingPlan extends Present {
  readonly askedBy: Asker
  /** The plan of the same coin that was approved last, and how this one differs; null when none was. */
  readonly previous: ComparedDryRun | null
  /** Whether the directory knows each of the crew now; empty where the launchpad is switched off. */
  readonly directory: readonly PayeeListing[]
}

/**
 * Plans that wait for a decision, newest first; with `required` those of keys that need an approval, for an approver those that this
 * wallet may approve. A plan that was altered in the database is left out, so that a page may have fewer than its limit.
 */
export async function listWaitingPlans(
  deps: Pick<Deps, 'storage' | 'clock' | 'policy' | 'directory' | 'launchpads'>,
  page: PageRequest,
  asked: { readonly required: boolean; readonly approver: Wallet | null },
  present: (dryRun: DryRun) => Promise<Present>,
): Promise<Page<WaitingPlan>> {
  const { storage, clock, policy, launchpads } = deps
  const { rows, nextCursor } = await storage.dryRuns.listWaiting(page, { ...asked, nowMs: clock.nowMs(), rule: policy })
  const plans = rows.filter(isUnaltered)
  const keyIds = [...new Set(plans.map(({ keyId }) => keyId))]
  const askers = new Map(await Promise.all(keyIds.map(async (keyId) => [keyId, await findAsker({ storage }, keyId)] as const)))
  const shown: WaitingPlan[] = []
  for (let from = 0; from < plans.length; from += AT_ONCE) {
    const some = plans.slice(from, from + AT_ONCE)
    shown.push(
      ...(await Promise.all(
        some.map(async (stored) => {
          const now = await present(stored)
          const { platform } = stored.plan.request
          const facts = launchpads.ids.includes(platform) ? launchpads.facts(platform) : null
          const [previous, directory] = await Promise.all([
            compareWithApproved({ storage, clock }, now.dryRun),
            facts === null ? [] : readListings(deps, facts, stored.plan),
          ])
          return { ...now, askedBy: askers.get(stored.keyId)!, previous, directory }
        }),
      )),
    )
  }
  return { rows: shown, nextCursor }
}
