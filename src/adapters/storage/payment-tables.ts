import type { UsdColumn } from './usd-column.ts'

/** Columns of payments and prepaid balances, written as those of schema.ts. */
export interface PaymentTables {
  payment: {
    id: string
    network: string
    asset: string
    payer: string
    nonce: string
    pay_to: string
    amount: UsdColumn
    valid_before_ms: number
    fingerprint: string
    route: string
    idempotency_key: string | null
    client: string
    signature_sha256: string | null
    state: string
    /** 1 while the payment is not final. */
    open: number
    run_id: string
    transaction_hash: string | null
    failure: string | null
    answer_json: string | null
    lease: string | null
    /** End of the lease; without a lease, when it is checked next. */
    lease_until_ms: number
    created_at_ms: number
    settled_at_ms: number | null
    finished_at_ms: number | null
  }
  credit: {
    session_key: string
    network: string
    asset: string
    payer: string
    balance: UsdColumn
    bought: UsdColumn
    /** What the last refund came to. */
    refund: UsdColumn
    created_at_ms: number
  }
  credit_purchase: { payment_id: string; session_key: string; amount: UsdColumn }
}
