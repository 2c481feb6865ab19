import { type QueryExecutorProvider, sql } from 'kysely'
import type { SqlDialect } from '../engine/sql-dialect.ts'
import { comparableAmount } from './initial/amount.ts'
import { coinLookTable } from './coin-look-table.ts'
import { earnings } from './earnings.ts'
import { initial } from './initial/initial.ts'
import { ledgerSteps } from './ledger-steps.ts'

/** A migration. */
export interface Migration {
  up(db: QueryExecutorProvider): Promise<void>
}

/**
 * A migration that executes these statements, one after the other. SQLite is given them as one text: prepared one by one they would be most
 * of what a first start does. PostgreSQL prepares single statements only.
 */
export const step = (dialect: SqlDialect, statements: readonly string[]): Migration => ({
  async up(db: QueryExecutorProvider) {
    const texts = dialect === 'sqlite' ? [statements.join(';\n')] : statements
    for (const text of texts) await sql.raw(text).execute(db)
  },
})

/**
 * Migrations, each applied once at start, in the order of their numbers. A released one is never edited: a later number corrects it. One
 * text serves SQLite and PostgreSQL where possible.
 */
export const migrationsFor = (dialect: SqlDialect): Record<string, Migration> => ({
  '001-initial': step(dialect, initial(dialect)),
  // Indexes for deleting in batches without reading other rows.
  '002-expiry': step(dialect, [
    'CREATE INDEX used_signature_expiry ON used_signature (expires_at_ms)',
    'CREATE INDEX idempotency_expiry ON idempotency (expires_at_ms)',
  ]),
  // Tells whether an event has a delivery left.
  '003-delivered-events': step(dialect, ['CREATE INDEX webhook_delivery_of_event ON webhook_delivery (event_id)']),
  '004-earnings': earnings(dialect),
  // Whether a key ever made an operation.
  '005-used-keys': step(dialect, ['CREATE INDEX operation_key ON operation (key_id)']),
  // Events of a kind by their age.
  '006-old-events': step(dialect, ['CREATE INDEX event_of_type ON event (type, at_ms)']),
  // Locks wait for signatures as launches do, and count in no limit of launches.
  '007-lock-offers': step(dialect, ["ALTER TABLE launch_offer ADD COLUMN kind TEXT NOT NULL DEFAULT 'launch'"]),
  // Payments of one coin to one wallet, where each of them has many.
  '008-wallet-payments': step(dialect, ['CREATE INDEX remit_of_wallet_and_mint ON remit (wallet, mint, at_ms, id)']),
  // An approver who says no, and why.
  '009-rejected-plans': step(dialect, [
    'ALTER TABLE dry_run ADD COLUMN rejected_at_ms bigint',
    'ALTER TABLE dry_run ADD COLUMN rejected_by text',
    'ALTER TABLE dry_run ADD COLUMN rejection_reason text',
  ]),
  // What became of each settlement; those from before count as settled.
  '010-settlements': step(dialect, [
    `ALTER TABLE spending ADD COLUMN outcome text NOT NULL DEFAULT 'open'`,
    `UPDATE spending SET outcome = 'settled' WHERE budget = 'facilitator'`,
    `CREATE INDEX spending_unsettled ON spending (budget, caller, at_ms) WHERE outcome <> 'settled'`,
    `CREATE INDEX spending_failed ON spending (budget, at_ms) WHERE outcome = 'failed'`,
  ]),
  '011-coin-looks': coinLookTable,
  // What used a plan, failed tries too: the index of 001 has the others alone.
  '012-operations-of-plans': step(dialect, [
    'CREATE INDEX operation_of_plan ON operation (dry_run_id, created_at_ms) WHERE dry_run_id IS NOT NULL',
  ]),
  // Lists of coins in each order, with what they are filtered by.
  '013-listed-coins': step(dialect, [
    'CREATE INDEX coin_listed ON coin (launched_at_ms, mint, platform, fee_share_locked, graduated_at_ms)',
    'CREATE INDEX coin_open ON coin (launched_at_ms, mint, platform, graduated_at_ms) WHERE fee_share_locked = 0',
    'CREATE INDEX coin_graduated ON coin (graduated_at_ms, mint, platform, fee_share_locked) WHERE graduated_at_ms IS NOT NULL',
    `CREATE INDEX coin_paid ON coin (currency, ${comparableAmount(dialect, 'paid')}, mint, platform, fee_share_locked, graduated_at_ms)`,
    'DROP INDEX coin_newest',
    'DROP INDEX coin_live',
  ]),
  // A key's text from before a rotation, which stays good for a while.
  '014-rotated-keys': step(dialect, [
    'ALTER TABLE api_key ADD COLUMN previous_hash text',
    'ALTER TABLE api_key ADD COLUMN previous_until_ms bigint',
    'CREATE UNIQUE INDEX api_key_previous ON api_key (previous_hash) WHERE previous_hash IS NOT NULL',
  ]),
  // What an operator looks at: work by its state, and receivers that fail.
  '015-operator-lists': step(dialect, [
    'CREATE INDEX operation_of_state ON operation (kind, state, created_at_ms, id)',
    `CREATE INDEX webhook_endpoint_failing ON webhook_endpoint (created_at_ms, id)
      WHERE first_failed_at_ms IS NOT NULL OR disabled IS NOT NULL`,
  ]),
  '016-operator-log': step(dialect, [
    `CREATE TABLE operator_act (
      id text PRIMARY KEY, kind text NOT NULL, way text NOT NULL, address text, subject text NOT NULL, detail_json text NOT NULL,
      at_ms bigint NOT NULL)`,
    'CREATE INDEX operator_act_newest ON operator_act (at_ms, id)',
  ]),
  // What is under way of a kind, by its age: the index of all is as long as the service is old.
  '017-unfinished-operations': step(dialect, [
    'CREATE INDEX operation_unfinished ON operation (kind, created_at_ms, id) WHERE unfinished = 1',
  ]),
  // Receivers that are chats, whose address is a secret.
  '018-notices': step(dialect, [
    "ALTER TABLE webhook_endpoint ADD COLUMN format text NOT NULL DEFAULT 'standard'",
    'ALTER TABLE webhook_endpoint ADD COLUMN sealed_url text',
  ]),
  // What an approver is asked for, newest first.
  '019-waiting-plans': step(dialect, [
    `CREATE INDEX dry_run_undecided ON dry_run (created_at_ms, id, expires_at_ms, key_id)
      WHERE consumed_at_ms IS NULL AND rejected_at_ms IS NULL AND reserved_by IS NULL`,
  ]),
  // Several approvers of one plan; an approval from before is the first of them.
  '020-approvals': step(dialect, [
    'ALTER TABLE dry_run ADD COLUMN approvals bigint NOT NULL DEFAULT 0',
    `ALTER TABLE dry_run ADD COLUMN approvals_json text NOT NULL DEFAULT '[]'`,
    'ALTER TABLE dry_run ADD COLUMN approvals_required bigint NOT NULL DEFAULT 1',
    `UPDATE dry_run SET approvals = 1, approvals_json = '[{"by":"' || approved_by || '","atMs":' || approved_at_ms || '}]'
      WHERE approved_at_ms IS NOT NULL AND approved_by IS NOT NULL`,
  ]),
  // Reads that took longer the more a wallet had referred, or the more coins and plans there were.
  '021-reads-by-index': step(dialect, [
    'DROP INDEX operation_key',
    'CREATE INDEX operation_key ON operation (key_id, kind, state, created_at_ms)',
    'DROP INDEX api_key_referred',
    'CREATE INDEX api_key_referred ON api_key (referral_wallet, created_at_ms, id) WHERE referral_wallet IS NOT NULL',
    `CREATE INDEX remit_referred ON remit (wallet, currency, at_ms, mint, role, amount) WHERE '+' || role || '+' LIKE '%+referrer+%'`,
    // A search reads the names of 20,000 coins; with these here, it reads no coin that it does not find.
    'DROP INDEX coin_listed',
    'CREATE INDEX coin_listed ON coin (launched_at_ms, mint, platform, fee_share_locked, graduated_at_ms, name, ticker)',
    'DROP INDEX dry_run_expiry',
    'CREATE INDEX dry_run_over ON dry_run (expires_at_ms) WHERE reserved_by IS NULL AND consumed_at_ms IS NULL',
  ]),
  '022-ledger': step(dialect, ledgerSteps(dialect)),
  // How often in a row an address of handed-in work could not be reached when it was to be decided.
  '023-job-looks': step(dialect, ['ALTER TABLE coin_job ADD COLUMN looks bigint NOT NULL DEFAULT 0']),
  // Runs of the buyback in one state, and what the ledger has of them.
  '024-buybacks-in-books': step(dialect, [
    'CREATE INDEX buyback_of_state ON buyback (state, due_at_ms, id)',
    'CREATE INDEX ledger_of_reference ON ledger (reference) WHERE reference IS NOT NULL',
    'CREATE INDEX ledger_of_kind ON ledger (sent_kind) WHERE sent_kind IS NOT NULL',
  ]),
  // A worker's own jobs, and how many are in his hands.
  '025-jobs-of-workers': step(dialect, [
    'CREATE INDEX coin_job_of_worker ON coin_job (worker, created_at_ms, id) WHERE worker IS NOT NULL',
    'CREATE INDEX coin_job_held ON coin_job (worker, state) WHERE worker IS NOT NULL',
  ]),
  // Why an owner asks a worker to let a claimed job be called off.
  '026-asked-cancels': step(dialect, ['ALTER TABLE coin_job ADD COLUMN cancel_reason text']),
  // By which a repeated payment is known from one with a forged signature; none of a payment from before.
  '027-payment-signatures': step(dialect, ['ALTER TABLE payment ADD COLUMN signature_sha256 text']),
  // Jobs that pay a part of an item. Those from before made the whole of it, whatever they paid.
  '028-parts-of-items': step(dialect, ['ALTER TABLE coin_job ADD COLUMN whole_item bigint NOT NULL DEFAULT 1']),
  // A promoter's newest payment as such, however many a wallet has in other roles.
  '029-promoter-payments': step(dialect, [
    `CREATE INDEX remit_of_promoter ON remit (wallet, currency, at_ms, id) WHERE '+' || role || '+' LIKE '%+kol+%'`,
  ]),
  // Coins whose fees were taken from their split after its lock: since when it is known, and who gets them.
  '030-redirected-fees': step(dialect, [
    'ALTER TABLE coin ADD COLUMN fees_redirected_at_ms bigint',
    'ALTER TABLE coin ADD COLUMN fees_redirected_to text',
    'CREATE INDEX coin_redirected ON coin (fees_redirected_at_ms, mint) WHERE fees_redirected_at_ms IS NOT NULL',
  ]),
})
