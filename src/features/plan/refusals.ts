import type { ErrorCode } from '../../domain/errors.ts'

/** What any plan may be refused for: its platform and its crew. */
export const CREW_REFUSALS: readonly ErrorCode[] = [
  'platform_not_available',
  'platform_disabled',
  'operation_not_offered',
  'crew_shares_not_100',
  'crew_wallet_invalid',
  'recipient_not_payable',
  'crew_evm_wallet_missing',
  'referrer_wallet_required',
  'crew_too_large',
  'upstream_unavailable',
]

/** What the plan of a launch may be refused for. */
export const PLAN_REFUSALS: readonly ErrorCode[] = [
  ...CREW_REFUSALS,
  'crew_source_required',
  'crew_with_holder_kol_not_allowed',
  'autohire_unavailable',
  'autohire_no_match',
  'image_required',
  'image_invalid',
  'image_unreachable',
  'atomic_not_possible',
]

/** What keeping the picture of a plan may be refused for that no launch has taken yet. */
export const PICTURE_REFUSALS: readonly ErrorCode[] = ['picture_quota_exceeded', 'pictures_full']

/** What spending a dry-run may refuse. */
export const SPEND_REFUSALS: readonly ErrorCode[] = [
  'dry_run_not_spendable',
  'dry_run_altered',
  'dry_run_not_approved',
  'dry_run_required',
  'plan_mismatch',
  'launcher_mismatch',
  'balance_too_low',
  'launcher_busy',
  'launches_per_hour_exceeded',
]

/** How a launch may end without a coin, or without an answer yet. */
export const LAUNCH_REFUSALS: readonly ErrorCode[] = ['launch_refused', 'launch_expired', 'launch_unresolved', 'mint_exists']

/** What a lock of a coin's fees may refuse beside its plan. */
export const LOCK_REFUSALS: readonly ErrorCode[] = [
  'mint_unknown',
  'fee_share_already_locked',
  'launcher_not_creator',
  'launcher_mismatch',
  'dry_run_not_spendable',
  'dry_run_altered',
  'dry_run_not_approved',
  'dry_run_required',
  'plan_mismatch',
  'approver_not_allowed',
  'balance_too_low',
  'launcher_busy',
  'wire_fees_in_progress',
  'chain_refused',
  'transaction_expired',
  'launch_unresolved',
]

/** What keeping a dry-run can be refused for. */
export const DRY_RUN_REFUSALS: readonly ErrorCode[] = ['dry_run_quota_exceeded', 'dry_runs_full']
