import { Type } from '@sinclair/typebox'
import type { Coin } from '../../domain/coin.ts'
import type { DryRun, QuotedCost } from '../../domain/plan/dry-run.ts'
import type { Operation } from '../../domain/operation.ts'
import type { UnixMs } from '../../domain/brands.ts'
import type { CrewSeat } from '../../domain/crew/crew.ts'
import type { FeeMap, Referral, Shareholder } from '../../domain/crew/fee-map.ts'
import { amountNumber } from '../../domain/money/currency.ts'
import { lamportsToSol } from '../../domain/money/sol.ts'
import { iso, isoOrNull, Nullable } from '../../domain/json.ts'
import type { ComparedDryRun, ComparedPlans } from './compare-dry-runs.ts'

/** Wire form of the fee map. @see rules 2.4 */
export const FeeMapView = Type.Object({
  platformBuybackBps: Type.Integer(),
  deskBps: Type.Integer(),
  crewPoolBps: Type.Integer(),
  referrerBps: Type.Integer(),
})
FeeMapView.title = 'FeeMap'

export const ReferralView = Type.Object({ code: Type.String(), wallet: Type.String(), handle: Type.String(), bps: Type.Integer() })
ReferralView.title = 'Referral'

export const ShareholderView = Type.Object({ wallet: Type.String(), role: Type.String(), handle: Type.String(), bps: Type.Integer() })
ShareholderView.title = 'Shareholder'

/** A wallet of the split as it was when the plan was made. */
export const PlannedShareholderView = Type.Composite([
  ShareholderView,
  Type.Object({
    unused: Type.Boolean({
      description:
        'No transaction has touched this wallet yet. Such a wallet can still become a program or contract after the lock; on Solana every distribution of the coin then fails.',
    }),
  }),
])
PlannedShareholderView.title = 'PlannedShareholder'

export const CrewSeatView = Type.Object({
  handle: Type.String(),
  wallet: Type.String(),
  share: Type.Integer(),
  hireRole: Type.String(),
  effectiveBps: Type.Integer(),
})
CrewSeatView.title = 'CrewSeat'

export const CostView = Type.Object({
  lamports: Type.String(),
  sol: Type.Number(),
  currency: Type.String({ description: 'SOL or ETH: lamports are the smallest unit of it.' }),
  items: Type.Array(Type.Object({ what: Type.String(), lamports: Type.String(), sol: Type.Number() })),
})

export const DryRunPlanView = Type.Object({}, { additionalProperties: true, description: 'Everything that will happen; no secret.' })

const EarlierView = Type.Object({
  dryRunId: Type.String(),
  name: Type.String({ description: 'Of the coin; empty for wire-fees.' }),
  createdAt: Type.String({ format: 'date-time' }),
  approved: Type.Boolean(),
  consumed: Type.Boolean(),
  changes: Type.Array(Type.Object({ field: Type.String(), old: Nullable(Type.String()), new: Nullable(Type.String()) })),
})
EarlierView.title = 'EarlierDryRun'

export const DryRunPublicView = Type.Object({
  ok: Type.Literal(true),
  dryRunId: Type.String(),
  intent: Type.Union([Type.Literal('launch'), Type.Literal('wire-fees')]),
  createdAt: Type.String({ format: 'date-time' }),
  expiresAt: Type.String({ format: 'date-time' }),
  serverTime: Type.String({ format: 'date-time' }),
  approved: Type.Boolean(),
  approvedAt: Nullable(Type.String({ format: 'date-time' })),
  approvedByWallet: Nullable(Type.String()),
  consumed: Type.Boolean(),
  imageSha256: Nullable(Type.String()),
  planHash: Type.String(),
  cluster: Type.String(),
  plan: DryRunPlanView,
  previous: Type.Union([EarlierView, Type.Null()], {
    description:
      'The dry-run of the same coin, by the same key or launcher, that a human approved last, and every field that differs from it. The same coin: the same mint for wire-fees, else a name that reads alike, else the same ticker. Null: none was approved, and there is nothing to compare with.',
  }),
  usedUnapproved: Type.Union([EarlierView, Type.Null()], {
    description:
      'The dry-run of the same coin, by the same key or launcher, that was used last, where nobody approved it and it differs from this one.',
  }),
  operation: Nullable(
    Type.Object(
      { kind: Type.String(), mint: Type.String(), state: Type.String() },
      { description: 'What holds or has spent this dry-run: a launch or a fee wiring, and how far it is.' },
    ),
  ),
})
DryRunPublicView.title = 'DryRunPublicView'

export const feeMapView = (feeMap: FeeMap) => ({
  platformBuybackBps: feeMap.treasuryBps as number,
  deskBps: feeMap.agentBps as number,
  crewPoolBps: feeMap.crewPoolBps as number,
  referrerBps: feeMap.referrerBps as number,
})

export const shareholderView = ({ wallet, role, handle, bps }: Shareholder) => ({
  wallet: wallet as string,
  role,
  handle,
  bps: bps as number,
})

/** The shareholders of a dry-run, each marked when its wallet was never used. */
export const plannedShareholderViews = ({ plan, notes }: Pick<DryRun, 'plan' | 'notes'>) =>
  plan.shareholders.map((shareholder) => ({
    ...shareholderView(shareholder),
    unused: notes.unusedWallets?.includes(shareholder.wallet) ?? false,
  }))

export const crewSeatView = ({ handle, wallet, share, hireRole, effectiveBps }: CrewSeat) => ({
  handle,
  wallet: wallet as string,
  share,
  hireRole: hireRole as string,
  effectiveBps: effectiveBps as number,
})

export const referralView = (referral: Referral | null, feeMap: FeeMap) =>
  referral && { ...referral, wallet: referral.wallet as string, bps: feeMap.referrerBps as number }

export const costView = ({ items, totalLamports, currency = 'SOL' }: QuotedCost) => ({
  lamports: totalLamports.toString(),
  sol: amountNumber(totalLamports, currency),
  currency: currency as string,
  items: items.map(({ what, lamports }) => ({ what, lamports: lamports.toString(), sol: amountNumber(lamports, currency) })),
})

/** The plan as a person reads it on the approval page: all of it. */
export function planView({ plan, notes }: DryRun, coin: Coin | null) {
  const { wish } = plan
  return {
    ...(wish.mint === null ? {} : { mint: wish.mint }),
    name: coin?.name ?? wish.name,
    ticker: coin?.ticker ?? wish.ticker,
    vibe: plan.finalDescription,
    mode: wish.mode,
    twitter: wish.twitter,
    website: wish.website,
    initialBuySol: lamportsToSol(wish.initialBuyLamports),
    platform: wish.platform,
    lockPath: notes.lockPath,
    atomicRequired: wish.atomicRequired,
    holderKol: wish.holderKol,
    agent: wish.agent,
    launcherPubkey: wish.launcherPubkey,
    image: plan.image && { sha256: plan.image.sha256, contentType: plan.image.contentType, sizeBytes: plan.image.sizeBytes },
    feeMap: feeMapView(plan.feeMap),
    referral: referralView(plan.referral, plan.feeMap),
    crew: plan.crew.map(crewSeatView),
    shareholders: plannedShareholderViews({ plan, notes }),
    hirePlan: plan.hirePlan,
    cost: notes.cost === null ? null : costView(notes.cost),
    warnings: notes.warnings,
  }
}

/** What the public view tells beside the dry-run itself. */
export interface DryRunSurroundings {
  readonly serverTimeMs: UnixMs
  readonly cluster: string
  readonly previous: ComparedPlans
  readonly operation: Operation | null
  /** The coin whose fees would be wired, when it is listed here. */
  readonly coin: Coin | null
}

const earlierView = ({ dryRun, changes }: ComparedDryRun) => ({
  dryRunId: dryRun.id as string,
  name: dryRun.plan.wish.name,
  createdAt: iso(dryRun.createdAtMs),
  approved: dryRun.approvedAtMs !== null,
  consumed: dryRun.consumedAtMs !== null,
  changes: changes.map((change) => ({ ...change })),
})

/** The dry-run as anyone with its id sees it. @see rules 2.5 */
export const dryRunPublicView = (dryRun: DryRun, { serverTimeMs, cluster, previous, operation, coin }: DryRunSurroundings) => ({
  ok: true as const,
  dryRunId: dryRun.id as string,
  intent: dryRun.plan.wish.intent,
  createdAt: iso(dryRun.createdAtMs),
  expiresAt: iso(dryRun.expiresAtMs),
  serverTime: iso(serverTimeMs),
  approved: dryRun.approvedAtMs !== null,
  approvedAt: isoOrNull(dryRun.approvedAtMs),
  approvedByWallet: dryRun.approvedBy as string | null,
  consumed: dryRun.consumedAtMs !== null,
  imageSha256: dryRun.plan.image?.sha256 ?? null,
  planHash: dryRun.planHash,
  cluster,
  plan: planView(dryRun, coin),
  previous: previous.approved && earlierView(previous.approved),
  usedUnapproved: previous.usedUnapproved && earlierView(previous.usedUnapproved),
  operation: operation && { kind: operation.kind as string, mint: operation.mint as string, state: operation.state as string },
})
