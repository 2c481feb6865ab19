import type { Executor } from './executor.ts'

/** Runs `work` in the executor's transaction, or in a new one. */
export const inTransaction = <Result>(db: Executor, work: (tx: Executor) => Promise<Result>): Promise<Result> =>
  db.isTransaction ? work(db) : db.transaction().execute(work)
