/** The spending log of the operator's wallets; earlier cranks of operations are moved to it. */
export const spending: readonly string[] = [
  `CREATE TABLE spending (
    purse text NOT NULL, id text NOT NULL, spending_class text NOT NULL, caller text NOT NULL, amount bigint NOT NULL,
    at_ms bigint NOT NULL, PRIMARY KEY (purse, id))`,
  `CREATE INDEX spending_of_day ON spending (purse, at_ms, spending_class, caller, amount)`,
  `CREATE INDEX spending_age ON spending (at_ms)`,
  `INSERT INTO spending (purse, id, spending_class, caller, amount, at_ms)
    SELECT CASE WHEN platform = 'zora' THEN 'evm-crank' ELSE 'crank' END, id,
      CASE WHEN key_id IN ('cron', 'operator') THEN 'operator' ELSE 'caller' END, key_id, operator_lamports, created_at_ms
    FROM operation WHERE operator_lamports > 0`,
]
