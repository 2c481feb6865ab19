import type { Generated } from 'kysely'
import type { AmountColumn } from './amount-column.ts'

/** Coins, with the state of the passes over them, and what their names look like. */
export interface CoinTables {
  coin_look: { part: string; look: string; mint: string; key_id: string }
  coin: {
    mint: string
    platform: string
    key_id: string
    operation_id: string
    name: string
    ticker: string
    description: string
    image_sha256: string | null
    metadata_id: string | null
    mode: string
    crew_json: string
    shareholders_json: string
    launcher: string
    agent_json: string | null
    twitter: string | null
    website: string | null
    treasury_bps: number
    signature: string
    fee_share_signature: string | null
    fee_share_locked: number
    fees_locked_at_launch: number
    lock_path: string
    create_height: number
    lock_height: number | null
    holder_kol: number
    launched_at_ms: number
    graduated_at_ms: number | null
    featured_at_ms: number | null
    featured_url: string | null
    /** When the fees were found to go elsewhere than to the split, and to whom. */
    fees_redirected_at_ms: Generated<number | null>
    fees_redirected_to: Generated<string | null>
    currency: string
    paid: AmountColumn
    crank_from: AmountColumn
    crank_wait_until_ms: Generated<number>
    curve_due_at_ms: Generated<number>
    split_due_at_ms: Generated<number>
    crank_due_at_ms: Generated<number>
    seen_accrued: Generated<string | null>
    quiet_since_ms: Generated<number | null>
    remits_due_at_ms: Generated<number>
    /** Distributions up to this signature are in the remit table. */
    remits_read_to: Generated<string | null>
    /** Of a reading under way: its newest signature, and the position where it resumes. */
    remits_newest: Generated<string | null>
    remits_before: Generated<string | null>
  }
}
