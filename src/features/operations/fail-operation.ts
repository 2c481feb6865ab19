import type { Operation, TransactionState } from '../../domain/operation.ts'
import { PURSES } from '../../domain/money/spending.ts'
import type { Repos } from '../../ports/storage/storage.ts'
import { noteEnd } from './note-end.ts'
import type { SettleDeps } from '../../ports/deps.ts'

/** Ends an operation whose transactions are dead: nothing was done, its dry-run is free again. `also` is done in the same commit. */
export async function failOperation(
  { storage, clock, metrics, strikeOut }: SettleDeps,
  operation: Operation,
  states: readonly TransactionState[],
  also: (tx: Repos, failure: NonNullable<Operation['failure']>) => Promise<unknown> = async () => {},
): Promise<Operation> {
  const refused = states.find(({ status }) => status === 'failed')
  const failure: NonNullable<Operation['failure']> = refused
    ? { code: 'chain_refused', context: { reason: strikeOut(refused.error ?? 'it failed on chain') } }
    : { code: 'transaction_expired', context: {} }
  const finished = await storage.transaction(async (tx) => {
    const won = await tx.operations.finish(operation.id, { state: 'failed', failure, result: null }, clock.nowMs())
    if (won && operation.dryRunId) await tx.dryRuns.release(operation.dryRunId, operation.id)
    // What no block has cost nothing; what failed in one did.
    if (won && !refused) for (const purse of PURSES) await tx.spending.settle(purse, operation.id, 0n)
    if (won) await also(tx, failure)
    return won
  })
  noteEnd({ metrics }, finished)
  return finished ?? (await storage.operations.find(operation.id))!
}
