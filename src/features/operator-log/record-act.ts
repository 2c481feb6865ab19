import type { Act, Actor } from '../../domain/operator/operator-act.ts'
import type { Deps } from '../../ports/deps.ts'
import type { Repos } from '../../ports/storage/storage.ts'

/**
 * Writes what is done into the audit log, in the commit of the act, and as its last write but to rows that are its own: writers wait for
 * each other from here to their commits. Null: it is an agent's with its own things, and nothing is written.
 */
export async function recordAct(
  { ids, clock }: Pick<Deps, 'ids' | 'clock'>,
  tx: Pick<Repos, 'operatorLog'>,
  by: Actor | null,
  act: Act,
): Promise<void> {
  if (by) await tx.operatorLog.insert({ ...act, by, id: ids.id('act'), atMs: clock.nowMs() })
}
