import { INTENTS } from '../../domain/plan/launch-request.ts'
import { type Static, Type } from '@sinclair/typebox'
import type { Caller } from '../../domain/api-key.ts'
import type { Coin } from '../../domain/coin.ts'
import type { UnixMs } from '../../domain/brands.ts'
import { type Cluster, ClusterName } from '../../domain/cluster.ts'
import { DateTime, Enum, iso, isoOrNull, Nullable, Ok } from '../../domain/json.ts'
import { LIMITS } from '../../domain/limits.ts'
import { PLANNED_LOCK_PATHS } from '../../domain/lock-path.ts'
import { type Operation, OPERATION_KINDS, OPERATION_STATES } from '../../domain/operation.ts'
import { Asker } from '../../domain/plan/asker.ts'
import type { ApprovalRule, DryRun } from '../../domain/plan/dry-run.ts'
import { CrewSeat } from '../../domain/crew/crew.ts'
import { POLICY_HASH } from '../../domain/policy/policy-hash.ts'
import { PayeeListing } from '../../domain/plan/payee-listing.ts'
import { HirePlan } from '../../domain/matching/hire-plan.ts'
import { Text } from '../../domain/text/text.ts'
import type { ComparedPlans } from '../plan/compare-dry-runs.ts'
import {
  CostView,
  costView,
  FeeMapView,
  feeMapView,
  PlannedShareholderView,
  plannedShareholderViews,
  ReferralView,
  referralView,
  TermsView,
  termsView,
} from '../plan/plan-view.ts'
import { PlatformChoiceView } from './platform-choice-view.ts'
import { APPROVALS, approvalsView } from './approvals-view.ts'
import { ChangedSince } from './changed-since-view.ts'
import { EarlierView, earlierView } from './earlier-view.ts'
import { LastFailureView } from './last-failure-view.ts'
import { RehearsalView, rehearsalView } from './rehearsal-view.ts'
import { DryRunPlanView, dryRunPlanView, Sha256 } from './dry-run-plan-view.ts'

/** Answer of a dry-run. @see rules 2.4 */
export const DryRunResponse = Ok({
  dryRunId: Type.String(),
  approvalUrl: Type.String({ format: 'uri' }),
  expiresAt: DateTime(),
  imageSha256: Nullable(Sha256('the picture’s bytes')),
  planHash: Sha256('every decided field of the plan'),
  tip: Type.String(),
  feeMap: FeeMapView,
  referral: Nullable(ReferralView),
  shareholders: Type.Array(PlannedShareholderView),
  crew: Type.Array(CrewSeat),
  hirePlan: Nullable(HirePlan),
  vibe: Type.String(),
  attribution: Type.String(),
  lockPath: Enum(PLANNED_LOCK_PATHS),
  platformChoice: Nullable(PlatformChoiceView, { description: 'Null unless the request asked for platform auto.' }),
  cost: Nullable(CostView),
  terms: Nullable(TermsView, {
    description: 'What is fixed for good beside the split; null where the launchpad names nothing, and for wire-fees.',
  }),
  warnings: Type.Array(Type.String(), { description: 'What whoever approves should know, in words; they refuse nothing.' }),
  rehearsal: Nullable(RehearsalView),
  approvalRequired: Type.Boolean(),
  cluster: ClusterName,
})
DryRunResponse.title = 'DryRunResponse'

export type DryRunResponse = Static<typeof DryRunResponse>

/** Body of a rejection. */
export const RejectBody = Type.Object(
  { reason: Text({ minLength: 1, maxLength: LIMITS.reasonMax, description: 'Shown to whoever has the id of the plan.' }) },
  { additionalProperties: false },
)

/** Answer of a rejection. */
export const RejectedView = Ok({
  dryRunId: Type.String(),
  rejected: Type.Literal(true),
  rejectedAt: DateTime(),
  rejectedByWallet: Type.String(),
  reason: Type.String(),
})

/** Wire form of a dry-run, for anyone with its id. @see rules 2.5 */
export const DryRunPublicView = Ok({
  dryRunId: Type.String(),
  intent: Enum(INTENTS),
  createdAt: DateTime(),
  expiresAt: DateTime(),
  serverTime: DateTime(),
  ...APPROVALS,
  rejected: Type.Boolean({ description: 'An approver rejected it: it can be neither approved nor used.' }),
  rejectedAt: Nullable(DateTime()),
  rejectedByWallet: Nullable(Type.String()),
  rejectionReason: Nullable(Type.String()),
  consumed: Type.Boolean({ description: 'An operation has used it: it can be used no more.' }),
  imageSha256: Nullable(Sha256('the picture’s bytes')),
  planHash: Sha256('every decided field of the plan'),
  cluster: ClusterName,
  askedBy: Asker,
  changedSince: ChangedSince,
  directory: Type.Array(PayeeListing, {
    description: 'Whether the directory knows each of the crew now; empty where the launchpad is switched off.',
  }),
  plan: DryRunPlanView,
  rehearsal: Nullable(RehearsalView),
  previous: Nullable(EarlierView, {
    description:
      'The dry-run of the same coin, by the same key or launcher, that a human approved last, and what differs. The same coin: by mint for wire-fees, else by a name that reads alike, else by ticker. Null: none.',
  }),
  usedUnapproved: Nullable(EarlierView, {
    description: 'The one of the same coin that was used last, where nobody approved it and it differs.',
  }),
  otherCoin: Nullable(EarlierView, {
    description:
      'Where `previous` is null: the last approved one of another coin, and what differs beside name, ticker, text, picture and links.',
  }),
  operation: Nullable(
    Type.Object(
      {
        kind: Enum(OPERATION_KINDS),
        mint: Type.String(),
        state: Enum(OPERATION_STATES),
        policyHash: Nullable(POLICY_HASH),
        createdAt: DateTime(),
        finishedAt: Nullable(DateTime()),
      },
      { description: 'What holds or has spent it, and how far that is.' },
    ),
  ),
  lastFailure: LastFailureView,
})
DryRunPublicView.title = 'DryRunPublicView'

export type DryRunPublicView = Static<typeof DryRunPublicView>

/** The dry-run as its creator gets it. */
export const dryRunResponse = (
  dryRun: DryRun,
  {
    caller,
    ...shown
  }: Pick<DryRunResponse, 'approvalUrl' | 'tip' | 'attribution' | 'cluster' | 'platformChoice'> & { readonly caller: Caller },
): DryRunResponse => {
  const { plan, quote } = dryRun
  return {
    ok: true,
    dryRunId: dryRun.id,
    expiresAt: iso(dryRun.expiresAtMs),
    imageSha256: plan.image?.sha256 ?? null,
    planHash: dryRun.planHash,
    feeMap: feeMapView(plan.feeMap),
    referral: referralView(plan.referral, plan.feeMap),
    shareholders: plannedShareholderViews(dryRun),
    crew: [...plan.crew],
    hirePlan: plan.hirePlan,
    vibe: plan.finalDescription,
    lockPath: quote.lockPath,
    cost: quote.cost && costView(quote.cost),
    terms: termsView(quote),
    warnings: [...quote.warnings],
    rehearsal: rehearsalView(dryRun),
    approvalRequired: caller.requireApproval,
    ...shown,
  }
}

/** What the public view adds to the dry-run. */
export interface DryRunSurroundings {
  readonly serverTimeMs: UnixMs
  readonly cluster: Cluster
  readonly askedBy: Asker
  readonly approvalRule: ApprovalRule
  readonly previous: ComparedPlans
  readonly operation: Operation | null
  readonly lastFailure: LastFailureView
  /** The coin whose fees would be locked, when it is listed here. */
  readonly coin: Coin | null
  readonly changedSince: readonly string[]
  readonly directory: readonly PayeeListing[]
  /** Of the plan's launchpad; null where it is not enabled. */
  readonly afterLock: string | null
}

/** The dry-run as anyone with its id sees it. @see rules 2.5 */
export const dryRunPublicView = (
  dryRun: DryRun,
  {
    serverTimeMs,
    cluster,
    askedBy,
    approvalRule,
    previous,
    operation,
    lastFailure,
    coin,
    changedSince,
    directory,
    afterLock,
  }: DryRunSurroundings,
): DryRunPublicView => ({
  ok: true,
  dryRunId: dryRun.id,
  intent: dryRun.plan.request.intent,
  createdAt: iso(dryRun.createdAtMs),
  expiresAt: iso(dryRun.expiresAtMs),
  serverTime: iso(serverTimeMs),
  ...approvalsView(dryRun, approvalRule),
  rejected: dryRun.rejection !== null,
  rejectedAt: isoOrNull(dryRun.rejection?.atMs ?? null),
  rejectedByWallet: dryRun.rejection?.by ?? null,
  rejectionReason: dryRun.rejection?.reason ?? null,
  consumed: dryRun.consumedAtMs !== null,
  imageSha256: dryRun.plan.image?.sha256 ?? null,
  planHash: dryRun.planHash,
  cluster,
  askedBy,
  changedSince: [...changedSince],
  directory: [...directory],
  plan: dryRunPlanView(dryRun, coin, afterLock),
  rehearsal: rehearsalView(dryRun),
  previous: previous.approved && earlierView(previous.approved),
  usedUnapproved: previous.usedUnapproved && earlierView(previous.usedUnapproved),
  otherCoin: previous.otherCoin && earlierView(previous.otherCoin),
  operation: operation && {
    kind: operation.kind,
    mint: operation.mint,
    state: operation.state,
    policyHash: (operation.kind === 'launch' && operation.policyHash) || null,
    createdAt: iso(operation.createdAtMs),
    finishedAt: isoOrNull(operation.finishedAtMs),
  },
  lastFailure,
})
