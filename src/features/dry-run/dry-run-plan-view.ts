import { type Static, Type } from '@sinclair/typebox'
import type { Coin } from '../../domain/coin.ts'
import { MODES } from '../../domain/crew/fee-map.ts'
import { Enum, Nullable } from '../../domain/json.ts'
import { PLANNED_LOCK_PATHS } from '../../domain/lock-path.ts'
import { amountNumber } from '../../domain/money/currency.ts'
import type { DryRun } from '../../domain/plan/dry-run.ts'
import { IMAGE_TYPES } from '../../domain/plan/image.ts'
import { Earnings } from '../../domain/crew/earnings-field.ts'
import { CrewSeat } from '../../domain/crew/crew.ts'
import { HirePlan } from '../../domain/matching/hire-plan.ts'
import {
  AgentView,
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

/** Schema of a hash. */
export const Sha256 = (of: string) => Type.String({ description: `SHA-256, in hex, of ${of}.` })

/** Everything that a human approves. @see rules 2.4 */
export const DryRunPlanView = Type.Object(
  {
    mint: Type.Optional(Type.String({ description: 'The coin whose fees are wired; not there for a launch.' })),
    name: Type.String({ description: 'Of the coin; empty for wire-fees of a coin that is not listed here.' }),
    ticker: Type.String({ description: 'Without $; empty where name is.' }),
    vibe: Type.String({ description: 'The description that stands on chain, the attribution with it.' }),
    mode: Enum(MODES, { description: 'How the fees are split.' }),
    twitter: Nullable(Type.String()),
    website: Nullable(Type.String()),
    initialBuySol: Type.Number({ description: 'What the launcher buys in the launch, in whole SOL; 0 is nothing.' }),
    platform: Type.String({ description: 'Id of the launchpad.' }),
    lockPath: Enum(PLANNED_LOCK_PATHS, {
      description:
        'How create and lock reach the chain: atomic-v1, atomic-v0, atomic-evm and jito-bundle leave nothing between the two, sequential does; holder-kol-open locks nothing yet; wire-fees locks a coin that is there.',
    }),
    atomicRequired: Type.Boolean({ description: 'The launch is refused where create and lock cannot land together.' }),
    holderKol: Type.Boolean({ description: 'The crew is chosen among the coin’s holders.' }),
    agent: Nullable(AgentView),
    launcherPubkey: Nullable(Type.String({ description: 'The wallet that launches and pays; null leaves it open.' })),
    image: Nullable(
      Type.Object(
        {
          sha256: Sha256('the picture’s bytes'),
          contentType: Enum(IMAGE_TYPES),
          sizeBytes: Type.Integer({ description: 'In bytes.' }),
        },
        { description: 'The picture of the coin, served at {id}/image; null for wire-fees.' },
      ),
    ),
    feeMap: FeeMapView,
    earnings: Nullable(Earnings, { description: 'The agent’s rule for its own share; null where its wallet gets all of it.' }),
    referral: Nullable(ReferralView),
    crew: Type.Array(CrewSeat),
    shareholders: Type.Array(PlannedShareholderView, {
      description: 'Every wallet that is paid. All bps total 10000, less the crew’s where it is still to be chosen.',
    }),
    hirePlan: Nullable(HirePlan),
    cost: Nullable(CostView),
    terms: Nullable(TermsView, {
      description: 'What is fixed for good beside the split; null where the launchpad names nothing, and for wire-fees.',
    }),
    afterLock: Nullable(Type.String(), {
      description: 'Who can still change who is paid once the split is locked, on this launchpad; null where it is not enabled.',
    }),
    warnings: Type.Array(Type.String(), { description: 'What a human should know before approving.' }),
  },
  { additionalProperties: false, description: 'Everything that will happen; no secret.' },
)
DryRunPlanView.title = 'DryRunPlan'

export type DryRunPlanView = Static<typeof DryRunPlanView>

/** The whole plan, as the approval page shows it. */
export function dryRunPlanView({ plan, quote }: DryRun, coin: Coin | null, afterLock: string | null): DryRunPlanView {
  const { request } = plan
  return {
    ...(request.mint === null ? {} : { mint: request.mint }),
    name: coin?.name ?? request.name,
    ticker: coin?.ticker ?? request.ticker,
    vibe: plan.finalDescription,
    mode: request.mode,
    twitter: request.twitter,
    website: request.website,
    initialBuySol: amountNumber(request.initialBuyLamports, 'SOL'),
    platform: request.platform,
    lockPath: quote.lockPath,
    atomicRequired: request.atomicRequired,
    holderKol: request.holderKol,
    agent: request.agent,
    launcherPubkey: request.launcherPubkey,
    image: plan.image && { sha256: plan.image.sha256, contentType: plan.image.contentType, sizeBytes: plan.image.sizeBytes },
    feeMap: feeMapView(plan.feeMap),
    earnings: request.earnings ?? null,
    referral: referralView(plan.referral, plan.feeMap),
    crew: [...plan.crew],
    shareholders: plannedShareholderViews({ plan, quote }),
    hirePlan: plan.hirePlan,
    cost: quote.cost && costView(quote.cost),
    terms: termsView(quote),
    afterLock,
    warnings: [...quote.warnings],
  }
}
