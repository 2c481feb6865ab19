import type { Failure } from '../../domain/errors.ts'
import type { Operation, SignedTransaction, TransactionState } from '../../domain/operation.ts'
import type { Outcome, Settle, SettleDeps } from '../../ports/settler.ts'
import type { Launchpad } from '../../ports/launchpad/launchpad.ts'
import type { Repos } from '../../ports/storage/storage.ts'

/** What landed as the last transaction of an operation: that itself, or what replaced it; and its state on chain. */
type Landed = Pick<SignedTransaction, 'signature'> & Pick<TransactionState, 'height'>

/**
 * A settler for transactions that belong together: failed as soon as one of them is dead, under way until the last has landed, and then
 * what `decide` reads from the chain. `alsoFailed` is written in the commit of a failure.
 */
export const whenLanded =
  <Op extends Operation, Result>(
    decide: (deps: SettleDeps, launchpad: Launchpad, operation: Op, last: Landed) => Promise<Outcome<Result>>,
    alsoFailed?: (deps: SettleDeps, tx: Repos, operation: Op, failure: Failure) => Promise<unknown>,
  ): Settle<Op, Result> =>
  async (deps, launchpad, operation, states) => {
    const dead = deathOf(deps, states)
    if (dead) return alsoFailed ? { ...dead, effects: (tx) => alsoFailed(deps, tx, operation, dead.failure) } : dead
    const last = states.at(-1)!
    if (last.status === 'pending') return { state: 'broadcast' }
    const signature = last.replacedBy ?? operation.transactions.at(-1)!.signature
    return decide(deps, launchpad, operation, { signature, height: last.height })
  }

/** Why the transactions have no effect; null while they may. Expired ones cost nothing; one that failed in a block cost its fee. */
function deathOf(
  { redact }: SettleDeps,
  states: readonly TransactionState[],
): { readonly state: 'failed'; readonly failure: Failure; readonly spentNothing: boolean } | null {
  const refused = states.find(({ status }) => status === 'failed')
  if (refused)
    return {
      state: 'failed',
      failure: { code: 'chain_refused', context: { reason: redact(refused.error ?? 'it failed on chain') } },
      spentNothing: false,
    }
  if (!states.some(({ status }) => status === 'expired')) return null
  return { state: 'failed', failure: { code: 'transaction_expired', context: {} }, spentNothing: true }
}
