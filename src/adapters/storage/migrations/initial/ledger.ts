import type { SqlDialect } from '../../engine/sql-dialect.ts'
import { amount } from './amount.ts'

/** What moved in the operator's wallets, and what transactions are for: those of operations and payouts, re-bids too. */
export const ledger = (dialect: SqlDialect): readonly string[] => [
  `CREATE TABLE ledger (
    id text PRIMARY KEY, chain_id text NOT NULL, wallet text NOT NULL, signature text NOT NULL, account text NOT NULL,
    currency text NOT NULL, ${amount(dialect, 'amount_in')}, ${amount(dialect, 'amount_out')}, height bigint NOT NULL,
    at_ms bigint NOT NULL, sent_kind text, reference text)`,
  // Nothing is booked twice, whoever reads.
  `CREATE UNIQUE INDEX ledger_once ON ledger (chain_id, wallet, signature, account)`,
  `CREATE INDEX ledger_newest ON ledger (at_ms, id)`,
  `CREATE INDEX ledger_of_wallet ON ledger (wallet, at_ms, id)`,
  `CREATE INDEX ledger_of_chain ON ledger (chain_id, at_ms, id)`,
  `CREATE INDEX ledger_of_account ON ledger (account, at_ms, id)`,
  `CREATE INDEX ledger_of_reference ON ledger (reference) WHERE reference IS NOT NULL`,
  `CREATE INDEX ledger_of_kind ON ledger (sent_kind) WHERE sent_kind IS NOT NULL`,

  `CREATE TABLE ledger_wallet (
    chain_id text NOT NULL, wallet text NOT NULL, currency text NOT NULL, read_to text, ${amount(dialect, 'amount_in')},
    ${amount(dialect, 'amount_out')}, held text, compared_at_ms bigint, PRIMARY KEY (chain_id, wallet))`,
  `CREATE TABLE sent_transaction (signature text PRIMARY KEY, kind text NOT NULL, reference text NOT NULL)`,
]
