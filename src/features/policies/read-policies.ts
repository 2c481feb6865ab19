import type { KeyId } from '../../domain/brands.ts'
import { AppError } from '../../domain/errors.ts'
import type { Deps } from '../../ports/deps.ts'
import type { Page, PageRequest } from '../../ports/storage/page.ts'
import type { StoredPolicy } from '../../ports/storage/policy.ts'
import { findAsker } from '../dry-run/find-asker.ts'
import { type PolicyView, policyView } from './policy-view.ts'
import { spentUnder } from './spend-under-policy.ts'

type ReadDeps = Pick<Deps, 'storage' | 'clock' | 'policy'>

/** Policies of the key, or all, newest first, each with what was spent under it today. */
export async function listPolicies(deps: ReadDeps, page: PageRequest, keyId: KeyId | null): Promise<Page<PolicyView>> {
  const { rows, nextCursor } = await deps.storage.policies.list(page, keyId)
  return { rows: await Promise.all(rows.map((stored) => viewPolicy(deps, stored))), nextCursor }
}

/** The policy with this hash, where the key may see it; null sees all. @throws AppError policy_not_found */
export async function readPolicy(deps: ReadDeps, hash: string, keyId: KeyId | null): Promise<PolicyView> {
  const stored = await deps.storage.policies.find(hash)
  if (!stored || (keyId !== null && stored.policy.keyId !== keyId)) throw new AppError('policy_not_found')
  return viewPolicy(deps, stored)
}

/** The policy as it is now. */
export async function viewPolicy({ storage, clock, policy: rule }: ReadDeps, stored: StoredPolicy): Promise<PolicyView> {
  const nowMs = clock.nowMs()
  const [asker, spentAtomic] = await Promise.all([findAsker({ storage }, stored.policy.keyId), spentUnder(storage, stored, nowMs)])
  return policyView(stored, { rule, asker, spentAtomic, nowMs })
}
