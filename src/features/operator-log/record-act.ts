import type { Act, Actor } from '../../domain/operator/operator-act.ts'
import type { Deps } from '../../ports/deps.ts'
import type { Repos } from '../../ports/storage/storage.ts'

/** Writes what an operator does into the log, in the commit of the act. Null: whoever acts is no operator, and nothing is written. */
export async function recordAct(
  { ids, clock }: Pick<Deps, 'ids' | 'clock'>,
  tx: Pick<Repos, 'operatorLog'>,
  by: Actor | null,
  act: Act,
): Promise<void> {
  if (by) await tx.operatorLog.insert({ ...act, by, id: ids.id('act'), atMs: clock.nowMs() })
}
