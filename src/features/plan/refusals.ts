import type { ErrorCode } from '../../domain/errors.ts'
import { LAUNCHPAD_REGISTRY_REFUSALS } from '../../ports/deps.ts'
import { FEE_SHARE_REFUSALS } from '../../ports/launchpad/fee-share.ts'
import { LAUNCHING_REFUSALS } from '../../ports/launchpad/launching.ts'
import { UNSIGNED_REFUSALS } from '../../ports/launchpad/unsigned.ts'

type Codes = readonly ErrorCode[]

/** What a launchpad that is asked for by name may be refused for, and for what is asked of it. */
const OFFER: Codes = [...LAUNCHPAD_REGISTRY_REFUSALS.get, 'operation_not_offered']

/** What the wallets of a split may be refused for. */
const RECIPIENTS: Codes = ['crew_wallet_invalid', 'recipient_not_payable', 'upstream_unavailable']

/** What any plan may be refused for: its platform and its crew. */
const CREW: Codes = [
  ...OFFER,
  'crew_shares_not_100',
  ...RECIPIENTS,
  'crew_evm_wallet_missing',
  'referrer_wallet_required',
  'crew_too_large',
]

/** What the plan of a launch may be refused for. */
const LAUNCH_PLAN: Codes = [
  ...CREW,
  'crew_source_required',
  'crew_with_holder_kol_not_allowed',
  'autohire_unavailable',
  'autohire_no_match',
  'image_required',
  'image_invalid',
  'image_unreachable',
]

/** What keeping the picture of a plan may be refused for that no launch has taken yet. */
const PICTURE: Codes = ['picture_quota_exceeded', 'pictures_full']

/** What spending a dry-run may be refused for. */
const SPEND: Codes = [
  'dry_run_not_spendable',
  'dry_run_altered',
  'dry_run_not_approved',
  'dry_run_required',
  'plan_mismatch',
  'launcher_mismatch',
  'approver_not_allowed',
]

/** What the target of a lock may be refused for. */
const LOCK_TARGET: Codes = ['mint_unknown', 'fee_share_already_locked', 'launcher_not_creator']

/** How a launch may end without a coin, or without an answer yet. */
const LAUNCH_END: Codes = ['launch_refused', 'launch_expired', 'launch_unresolved']

/** How transactions on an existing coin may end without having done anything, or without an answer yet. */
const OPERATION_END: Codes = ['chain_refused', 'transaction_expired', 'launch_unresolved']

/** What `makeDryRun` may be refused for. */
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

/** What `launchCoin` may be refused for. */
export const LAUNCH_REFUSALS: Codes = [
  ...LAUNCH_PLAN,
  ...SPEND,
  'launches_per_hour_exceeded',
  ...LAUNCHING_REFUSALS.prepareLaunch,
  'mint_exists',
  ...LAUNCH_END,
]

/** What `offerLaunch` may be refused for. */
export const OFFER_REFUSALS: Codes = [
  ...LAUNCH_PLAN,
  ...PICTURE,
  'dry_run_quota_exceeded',
  'dry_runs_full',
  ...SPEND,
  'launches_per_hour_exceeded',
  'unsigned_not_available',
  ...UNSIGNED_REFUSALS.prepare,
]

/** What `submitLaunch` may be refused for. */
export const SUBMIT_REFUSALS: Codes = [
  'launch_offer_unknown',
  'launch_offer_expired',
  'dry_run_required',
  'dry_run_not_spendable',
  'platform_disabled',
  ...UNSIGNED_REFUSALS.accept,
  ...RECIPIENTS,
  'launches_per_hour_exceeded',
  'mint_exists',
  ...LAUNCH_END,
]

/** What `lockFees` may be refused for, whomever the fees go to. */
const LOCK: Codes = [...CREW, ...LOCK_TARGET, ...SPEND, 'wire_fees_in_progress', ...FEE_SHARE_REFUSALS.prepareLock, ...OPERATION_END]

/** What `lockFees` to a crew may be refused for. */
export const WIRE_FEES_REFUSALS: Codes = [...LOCK, 'crew_required']

/** What `lockFees` to the KOLs among the holders may be refused for. */
export const LOCK_HOLDER_KOL_REFUSALS: Codes = [...LOCK, 'holder_kol_not_found']

/** What `crankFees` may be refused for. */
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
