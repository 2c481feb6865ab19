import type { Insertable, Selectable } from 'kysely'
import { type AtomicUnits, type DryRunId, type KeyId, type OperationId, unixMs, type Wallet } from '../../../domain/brands.ts'
import type { Approval, DryRun, QuotedCost, Rejection } from '../../../domain/plan/dry-run.ts'
import type { Plan } from '../../../domain/plan/plan.ts'
import { fromJson, toJson } from './json-column.ts'
import type { Database } from '../schema.ts'

/** The row of a new dry-run, but for the owner whose quota it counts in. */
export const toDryRunRow = (dryRun: DryRun): Omit<Insertable<Database['dry_run']>, 'owner' | 'stranger'> => ({
  id: dryRun.id,
  key_id: dryRun.keyId,
  // A wire-fees plan has no name and is listed under its mint.
  coin_name: dryRun.plan.request.mint ?? dryRun.plan.request.name,
  image_sha256: dryRun.plan.image?.sha256 ?? null,
  plan_json: toJson(dryRun.plan),
  plan_hash: dryRun.planHash,
  quote_json: toJson(fromQuote(dryRun.quote)),
  created_at_ms: dryRun.createdAtMs,
  expires_at_ms: dryRun.expiresAtMs,
  approvals: dryRun.approvals.length,
  approvals_json: toJson(dryRun.approvals),
  approvals_required: dryRun.approvalsRequired,
  approved_at_ms: dryRun.approvedAtMs,
  approved_by: dryRun.approvedBy,
  reserved_by: dryRun.reservedBy,
  rejected_at_ms: dryRun.rejection?.atMs ?? null,
  rejected_by: dryRun.rejection?.by ?? null,
  rejection_reason: dryRun.rejection?.reason ?? null,
  consumed_at_ms: dryRun.consumedAtMs,
  launcher: dryRun.plan.request.launcherPubkey,
  ticker: dryRun.plan.request.ticker,
})

/** The dry-run of a row; null without one. */
export const toDryRun = (row: Selectable<Database['dry_run']> | undefined): DryRun | null =>
  row
    ? {
        id: row.id as DryRunId,
        keyId: row.key_id as KeyId,
        plan: fromJson<Plan>(row.plan_json),
        planHash: row.plan_hash,
        quote: toQuote(fromJson<StoredDryRunQuote>(row.quote_json)),
        createdAtMs: unixMs(row.created_at_ms),
        expiresAtMs: unixMs(row.expires_at_ms),
        approvals: fromJson<Approval[]>(row.approvals_json),
        approvalsRequired: Number(row.approvals_required),
        approvedAtMs: row.approved_at_ms === null ? null : unixMs(row.approved_at_ms),
        approvedBy: row.approved_by as Wallet | null,
        rejection: rejectionOf(row),
        reservedBy: row.reserved_by as OperationId | null,
        consumedAtMs: row.consumed_at_ms === null ? null : unixMs(row.consumed_at_ms),
      }
    : null

const rejectionOf = (row: Selectable<Database['dry_run']>): Rejection | null =>
  row.rejected_at_ms === null
    ? null
    : { atMs: unixMs(row.rejected_at_ms), by: row.rejected_by as Wallet, reason: row.rejection_reason ?? '' }

/** A quote as rows have it: its amounts have shorter names there. */
interface StoredDryRunQuote extends Omit<DryRun['quote'], 'cost'> {
  readonly cost: StoredCost | null
}

interface StoredCost extends Pick<QuotedCost, 'currency'> {
  readonly items: readonly { readonly what: string; readonly amount: AtomicUnits }[]
  readonly total: AtomicUnits
}

const fromQuote = ({ cost, ...rest }: DryRun['quote']): StoredDryRunQuote => ({ cost: cost && fromCost(cost), ...rest })

const toQuote = ({ cost, ...rest }: StoredDryRunQuote): DryRun['quote'] => ({ cost: cost && toCost(cost), ...rest })

const fromCost = ({ items, totalAtomic: total, ...rest }: QuotedCost): StoredCost => ({
  items: items.map(({ what, amountAtomic: amount }) => ({ what, amount })),
  total,
  ...rest,
})

const toCost = ({ items, total: totalAtomic, ...rest }: StoredCost): QuotedCost => ({
  items: items.map(({ what, amount: amountAtomic }) => ({ what, amountAtomic })),
  totalAtomic,
  ...rest,
})
