/** What the server allows a session, so that one whose client stopped holds up nobody for longer. */
export interface SessionLimits {
  readonly statementMs: number
  readonly lockMs: number
  /** Between two statements of a transaction. */
  readonly idleMs: number
}

/** Statements take milliseconds. A wait for a lock outlasts a holder that stopped, so that those behind it need not be refused. */
export const USUAL_LIMITS: SessionLimits = { statementMs: 10_000, lockMs: 5_000, idleMs: 3_000 }

/** The limits by the names of PostgreSQL's settings. */
export const asSettings = ({ statementMs, lockMs, idleMs }: SessionLimits) => ({
  statement_timeout: statementMs,
  lock_timeout: lockMs,
  idle_in_transaction_session_timeout: idleMs,
})
