import type { AmountColumn } from './amount-column.ts'
import type { UsdColumn } from './usd-column.ts'

/** Tables of creative jobs, their reservations, and the ledger of their escrow. */
export interface JobTables {
  coin_job: {
    id: string
    mint: string
    ticker: string
    key_id: string
    /** Of the coin. */
    launcher: string | null
    template: string
    chain_id: string
    budget_usd_micros: UsdColumn
    price_usd_micros: UsdColumn
    amount: AmountColumn
    posts_per_week: number | null
    whole_item: number
    parts: number
    part: number
    state: string
    deadline_ms: number | null
    worker: string | null
    urls_json: string
    note: string | null
    steps: number
    check_at_ms: number | null
    looks: number
    cancel_reason: string | null
    created_at_ms: number
    changed_at_ms: number
  }
  coin_job_step: {
    job_id: string
    position: number
    from_state: string | null
    to_state: string
    actor: string
    note: string | null
    at_ms: number
  }
  coin_budget: { mint: string; reserved: AmountColumn; spent: AmountColumn }
  escrow_transfer: {
    job_id: string
    side: string
    part: number
    kind: string
    from_account: string
    to_account: string
    amount: AmountColumn
    at_ms: number
  }
  escrow_payout: {
    id: string
    job_id: string
    part: number
    transactions_json: string
    state: string
    created_at_ms: number
    ended_at_ms: number | null
  }
}
