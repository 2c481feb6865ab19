/** What the board shows without counting: fees paid of each coin, and of each hour by role. */
export const board: readonly string[] = [
  `ALTER TABLE coin ADD COLUMN paid_lamports bigint NOT NULL DEFAULT 0`,
  `UPDATE coin SET paid_lamports = (SELECT coalesce(sum(lamports), 0) FROM remit WHERE remit.mint = coin.mint)`,
  `CREATE TABLE fee_hour (hour_ms bigint NOT NULL, role text NOT NULL, lamports bigint NOT NULL, PRIMARY KEY (hour_ms, role))`,
  `INSERT INTO fee_hour (hour_ms, role, lamports)
    SELECT at_ms / 3600000 * 3600000 AS hour, role, sum(lamports) FROM remit GROUP BY at_ms / 3600000 * 3600000, role`,
]
