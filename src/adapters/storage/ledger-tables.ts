import type { AmountColumn } from './amount-column.ts'

/** The ledger of the operator's wallets, and what the journal knows of transactions. */
export interface LedgerTables {
  ledger: {
    id: string
    chain_id: string
    wallet: string
    signature: string
    account: string
    currency: string
    /** One of the two is zero. */
    amount_in: AmountColumn
    amount_out: AmountColumn
    height: number
    at_ms: number
    sent_kind: string | null
    reference: string | null
  }
  /** The sums of the wallet's rows, and what its chain says that it holds. */
  ledger_wallet: {
    chain_id: string
    wallet: string
    currency: string
    read_to: string | null
    amount_in: AmountColumn
    amount_out: AmountColumn
    held: string | null
    compared_at_ms: number | null
  }
  sent_transaction: { signature: string; kind: string; reference: string }
}
