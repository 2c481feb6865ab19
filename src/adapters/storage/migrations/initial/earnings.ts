import type { SqlDialect } from '../../engine/sql-dialect.ts'
import { amount, comparableAmount } from './amount.ts'

/** What coins paid to wallets: each payment, their sums by hour, day and wallet, and who stands in whose split. */
export const earnings = (dialect: SqlDialect): readonly string[] => [
  // One transaction can distribute the fees of several coins: a wallet has one remit per coin.
  `CREATE TABLE remit (
    id text PRIMARY KEY, mint text NOT NULL, ticker text NOT NULL, wallet text NOT NULL, handle text NOT NULL, role text NOT NULL,
    currency text NOT NULL, ${amount(dialect, 'amount')}, signature text NOT NULL, height bigint NOT NULL, at_ms bigint NOT NULL,
    UNIQUE (signature, wallet, mint))`,
  `CREATE INDEX remit_newest ON remit (at_ms, id)`,
  `CREATE INDEX remit_of_mint ON remit (mint, at_ms, id)`,
  `CREATE INDEX remit_of_wallet ON remit (wallet, at_ms, id)`,
  `CREATE INDEX remit_of_wallet_and_mint ON remit (wallet, mint, at_ms, id)`,
  // Payments in one of a wallet's roles, however many it has in others.
  `CREATE INDEX remit_referred ON remit (wallet, currency, at_ms, mint, role, amount) WHERE '+' || role || '+' LIKE '%+referrer+%'`,
  `CREATE INDEX remit_of_promoter ON remit (wallet, currency, at_ms, id) WHERE '+' || role || '+' LIKE '%+kol+%'`,

  // Fees paid per hour and role, for the board.
  `CREATE TABLE fee_hour (
    hour_ms bigint NOT NULL, role text NOT NULL, currency text NOT NULL, ${amount(dialect, 'amount')},
    PRIMARY KEY (hour_ms, role, currency))`,
  `CREATE TABLE earning_day (
    wallet text NOT NULL, day_ms bigint NOT NULL, currency text NOT NULL, role text NOT NULL, ${amount(dialect, 'amount')},
    remits bigint NOT NULL, PRIMARY KEY (wallet, day_ms, currency, role))`,
  // The payments in roles of which one is kol apart: promoters are ranked by them.
  `CREATE TABLE earning (
    wallet text NOT NULL, currency text NOT NULL, ${amount(dialect, 'amount')}, ${amount(dialect, 'kol_amount')}, remits bigint NOT NULL,
    PRIMARY KEY (wallet, currency))`,
  `CREATE INDEX earning_rank ON earning (currency, ${comparableAmount(dialect, 'kol_amount')}, wallet)`,
  // By the id of a key, and by the launcher's wallet.
  `CREATE TABLE agent_paid (
    agent text NOT NULL, currency text NOT NULL, ${amount(dialect, 'amount')}, remits bigint NOT NULL, PRIMARY KEY (agent, currency))`,

  `CREATE TABLE coin_share (
    mint text NOT NULL, wallet text NOT NULL, role text NOT NULL, handle text NOT NULL, bps bigint NOT NULL,
    launched_at_ms bigint NOT NULL, ${amount(dialect, 'amount')}, PRIMARY KEY (mint, wallet))`,
  `CREATE INDEX coin_share_newest ON coin_share (wallet, launched_at_ms, mint, role)`,

  // The wallet of each coin that buys and burns it, when that last had its turn, and when its ledger was last read.
  `CREATE TABLE burn_wallet (
    mint text PRIMARY KEY, platform text NOT NULL, wallet text NOT NULL, nonce text NOT NULL, looked_at_ms bigint NOT NULL,
    booked_at_ms bigint NOT NULL)`,
  `CREATE INDEX burn_wallet_look ON burn_wallet (looked_at_ms, mint)`,
  `CREATE INDEX burn_wallet_booking ON burn_wallet (booked_at_ms, mint)`,
]
