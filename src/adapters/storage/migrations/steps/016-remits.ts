/** One transaction can distribute several coins: a wallet has a remit of each. SQLite changes no constraint in place. */
export const remits: readonly string[] = [
  `CREATE TABLE remit_of_coin (
    id text PRIMARY KEY, mint text NOT NULL, ticker text NOT NULL, wallet text NOT NULL, handle text NOT NULL, role text NOT NULL,
    lamports bigint NOT NULL, signature text NOT NULL, slot bigint NOT NULL, at_ms bigint NOT NULL, UNIQUE (signature, wallet, mint))`,
  `INSERT INTO remit_of_coin (id, mint, ticker, wallet, handle, role, lamports, signature, slot, at_ms)
    SELECT id, mint, ticker, wallet, handle, role, lamports, signature, slot, at_ms FROM remit`,
  `DROP TABLE remit`,
  `ALTER TABLE remit_of_coin RENAME TO remit`,
  `CREATE INDEX remit_newest ON remit (at_ms, id)`,
  `CREATE INDEX remit_of_mint ON remit (mint, at_ms, id)`,
  `CREATE INDEX remit_of_wallet ON remit (wallet, at_ms, id)`,
]
