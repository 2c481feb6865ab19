import { Database } from 'bun:sqlite'

const TABLES = `
CREATE TABLE IF NOT EXISTS meta (name TEXT PRIMARY KEY, value INTEGER NOT NULL) STRICT, WITHOUT ROWID;

-- Everything that holds lamports. The faucet's balance is minus what it ever gave, so all balances together are always 0.
CREATE TABLE IF NOT EXISTS account (
  address TEXT PRIMARY KEY,
  lamports INTEGER NOT NULL CHECK (lamports >= 0 OR address = 'faucet'),
  has_traded INTEGER NOT NULL DEFAULT 0
) STRICT, WITHOUT ROWID;

CREATE TABLE IF NOT EXISTS coin (
  mint TEXT PRIMARY KEY,
  creator TEXT NOT NULL,
  name TEXT NOT NULL,
  ticker TEXT NOT NULL,
  metadata_uri TEXT NOT NULL,
  create_slot INTEGER NOT NULL,
  lock_slot INTEGER,
  complete_slot INTEGER,
  sol_reserve INTEGER NOT NULL,
  token_reserve INTEGER NOT NULL,
  unsold_tokens INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE IF NOT EXISTS shareholder (
  mint TEXT NOT NULL REFERENCES coin (mint),
  place INTEGER NOT NULL,
  wallet TEXT NOT NULL,
  bps INTEGER NOT NULL,
  PRIMARY KEY (mint, place),
  UNIQUE (mint, wallet)
) STRICT, WITHOUT ROWID;

CREATE TABLE IF NOT EXISTS holder (
  mint TEXT NOT NULL REFERENCES coin (mint),
  wallet TEXT NOT NULL,
  tokens INTEGER NOT NULL CHECK (tokens >= 0),
  PRIMARY KEY (mint, wallet)
) STRICT, WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS holder_by_tokens ON holder (mint, tokens DESC, wallet);
CREATE INDEX IF NOT EXISTS holder_by_wallet ON holder (wallet, mint);

CREATE TABLE IF NOT EXISTS trade (
  id INTEGER PRIMARY KEY,
  mint TEXT NOT NULL REFERENCES coin (mint),
  slot INTEGER NOT NULL,
  wallet TEXT NOT NULL,
  side TEXT NOT NULL CHECK (side IN ('buy', 'sell')),
  lamports INTEGER NOT NULL,
  tokens INTEGER NOT NULL,
  creator_fee_lamports INTEGER NOT NULL,
  is_pre_lock INTEGER NOT NULL,
  -- What was in curve or pool right after it; null of trades older than these columns.
  sol_reserve INTEGER,
  token_reserve INTEGER
) STRICT;
CREATE INDEX IF NOT EXISTS trade_by_mint ON trade (mint, is_pre_lock, slot);
CREATE INDEX IF NOT EXISTS trade_newest ON trade (mint, id);

CREATE TABLE IF NOT EXISTS executed (
  signature TEXT PRIMARY KEY,
  mint TEXT NOT NULL,
  slot INTEGER NOT NULL,
  at_ms INTEGER NOT NULL,
  error TEXT
) STRICT, WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS executed_by_mint ON executed (mint, error);

CREATE TABLE IF NOT EXISTS payment (
  signature TEXT NOT NULL,
  place INTEGER NOT NULL,
  wallet TEXT NOT NULL,
  lamports INTEGER NOT NULL,
  PRIMARY KEY (signature, place)
) STRICT, WITHOUT ROWID;

-- What a transaction that bought an amount of tokens did to its payer.
CREATE TABLE IF NOT EXISTS purchase (
  signature TEXT PRIMARY KEY,
  wallet TEXT NOT NULL,
  lamports INTEGER NOT NULL,
  tokens INTEGER NOT NULL,
  burned_tokens INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- What each transaction, trade and airdrop did to the balance of each wallet that it moved.
CREATE TABLE IF NOT EXISTS movement (
  id INTEGER PRIMARY KEY,
  wallet TEXT NOT NULL,
  signature TEXT NOT NULL,
  slot INTEGER NOT NULL,
  at_ms INTEGER NOT NULL,
  before_lamports INTEGER NOT NULL,
  after_lamports INTEGER NOT NULL,
  fee_lamports INTEGER NOT NULL,
  rent_lamports INTEGER NOT NULL
) STRICT;
CREATE UNIQUE INDEX IF NOT EXISTS movement_of_wallet ON movement (wallet, signature);
CREATE INDEX IF NOT EXISTS movement_by_wallet ON movement (wallet, id);

-- Sent, and due to land later by itself.
CREATE TABLE IF NOT EXISTS mempool (signature TEXT PRIMARY KEY, bytes_base64 TEXT NOT NULL, lands_at_ms INTEGER NOT NULL) STRICT, WITHOUT ROWID;
`

/** Size limit, since simulated transactions are free: 512 MiB, about a million trades. Further writes are refused. */
const PAGES_MAX = 131_072
const LOG_BYTES_KEPT = 16_777_216

/**
 * The simulated chain's own SQLite file, with its tables; `:memory:` for tests. Every commit survives a crash and a power cut. Integers
 * are read as bigint.
 */
export function openSimulatedDatabase(file: string): Database {
  const db = new Database(file, { create: true, strict: true, safeIntegers: true })
  // The busy timeout is set first: another process may be executing the statements below.
  db.run('PRAGMA busy_timeout = 5000')
  db.run('PRAGMA journal_mode = WAL')
  db.run('PRAGMA synchronous = FULL')
  db.run(`PRAGMA max_page_count = ${PAGES_MAX}`)
  db.run(`PRAGMA journal_size_limit = ${LOG_BYTES_KEPT}`)
  db.transaction(() => {
    db.run(TABLES)
    addReserves(db)
  }).immediate()
  return db
}

/** Gives the trades of an older file their columns. */
function addReserves(db: Database): void {
  const has = db.query("SELECT 1 FROM pragma_table_info('trade') WHERE name = 'sol_reserve'").get()
  if (has === null) for (const column of ['sol_reserve', 'token_reserve']) db.run(`ALTER TABLE trade ADD COLUMN ${column} INTEGER`)
}
