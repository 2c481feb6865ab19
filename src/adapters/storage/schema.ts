import type { Generated } from 'kysely'
import type { OperationKind } from '../../domain/operation.ts'
import type { AmountColumn } from './amount-column.ts'
import type { CoinTables } from './coin-tables.ts'
import type { ConsentTables } from './consent-tables.ts'
import type { AuditTables } from './audit-tables.ts'
import type { EarningTables } from './earning-tables.ts'
import type { LedgerTables } from './ledger-tables.ts'
import type { JobTables } from './job-tables.ts'
import type { PaymentTables } from './payment-tables.ts'
import type { ProgramTable } from './program-table.ts'
import type { WebhookTables } from './webhook-tables.ts'
import type { PaidRole } from '../../domain/crew/role.ts'

/** Columns of each table. Times are Unix ms, flags 0 or 1, `*_json` texts of json-column.ts. */
export interface Database
  extends AuditTables, CoinTables, ConsentTables, JobTables, WebhookTables, PaymentTables, EarningTables, LedgerTables, ProgramTable {
  api_key: {
    id: string
    name: string
    hash: string
    fingerprint: string
    label: string
    agent_name: string | null
    model: string | null
    launches_per_hour: number
    require_approval: number
    ops: number
    referral_json: string | null
    /** The wallet in `referral_json`, for lookups. */
    referral_wallet: string | null
    claim_address: string | null
    /** The /48 of an IPv6 address that claimed it. */
    claim_site: string | null
    active: number
    created_at_ms: number
    last_used_at_ms: number | null
    /** The hash from before the last rotation, and until when it is good. */
    previous_hash: string | null
    previous_until_ms: number | null
    /** What the key is kept to; null for nothing. */
    bounds_json: string | null
  }
  image: {
    sha256: string
    content_type: string
    bytes: Uint8Array
    /** The owner of the quota: a key's id, or the address that claimed the key. */
    owner: string
    size_bytes: number
    /** 1 where the owner is no operator-minted key. */
    stranger: number
    /** When it was last stored; it is kept for a while without a use. */
    stored_at_ms: number
    used: number
  }
  dry_run: {
    id: string
    key_id: string
    coin_name: string
    image_sha256: string | null
    plan_json: string
    plan_hash: string
    quote_json: string
    created_at_ms: number
    expires_at_ms: number
    /** How many approvals are in `approvals_json`. */
    approvals: number
    approvals_json: string
    approvals_required: number
    approved_at_ms: number | null
    approved_by: string | null
    reserved_by: string | null
    consumed_at_ms: number | null
    rejected_at_ms: number | null
    rejected_by: string | null
    rejection_reason: string | null
    launcher: string | null
    /** Empty for a wire-fees plan. */
    ticker: string
    owner: string
    stranger: number
  }
  operation: {
    id: string
    kind: string
    platform: string
    mint: string
    key_id: string
    launcher: string
    dry_run_id: string | null
    idempotency_id: string | null
    image_sha256: string | null
    plan_json: string | null
    /** What a launch buys first, in the smallest unit of its coin. */
    initial_buy: AmountColumn
    metadata_id: string | null
    lock_path: string | null
    policy_hash: string | null
    transactions_json: string
    state: string
    unfinished: number
    failure_json: string | null
    result_json: string | null
    created_at_ms: number
    finished_at_ms: number | null
    next_check_at_ms: number
  }
  idempotency: {
    id: string
    scope: string
    key: string
    fingerprint: string
    operation_id: string | null
    finished: number
    /** The end of the lease of a running claim, or of the replay window of a finished one. */
    expires_at_ms: number
  }
  launch_offer: { id: string; kind: OperationKind; offer_json: string; image_sha256: string | null; key_id: string; expires_at_ms: number }
  spending_policy: {
    hash: string
    key_id: string
    policy_json: string
    approvals_json: string
    approvals_required: number
    signed_at_ms: number
    until_ms: number
    revoked_at_ms: number | null
  }
  pin: { sha256: string; uri: string }
  used_signature: { digest: string; expires_at_ms: number }
  remit: {
    id: string
    mint: string
    ticker: string
    wallet: string
    handle: string
    role: PaidRole
    currency: string
    amount: AmountColumn
    signature: string
    height: number
    at_ms: number
  }
  fee_hour: { hour_ms: number; role: PaidRole; currency: string; amount: AmountColumn }
  kol: {
    number: Generated<number>
    handle: string
    /** The handle in lower case, which is unique. */
    handle_key: string
    rank: number
    display_name: string
    aliases_json: string
    wallet: string
    evm_wallet: string | null
    followers: number
    narratives_json: string
    roles_json: string
    correlated_json: string
    verified: number
    opted_out: number
    referral_code: string | null
    referral_code_key: string | null
    /** Searched as a whole: handle, name, aliases and narratives, normalised, one per line. */
    names: string
    /** Searched by word: the distinct words of those, separated by blanks. */
    words: string
  }
  directory_version: { id: number; version: number }
  spending: { budget: string; id: string; spending_class: string; caller: string; amount: AmountColumn; at_ms: number; outcome: string }
  event: { id: string; type: string; mint: string | null; key_id: string; data_json: string; at_ms: number }
  alarm: { name: string; subject: string; summary: string; since_ms: number; seen_at_ms: number; raised_at_ms: number | null }
  agreed_setting: { name: string; fingerprint: string }
  lease: { name: string; holder: string; expires_at_ms: number }
  job_run: {
    name: string
    last_started_at_ms: number | null
    last_finished_at_ms: number | null
    last_outcome: string | null
    next_run_at_ms: number | null
    position: string | null
  }
  /** That with id 1 is of payments, the others are of coins. */
  totals: {
    id: number
    coins: number
    locked: number
    remits: number
    buybacks: Generated<number>
  }
  totals_amount: { name: 'remitted' | 'bought'; currency: string; amount: AmountColumn }
  burn_wallet: {
    mint: string
    platform: string
    wallet: string
    nonce: string
    looked_at_ms: number
    booked_at_ms: number
  }
  buyback: {
    id: string
    buyer: string
    due_at_ms: number
    mint: string | null
    ticker: string | null
    wallet: string | null
    state: string
    failure_json: string | null
    quote_json: string | null
    operation_id: string | null
    receipt_json: string | null
    finished_at_ms: number | null
  }
  buyback_sum: {
    buyer: string
    mint: string
    ticker: string | null
    runs: number
    spent: AmountColumn
    tokens: AmountColumn
    burned: AmountColumn
  }
}
