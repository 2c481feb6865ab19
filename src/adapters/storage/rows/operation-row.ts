import type { Selectable } from 'kysely'
import { type DryRunId, type KeyId, type Mint, type OperationId, type Wallet, unixMs } from '../../../domain/brands.ts'
import {
  claimOf,
  dryRunOf,
  type LaunchState,
  type Operation,
  type OperationKind,
  type OperationResult,
  type OperationState,
  planOf,
  type SignedTransaction,
  UNFINISHED_STATES,
} from '../../../domain/operation.ts'
import type { LockPath } from '../../../domain/lock-path.ts'
import type { Plan } from '../../../domain/plan/plan.ts'
import type { Failure } from '../../../domain/errors.ts'
import { fromJson, fromNullableJson, toJson, toNullableJson } from './json-column.ts'
import type { Database } from '../schema.ts'

/** 1 of a state that an operation leaves again; else 0. */
export const isUnfinished = (state: OperationState): number => Number((UNFINISHED_STATES as readonly OperationState[]).includes(state))

/** An operation as it is stored. */
export const toOperationRow = (operation: Operation) => ({
  id: operation.id,
  kind: operation.kind,
  platform: operation.platform,
  mint: operation.mint,
  key_id: operation.keyId,
  launcher: operation.launcher,
  dry_run_id: dryRunOf(operation),
  idempotency_id: claimOf(operation),
  image_sha256: planOf(operation)?.image?.sha256 ?? null,
  plan_json: toNullableJson(planOf(operation)),
  initial_buy: String(planOf(operation)?.request.initialBuyLamports ?? 0n),
  metadata_id: operation.kind === 'launch' ? operation.metadataId : null,
  lock_path: operation.kind === 'launch' ? operation.lockPath : null,
  policy_hash: operation.kind === 'launch' ? (operation.policyHash ?? null) : null,
  transactions_json: toJson(operation.transactions),
  state: operation.state,
  unfinished: isUnfinished(operation.state),
  failure_json: toNullableJson(operation.failure),
  result_json: toNullableJson(operation.result),
  created_at_ms: operation.createdAtMs,
  finished_at_ms: operation.finishedAtMs,
})

/** The operation of a row; null without one. */
export const toOperation = (row: Selectable<Database['operation']> | undefined): Operation | null => (row ? operationOf(row) : null)

/** The operation of a row. */
export function operationOf(row: Selectable<Database['operation']>): Operation {
  const { kind, state } = row as { kind: OperationKind; state: OperationState }
  const common = {
    id: row.id as OperationId,
    platform: row.platform,
    mint: row.mint as Mint,
    keyId: row.key_id as KeyId,
    launcher: row.launcher as Wallet,
    transactions: fromJson<SignedTransaction[]>(row.transactions_json),
    state,
    failure: fromNullableJson<Failure>(row.failure_json),
    createdAtMs: unixMs(row.created_at_ms),
    finishedAtMs: row.finished_at_ms === null ? null : unixMs(row.finished_at_ms),
  }
  const result = <Kind extends OperationKind>() => fromNullableJson<OperationResult[Kind]>(row.result_json)
  if (kind === 'buyback') return { ...common, kind, result: result<'buyback'>() }
  const claimed = { ...common, idempotencyId: row.idempotency_id }
  if (kind === 'crank') return { ...claimed, kind, result: result<'crank'>() }
  const planned = { ...claimed, plan: fromJson<Plan>(set(row, 'plan_json')), dryRunId: row.dry_run_id as DryRunId | null }
  if (kind !== 'launch') return { ...planned, kind, result: result<'wire-fees'>() }
  return {
    ...planned,
    kind,
    state: state as LaunchState,
    metadataId: set(row, 'metadata_id'),
    lockPath: set(row, 'lock_path') as LockPath,
    ...(row.policy_hash === null ? {} : { policyHash: row.policy_hash }),
    result: result<'launch'>(),
  }
}

/** A column that every row of its kind has. @throws Error when this row lacks it */
function set(row: Selectable<Database['operation']>, column: 'plan_json' | 'metadata_id' | 'lock_path'): string {
  const value = row[column]
  if (value === null) throw new Error(`the ${row.kind} ${row.id} has no ${column}`)
  return value
}
