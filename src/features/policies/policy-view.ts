import { type Static, Type } from '@sinclair/typebox'
import type { UnixMs } from '../../domain/brands.ts'
import { DateTime, Enum, iso, isoOrNull, Nullable, Ok } from '../../domain/json.ts'
import { keyName } from '../../domain/keys/key-name.ts'
import { AmountView, amountView } from '../../domain/money/amount-json.ts'
import { Asker } from '../../domain/plan/asker.ts'
import { type ApprovalRule, approvalsNeeded, isApproved } from '../../domain/plan/dry-run.ts'
import { clausesOf, PolicyClauses } from '../../domain/policy/policy-clauses.ts'
import { policyHash, policyText } from '../../domain/policy/spending-policy.ts'
import { ApprovalView, approvalViews } from '../../domain/results/dry-run-news.ts'
import type { StoredPolicy } from '../../ports/storage/policy.ts'
import type { ReadPolicy } from './read-policies.ts'

/** What a policy is now: it allows launches in one of these states alone. */
export const POLICY_STATES = ['waiting', 'early', 'allowing', 'over', 'revoked', 'altered'] as const

/** The text of a policy, before anyone signs. */
export const PolicyTextView = Ok({
  hash: Type.String({ description: 'SHA-256 of the text, in hex.' }),
  text: Type.String({ description: 'What is signed, followed by a line `signed at: ` with the time stamp of the headers.' }),
  clauses: PolicyClauses,
  serverTime: DateTime(),
})

export type PolicyTextView = Static<typeof PolicyTextView>

/** A policy, for its key, approvers and the operator. */
export const PolicyView = Type.Object({
  hash: Type.String(),
  text: Type.String(),
  clauses: PolicyClauses,
  keyName: Type.String({ description: 'What the text calls the key: receipts show the text, and no key’s id.' }),
  key: Asker,
  state: Enum(POLICY_STATES, { description: 'Launches inside it need no approval while it is `allowing`. `waiting`: for signatures.' }),
  approvals: Type.Array(ApprovalView),
  approvalsRequired: Type.Integer(),
  spentToday: AmountView,
  signedAt: DateTime(),
  revokedAt: Nullable(DateTime()),
})
PolicyView.title = 'SpendingPolicy'

export type PolicyView = Static<typeof PolicyView>

/** One policy as an answer. */
export const PolicyAnswerView = Ok({ policy: PolicyView })

/** Policies of a page, with the time of the service, which is signed. */
export const PoliciesView = Ok({ policies: Type.Array(PolicyView), nextCursor: Nullable(Type.String()), serverTime: DateTime() })

export type PoliciesView = Static<typeof PoliciesView>

/** The policy as JSON, as it is by the rule of now. */
export function policyView({ stored, asker, spentAtomic }: ReadPolicy, rule: ApprovalRule, nowMs: UnixMs): PolicyView {
  const { hash, policy, signedAtMs, revokedAtMs } = stored
  return {
    hash,
    text: policyText(policy),
    clauses: clausesOf(policy),
    keyName: keyName(policy.keyId),
    key: asker,
    state: stateOf(stored, rule, nowMs),
    approvals: approvalViews(stored, rule),
    approvalsRequired: approvalsNeeded(stored, rule),
    spentToday: amountView(spentAtomic, policy.currency),
    signedAt: iso(signedAtMs),
    revokedAt: isoOrNull(revokedAtMs),
  }
}

function stateOf(stored: StoredPolicy, rule: ApprovalRule, nowMs: UnixMs): PolicyView['state'] {
  const { hash, policy, revokedAtMs } = stored
  if (policyHash(policy) !== hash) return 'altered'
  if (revokedAtMs !== null) return 'revoked'
  if (policy.untilMs <= nowMs) return 'over'
  if (!isApproved(stored, rule)) return 'waiting'
  return nowMs < policy.fromMs ? 'early' : 'allowing'
}
