import type { ErrorCode } from '../../domain/errors.ts'
import { LAUNCHPAD_REGISTRY_REFUSALS } from '../../ports/launchpad-registry.ts'
import { FEE_SHARE_REFUSALS } from '../../ports/launchpad/fee-share.ts'
import { LAUNCHING_REFUSALS } from '../../ports/launchpad/launching.ts'
import { UNSIGNED_REFUSALS } from '../../ports/launchpad/unsigned.ts'

type Codes = readonly ErrorCode[]

/** Refusals of a named launchpad, and of its operations. */
const OFFER: Codes = [...LAUNCHPAD_REGISTRY_REFUSALS.get, 'operation_not_offered']

/** Refusals of the wallets of a split. */
const RECIPIENTS: Codes = ['crew_wallet_invalid', 'recipient_not_payable', 'consent_required', 'upstream_unavailable']

/** Refusals of any plan: its platform and its crew. */
const CREW: Codes = [
  ...OFFER,
  'crew_shares_not_100',
  ...RECIPIENTS,
  'crew_evm_wallet_missing',
  'referrer_wallet_required',
  'crew_too_large',
]

/** Refusals of a launch's plan. */
const LAUNCH_PLAN: Codes = [
  ...CREW,
  'crew_source_required',
  'crew_with_holder_kol_not_allowed',
  'autohire_unavailable',
  'autohire_no_match',
  'fee_option_not_offered',
  'image_required',
  'image_invalid',
  'image_unreachable',
]

/** Refusals of storing the picture of a plan that is not launched yet. */
const PICTURE: Codes = ['picture_quota_exceeded', 'pictures_full']

/** Refusals of consuming a dry-run. */
const SPEND: Codes = [
  'dry_run_not_spendable',
  'dry_run_altered',
  'dry_run_not_approved',
  'dry_run_required',
  'plan_mismatch',
  'launcher_mismatch',
  'approver_not_allowed',
]

/** Refusals of the coin of a lock. */
const LOCK_TARGET: Codes = ['mint_unknown', 'fee_share_already_locked', 'launcher_not_creator', 'creator_fees_not_splittable']

/** How a launch may end without a coin, or without an answer yet. */
const LAUNCH_END: Codes = ['launch_refused', 'launch_expired', 'launch_unresolved']

/** How transactions on an existing coin may end without an effect, or without an answer yet. */
const OPERATION_END: Codes = ['chain_refused', 'transaction_expired', 'launch_unresolved']

/** Refusals of `makeDryRun`. */
export const DRY_RUN_REFUSALS: Codes = [
  ...LAUNCH_PLAN,
  ...PICTURE,
  'dry_run_quota_exceeded',
  'dry_runs_full',
  ...LAUNCHING_REFUSALS.estimateLaunch,
  'crew_required',
  'wallet_invalid',
  'launcher_pubkey_required',
  ...LOCK_TARGET,
  'holder_kol_not_found',
]

/** Refusals of a price that is asked for without a plan. */
export const LAUNCH_QUOTE_REFUSALS: Codes = ['platform_not_available', 'upstream_unavailable', ...LAUNCHING_REFUSALS.estimateLaunch]

/** Refusals of `launchCoin`. */
export const LAUNCH_REFUSALS: Codes = [
  ...LAUNCH_PLAN,
  ...SPEND,
  'launches_per_hour_exceeded',
  'program_unknown',
  ...LAUNCHING_REFUSALS.prepareLaunch,
  'mint_exists',
  ...LAUNCH_END,
]

/** Refusals of `unsignedLaunch`. */
export const OFFER_REFUSALS: Codes = [
  ...LAUNCH_PLAN,
  ...PICTURE,
  'dry_run_quota_exceeded',
  'dry_runs_full',
  ...SPEND,
  'launches_per_hour_exceeded',
  'unsigned_not_available',
  'program_unknown',
  ...UNSIGNED_REFUSALS.prepare,
]

/** Refusals of `submitLaunch`. */
export const SUBMIT_REFUSALS: Codes = [
  'launch_offer_unknown',
  'launch_offer_expired',
  'dry_run_required',
  'dry_run_not_spendable',
  'dry_run_not_approved',
  'platform_disabled',
  'program_unknown',
  ...UNSIGNED_REFUSALS.accept,
  ...RECIPIENTS,
  'launches_per_hour_exceeded',
  'mint_exists',
  ...LAUNCH_END,
]

/** Refusals of the plan of a lock. */
const LOCK_PLAN: Codes = [...CREW, ...LOCK_TARGET, ...SPEND]

/** Refusals of `makeLock`. */
const LOCK: Codes = [...LOCK_PLAN, 'wire_fees_in_progress', ...FEE_SHARE_REFUSALS.prepareLock, ...OPERATION_END]

/** Refusals of `wireFees`. */
export const WIRE_FEES_REFUSALS: Codes = [...LOCK, 'crew_required']

/** Refusals of `lockHolderKol`. */
export const LOCK_HOLDER_KOL_REFUSALS: Codes = [...LOCK, 'holder_kol_not_found']

/** Refusals of `makeUnsignedLock`. */
const UNSIGNED_LOCK: Codes = ['unsigned_not_available', 'wallet_invalid', 'dry_run_quota_exceeded', 'dry_runs_full']

/** Refusals of `makeUnsignedLock` to a crew. */
export const UNSIGNED_WIRE_FEES_REFUSALS: Codes = [...LOCK_PLAN, ...UNSIGNED_LOCK, ...UNSIGNED_REFUSALS.prepareLock, 'crew_required']

/** Refusals of `makeUnsignedLock` to the KOLs among the holders. */
export const UNSIGNED_LOCK_HOLDER_KOL_REFUSALS: Codes = [
  ...LOCK_PLAN,
  ...UNSIGNED_LOCK,
  ...UNSIGNED_REFUSALS.prepareLock,
  'holder_kol_not_found',
]

/** Refusals of `submitLock`. */
export const SUBMIT_LOCK_REFUSALS: Codes = [
  'lock_offer_unknown',
  'lock_offer_expired',
  'dry_run_required',
  'dry_run_not_spendable',
  'dry_run_not_approved',
  'platform_disabled',
  ...UNSIGNED_REFUSALS.accept,
  ...RECIPIENTS,
  'wire_fees_in_progress',
  ...OPERATION_END,
]

/** Refusals of `crankFees`. */
export const CRANK_REFUSALS: Codes = [
  'platform_disabled',
  'operation_not_offered',
  'crank_payer_missing',
  'crank_budget_exceeded',
  'crank_cost_exceeded',
  ...FEE_SHARE_REFUSALS.prepareDistribution,
  ...OPERATION_END,
  'upstream_unavailable',
]
