import type { Wallet } from '../../domain/brands.ts'
import { AppError } from '../../domain/errors.ts'
import type { Actor } from '../../domain/operator/operator-act.ts'
import type { Deps } from '../../ports/deps.ts'
import type { StoredPolicy } from '../../ports/storage/policy.ts'
import { recordAct } from '../operator-log/record-act.ts'
import { checkApprover } from './sign-policy.ts'
import { lockPolicies } from '../budgets/spend-under-policy.ts'

/**
 * Ends a policy, by the signature of `approver`, which was verified before: no launch that is not journaled yet is inside it. One that was
 * revoked stays as it is.
 */
export async function revokePolicy(
  deps: Pick<Deps, 'clock' | 'ids' | 'storage' | 'policy'>,
  by: Actor,
  { hash, approver }: { readonly hash: string; readonly approver: Wallet },
): Promise<StoredPolicy> {
  const { storage, clock } = deps
  checkApprover(deps, approver)
  const known = await storage.policies.find(hash)
  if (!known) throw new AppError('policy_not_found')
  const { keyId } = known.policy
  return storage.transaction(async (tx) => {
    await lockPolicies(tx, keyId)
    const ended = await tx.policies.revoke(hash, clock.nowMs())
    if (!ended) return (await tx.policies.find(hash))!
    await recordAct(deps, tx, by, { kind: 'policy.revoked', subject: hash, detail: { wallet: approver, keyId } })
    return ended
  })
}
