import { type Static, Type } from '@sinclair/typebox'
import { atomicUnits, type UnixMs } from '../../domain/brands.ts'
import { DateTime, Enum, iso, isoOrNull, Nullable, Ok } from '../../domain/json.ts'
import { keyName } from '../../domain/keys/key-name.ts'
import { AmountView, amountView } from '../../domain/money/amount-json.ts'
import { Asker } from '../../domain/plan/asker.ts'
import { type ApprovalRule, approvalsNeeded, isApproved } from '../../domain/plan/dry-run.ts'
import { clausesOf, PolicyClauses } from '../../domain/policy/policy-clauses.ts'
import { policyHash, policyText } from '../../domain/policy/spending-policy.ts'
import { ApprovalView, approvalViews } from '../../domain/results/dry-run-news.ts'
import type { TypedData } from '../../lib/signatures/typed-data.ts'
import type { StoredPolicy } from '../../ports/storage/policy.ts'
import { ListOf } from '../../http/answers/wire.ts'
import { LaunchRow, launchRow } from '../launch/launch-view.ts'
import type { PolicyLaunch, ReadPolicy } from './read-policies.ts'

/** What a policy is now: it allows launches in one of these states alone. */
export const POLICY_STATES = ['waiting', 'early', 'allowing', 'over', 'revoked', 'altered'] as const

const KEY_NAME = Type.String({ description: 'What the text calls the key, in place of its id.' })
const STATE = Enum(POLICY_STATES, { description: 'Launches inside it need no approval while it is `allowing`. `waiting`: for signatures.' })

/** Who signed a policy, and what that comes to. */
const SIGNATURES = {
  state: STATE,
  approvals: Type.Array(ApprovalView),
  approvalsRequired: Type.Integer(),
  revokedAt: Nullable(DateTime()),
}

const ANYTHING = Type.Record(Type.String(), Type.Unknown())

const TypedDataView = Type.Unsafe<TypedData>(
  Type.Object(
    { domain: ANYTHING, types: ANYTHING, primaryType: Type.String(), message: ANYTHING },
    {
      description: 'What an EVM wallet signs instead (EIP-712), with the time stamp of the headers for `{timestamp}`.',
    },
  ),
)

/** The text of a policy, with who signed it so far. */
export const PolicyTextView = Ok({
  hash: Type.String({ description: 'SHA-256 of the text, in hex.' }),
  text: Type.String({ description: 'Signed with a line `signed at: ` and the time stamp of the headers.' }),
  typedData: TypedDataView,
  clauses: PolicyClauses,
  keyName: KEY_NAME,
  key: Asker,
  listed: Type.Array(Type.Object({ wallet: Type.String(), handle: Type.String() }), { description: 'In the directory now.' }),
  policyUrl: Type.String({ description: 'The page where approvers sign it.' }),
  approvalsRequired: Type.Integer({ description: 'Approvers needed.' }),
  signed: Nullable(Type.Object(SIGNATURES), { description: 'Null while nobody has signed it.' }),
  serverTime: DateTime(),
})

export type PolicyTextView = Static<typeof PolicyTextView>

/** A policy, for its key, approvers and the operator. */
export const PolicyView = Type.Object({
  hash: Type.String(),
  text: Type.String(),
  clauses: PolicyClauses,
  keyName: KEY_NAME,
  key: Asker,
  ...SIGNATURES,
  spentToday: AmountView,
  leftToday: AmountView,
  signedAt: DateTime(),
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
  const { hash, policy, signedAtMs } = stored
  const leftAtomic = atomicUnits(policy.dayMaxAtomic - spentAtomic)
  return {
    hash,
    text: policyText(policy),
    clauses: clausesOf(policy),
    keyName: keyName(policy.keyId),
    key: asker,
    ...signaturesOf(stored, rule, nowMs),
    spentToday: amountView(spentAtomic, policy.currency),
    leftToday: amountView(leftAtomic > 0n ? leftAtomic : atomicUnits(0), policy.currency),
    signedAt: iso(signedAtMs),
  }
}

/** Who signed it, by the rule of now. */
export const signaturesOf = (stored: StoredPolicy, rule: ApprovalRule, nowMs: UnixMs) => ({
  state: stateOf(stored, rule, nowMs),
  approvals: approvalViews(stored, rule),
  approvalsRequired: approvalsNeeded(stored, rule),
  revokedAt: isoOrNull(stored.revokedAtMs),
})

/** A launch under a policy, and what it counts in its day. */
const PolicyLaunch = Type.Object({
  launch: LaunchRow,
  counted: Nullable(AmountView, { description: 'What its dry-run quoted, counted also where it failed; null once it is a month old.' }),
})
PolicyLaunch.title = 'PolicyLaunch'

/** Launches under a policy. */
export const PolicyLaunchesView = ListOf('launches', PolicyLaunch)

export type PolicyLaunchesView = Static<typeof PolicyLaunchesView>

/** The launch as JSON. */
export const policyLaunchView = (
  { operation, countedAtomic, currency }: PolicyLaunch,
  policy: Parameters<typeof launchRow>[1],
): Static<typeof PolicyLaunch> => ({
  launch: launchRow(operation, policy),
  counted: countedAtomic === null ? null : amountView(countedAtomic, currency),
})

function stateOf(stored: StoredPolicy, rule: ApprovalRule, nowMs: UnixMs): PolicyView['state'] {
  const { hash, policy, revokedAtMs } = stored
  if (policyHash(policy) !== hash) return 'altered'
  if (revokedAtMs !== null) return 'revoked'
  if (policy.untilMs <= nowMs) return 'over'
  if (!isApproved(stored, rule)) return 'waiting'
  return nowMs < policy.fromMs ? 'early' : 'allowing'
}
