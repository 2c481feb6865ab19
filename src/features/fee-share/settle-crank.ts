import { formatSol } from '../../domain/sol.ts'
import { failOperation } from '../operations/fail-operation.ts'
import { noteEnd } from '../operations/note-end.ts'
import type { Settle } from '../operations/settle-operation.ts'
import { distributionFacts, recordDistribution, remitsOf, totalOf } from './record-distribution.ts'

/** One step of a distribution; done when its payments were read from the transaction itself and written down. */
export const settleCrank: Settle = async (deps, launchpad, operation) => {
  const { storage, clock, policy } = deps
  const states = await launchpad.advance(operation.transactions)
  if (states.some(({ status }) => status === 'failed' || status === 'expired')) return failOperation(deps, operation, states)
  if (states.at(-1)!.status === 'pending') {
    return (await storage.operations.advance(operation.id, 'broadcast')) ?? (await storage.operations.find(operation.id))!
  }
  const signature = operation.transactions.at(-1)!.signature
  const [found, coin] = await Promise.all([launchpad.readDistribution(operation.mint, signature), storage.coins.find(operation.mint)])
  if (!coin) throw new Error(`crank ${operation.id} is of a coin that is not there`)
  const nowMs = clock.nowMs()
  const distribution = found ?? { signature, slot: states.at(-1)!.slot ?? 0, atMs: nowMs, payments: [] }
  const facts = distributionFacts(policy.cluster, coin, distribution, remitsOf(deps, coin, distribution))
  const paid = facts.remits.length
  const tip = paid === 0 ? 'The transaction landed and paid nobody.' : `Paid ${formatSol(totalOf(distribution))} SOL to ${paid} wallets.`
  const result = { ok: true, operationId: operation.id, ...facts, missingLamports: null, tip }
  const finished = await storage.transaction(async (tx) => {
    const won = await tx.operations.finish(operation.id, { state: 'done', failure: null, result }, nowMs)
    if (won) await recordDistribution(deps, tx, coin, distribution)
    return won
  })
  noteEnd(deps, finished)
  return finished ?? (await storage.operations.find(operation.id))!
}
