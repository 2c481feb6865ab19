import type { Wallet } from '../../domain/brands.ts'
import { AppError } from '../../domain/errors.ts'
import { OWN_LIMITS } from '../../domain/limits/own-limits.ts'
import type { Actor } from '../../domain/operator/operator-act.ts'
import { isApproved } from '../../domain/plan/dry-run.ts'
import { policyHash, type SpendingPolicy } from '../../domain/policy/spending-policy.ts'
import type { SignatureProof } from '../../lib/signatures/prove-text.ts'
import type { Deps } from '../../ports/deps.ts'
import type { StoredPolicy } from '../../ports/storage/policy.ts'
import type { Repos } from '../../ports/storage/storage.ts'
import { recordAct } from '../operator-log/record-act.ts'
import { lockPolicies } from '../budgets/spend-under-policy.ts'

/** An approver's signature under a policy; it was verified before. */
export interface PolicySignature {
  readonly policy: SpendingPolicy
  readonly approver: Wallet
  readonly proof: SignatureProof
}

type SignDeps = Pick<Deps, 'clock' | 'ids' | 'storage' | 'policy'>

/**
 * Records the signature of `approver`: the first one makes the policy, and with the last one that is needed launches inside it need no
 * approval. What comes after, or comes twice, changes nothing.
 */
export function signPolicy(deps: SignDeps, by: Actor, signature: PolicySignature): Promise<StoredPolicy> {
  const { storage } = deps
  const { policy, approver } = signature
  checkApprover(deps, approver)
  return storage.transaction(async (tx) => {
    await lockPolicies(tx, policy.keyId)
    const known = await tx.policies.find(policyHash(policy))
    if (known && known.revokedAtMs !== null) throw new AppError('policy_revoked')
    if (known && (isApproved(known, deps.policy) || known.approvals.some((one) => one.by === approver))) return known
    const signed = known ? await addApproval(deps, tx, known, signature) : await addPolicy(deps, tx, signature)
    await recordAct(deps, tx, by, { kind: 'policy.signed', subject: signed.hash, detail: { wallet: approver, keyId: policy.keyId } })
    return signed
  })
}

/** Throws unless the operator lists this wallet as an approver's. */
export function checkApprover({ policy: { approvers } }: Pick<Deps, 'policy'>, wallet: Wallet): void {
  if (!approvers.has(wallet)) throw new AppError('approver_not_allowed', { reason: 'the operator has not listed it' })
}

const approvalOf = ({ clock }: Pick<Deps, 'clock'>, { approver, proof }: PolicySignature) => ({ by: approver, atMs: clock.nowMs(), proof })

async function addApproval(deps: SignDeps, tx: Repos, known: StoredPolicy, signature: PolicySignature): Promise<StoredPolicy> {
  const signed = await tx.policies.approve(known, approvalOf(deps, signature))
  if (!signed) throw new Error(`policy ${known.hash} changed under its lock`)
  return signed
}

async function addPolicy(deps: SignDeps, tx: Repos, signature: PolicySignature): Promise<StoredPolicy> {
  const { policy } = signature
  const nowMs = deps.clock.nowMs()
  if (!(await tx.keys.find(policy.keyId))?.active) throw new AppError('key_not_found')
  const limit = OWN_LIMITS.policiesOfKey
  if ((await tx.policies.listLiving(policy.keyId, nowMs)).length >= limit) throw new AppError('policies_exceeded', { limit })
  const { approvalsRequired } = deps.policy
  const approvals = [approvalOf(deps, signature)]
  const signed: StoredPolicy = { hash: policyHash(policy), policy, approvals, approvalsRequired, signedAtMs: nowMs, revokedAtMs: null }
  if (!(await tx.policies.insert(signed))) throw new Error(`policy ${signed.hash} came under its lock`)
  return signed
}
