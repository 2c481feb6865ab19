import type { Executor } from './executor.ts'

/** Runs in the executor's transaction, or in one of its own. */
export const inTransaction = <Result>(db: Executor, work: (tx: Executor) => Promise<Result>): Promise<Result> =>
  db.isTransaction ? work(db) : db.transaction().execute(work)
