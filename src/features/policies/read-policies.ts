import type { AtomicUnits, KeyId } from '../../domain/brands.ts'
import { AppError } from '../../domain/errors.ts'
import type { Deps } from '../../ports/deps.ts'
import type { Page, PageRequest } from '../../ports/storage/page.ts'
import type { StoredPolicy } from '../../ports/storage/policy.ts'
import type { Asker } from '../../domain/plan/asker.ts'
import { findAsker } from '../dry-run/find-asker.ts'
import { spentUnder } from '../budgets/spend-under-policy.ts'

type ReadDeps = Pick<Deps, 'storage' | 'clock'>

/** A policy, the key that it is for, and what launches of today cost under it. */
export interface ReadPolicy {
  readonly stored: StoredPolicy
  readonly asker: Asker
  readonly spentAtomic: AtomicUnits
}

/** Policies of the key, or all, newest first, each with what was spent under it today. */
export async function listPolicies(deps: ReadDeps, page: PageRequest, keyId: KeyId | null): Promise<Page<ReadPolicy>> {
  const { rows, nextCursor } = await deps.storage.policies.list(page, keyId)
  return { rows: await Promise.all(rows.map((stored) => withSpending(deps, stored))), nextCursor }
}

/** The policy with this hash, where the key may see it; null sees all. */
export async function readPolicy(deps: ReadDeps, hash: string, keyId: KeyId | null): Promise<ReadPolicy> {
  const stored = await deps.storage.policies.find(hash)
  if (!stored || (keyId !== null && stored.policy.keyId !== keyId)) throw new AppError('policy_not_found')
  return withSpending(deps, stored)
}

/** The policy with its key and its spending of today. */
export async function withSpending({ storage, clock }: ReadDeps, stored: StoredPolicy): Promise<ReadPolicy> {
  const [asker, spentAtomic] = await Promise.all([findAsker({ storage }, stored.policy.keyId), spentUnder(storage, stored, clock.nowMs())])
  return { stored, asker, spentAtomic }
}
