import { Database } from 'bun:sqlite'
import { OWN_LIMITS } from '../../src/domain/limits/own-limits.ts'

/** Amounts are decimal text; those of the simulated chain, in lamports, are sums that SQLite counts exactly. */
const SUM = 'coalesce(sum(CAST(amount AS INTEGER)), 0)'
const REMITTED = `(SELECT ${SUM} FROM totals_amount WHERE name = 'remitted' AND currency = 'SOL')`

const UNDELIVERED = `SELECT event.id FROM event JOIN webhook_endpoint endpoint
  ON endpoint.key_id = event.key_id AND instr(endpoint.events_json, '"' || event.type || '"') > 0 AND endpoint.created_at_ms < event.at_ms
  WHERE endpoint.disabled IS NULL AND event.at_ms > coalesce((SELECT max(last_started_at_ms) FROM job_run), 0) - ${OWN_LIMITS.webhookLogRetentionMs}
  AND NOT EXISTS (SELECT 1 FROM api_key WHERE api_key.id = event.key_id AND active = 0)
  AND NOT EXISTS (SELECT 1 FROM webhook_delivery delivery WHERE delivery.event_id = event.id AND endpoint_id = endpoint.id)`

/** How often each coin's event of this type was told. */
const timesOf = (type: string) => `SELECT mint, count(*) AS times FROM event WHERE type = '${type}' GROUP BY mint`

/**
 * Every way in which a database of the service contradicts itself, read past the service: none when it is consistent.
 * Operations under way are no contradiction. Without `deliveries`, events are not held against webhooks, which takes hours over millions.
 */
export function contradictions(file: string, { deliveries = true }: { readonly deliveries?: boolean } = {}): string[] {
  const db = new Database(file, { readonly: true, strict: true, safeIntegers: true })
  const found = (what: string, sql: string) =>
    db
      .query<Record<string, unknown>, []>(sql)
      .all()
      .map((row) => `${what}: ${Object.values(row).map(String).join(' ')}`)
  try {
    return [
      ...found('integrity', 'PRAGMA integrity_check').filter((line) => line !== 'integrity: ok'),
      ...found('foreign key', 'PRAGMA foreign_key_check'),
      ...found(
        'a coin without its finished operation',
        `SELECT mint FROM coin WHERE NOT EXISTS
        (SELECT 1 FROM operation WHERE operation.id = coin.operation_id AND state IN ('locked', 'unlocked', 'done'))`,
      ),
      ...found(
        'a finished launch without its coin',
        `SELECT id FROM operation WHERE kind = 'launch' AND state IN ('locked', 'unlocked')
        AND mint NOT IN (SELECT mint FROM coin)`,
      ),
      ...found(
        'a failed launch with a coin',
        `SELECT id FROM operation WHERE state = 'failed' AND kind = 'launch' AND mint IN (SELECT mint FROM coin)`,
      ),
      ...found(
        'a coin whose launch was not told',
        `SELECT mint FROM coin LEFT JOIN (${timesOf('launch.created')}) USING (mint) WHERE coalesce(times, 0) != 1`,
      ),
      ...found(
        'a locked coin whose lock was not told',
        `SELECT mint FROM coin LEFT JOIN (${timesOf('feeShare.locked')}) USING (mint) WHERE fee_share_locked = 1 AND coalesce(times, 0) != 1`,
      ),
      ...(deliveries ? found('an event that an endpoint of its key has no delivery of', UNDELIVERED) : []),
      ...found(
        'coins do not add up',
        'SELECT sum(coins) FROM totals HAVING sum(coins) != (SELECT count(*) FROM coin) OR sum(locked) != (SELECT count(*) FROM coin WHERE fee_share_locked = 1)',
      ),
      ...found(
        'remits do not add up',
        `SELECT sum(remits) FROM totals HAVING sum(remits) != (SELECT count(*) FROM remit)
        OR ${REMITTED} != (SELECT ${SUM} FROM remit WHERE currency = 'SOL')
        OR ${REMITTED} != (SELECT ${SUM} FROM fee_hour WHERE currency = 'SOL')`,
      ),
      ...found(
        'what a coin paid does not add up',
        `SELECT mint, paid FROM coin LEFT JOIN (SELECT mint, ${SUM} AS remitted FROM remit GROUP BY mint) USING (mint)
        WHERE CAST(paid AS INTEGER) != coalesce(remitted, 0)`,
      ),
      ...found(
        'a distribution without its remits',
        `SELECT id FROM operation WHERE kind = 'crank' AND state = 'done'
        AND json_extract(result_json, '$.distributedLamports') NOT IN ('0')
        AND coalesce(json_extract(result_json, '$.signature'), '') NOT IN (SELECT signature FROM remit)`,
      ),
    ]
  } finally {
    db.close()
  }
}

/** How many rows the tables of the record have, and how many operations are under way. */
export function recordSize(file: string): { coins: number; remits: number; deliveries: number; underWay: number } {
  const db = new Database(file, { readonly: true, strict: true })
  const count = (sql: string) => db.query<{ n: number }, []>(`SELECT count(*) AS n FROM ${sql}`).get()!.n
  const size = {
    coins: count('coin'),
    remits: count('remit'),
    deliveries: count('webhook_delivery'),
    underWay: count(`operation WHERE state IN ('prepared', 'broadcast', 'live')`),
  }
  db.close()
  return size
}
