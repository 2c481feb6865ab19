import type { AtomicUnits, KeyId } from '../../domain/brands.ts'
import { AppError } from '../../domain/errors.ts'
import type { Currency } from '../../domain/money/currency.ts'
import type { LaunchOperation } from '../../domain/operation.ts'
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
  return withSpending(deps, await findPolicy(deps, hash, keyId))
}

async function findPolicy({ storage }: Pick<Deps, 'storage'>, hash: string, keyId: KeyId | null): Promise<StoredPolicy> {
  const stored = await storage.policies.find(hash)
  if (!stored || (keyId !== null && stored.policy.keyId !== keyId)) throw new AppError('policy_not_found')
  return stored
}

/** The policy with its key and its spending of today. */
export async function withSpending({ storage, clock }: ReadDeps, stored: StoredPolicy): Promise<ReadPolicy> {
  const [asker, spentAtomic] = await Promise.all([findAsker({ storage }, stored.policy.keyId), spentUnder(storage, stored, clock.nowMs())])
  return { stored, asker, spentAtomic }
}

/** A launch under a policy, and what it counts in its day; null once its entry was pruned. */
export interface PolicyLaunch {
  readonly operation: LaunchOperation
  readonly countedAtomic: AtomicUnits | null
  readonly currency: Currency
}

/** Launches under the policy with this hash, newest first, where the key may see it; null sees all. */
export async function listPolicyLaunches(
  { storage }: ReadDeps,
  page: PageRequest,
  { hash, keyId }: { readonly hash: string; readonly keyId: KeyId | null },
): Promise<Page<PolicyLaunch>> {
  const { currency } = (await findPolicy({ storage }, hash, keyId)).policy
  const { rows, nextCursor } = await storage.operations.listLaunches({ policyHash: hash }, page)
  const launches = rows.map(async (operation) => {
    const counted = await storage.spending.find('policy', operation.id)
    return { operation, countedAtomic: counted && counted.amountAtomic, currency }
  })
  return { rows: await Promise.all(launches), nextCursor }
}
