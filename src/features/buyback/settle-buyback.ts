import type { BuybackReceipt } from '../../domain/buyback.ts'
import { iso } from '../../domain/json.ts'
import type { Operation } from '../../domain/operation.ts'
import { lamportsToSol } from '../../domain/money/sol.ts'
import type { Repos } from '../../ports/storage/storage.ts'
import { capabilityOf } from '../plan/check-offered.ts'
import { failOperation } from '../operations/fail-operation.ts'
import { noteEnd } from '../operations/note-end.ts'
import type { Settle, SettleDeps } from '../../ports/deps.ts'

/**
 * One step of a buyback; done when what it bought was read from the transaction itself. Operation, run, totals and event
 * are one commit: whoever comes second adds nothing.
 */
export const settleBuyback: Settle = async (deps, launchpad, operation) => {
  const { storage, clock } = deps
  const states = await launchpad.advance(operation.transactions)
  if (states.some(({ status }) => status === 'failed' || status === 'expired')) {
    return failOperation(deps, operation, states, (tx, failure) =>
      tx.buybacks.finish(operation.id, { state: 'failed', failure, receipt: null }, clock.nowMs()),
    )
  }
  const underWay = async () =>
    (await storage.operations.advance(operation.id, 'broadcast')) ?? (await storage.operations.find(operation.id))!
  if (states.at(-1)!.status === 'pending') return underWay()
  const signature = operation.transactions.at(-1)!.signature
  const receipt = await capabilityOf(launchpad, 'buyback').readReceipt(operation.mint, operation.launcher, signature)
  // It landed, and the node that was asked does not have it yet.
  if (!receipt) return underWay()
  const finished = await storage.transaction(async (tx) => {
    const result = { ok: true, operationId: operation.id, signature, slot: receipt.slot }
    const won = await tx.operations.finish(operation.id, { state: 'done', failure: null, result }, clock.nowMs())
    if (won) await recordBuyback(deps, tx, operation, receipt)
    return won
  })
  noteEnd(deps, finished)
  return finished ?? (await storage.operations.find(operation.id))!
}

/** Ends the run, counts it and tells of it, in the transaction it is given. */
async function recordBuyback(
  { ids, clock, policy }: SettleDeps,
  tx: Repos,
  { id, mint, keyId }: Operation,
  receipt: BuybackReceipt,
): Promise<void> {
  const run = await tx.buybacks.finish(id, { state: 'executed', failure: null, receipt }, clock.nowMs())
  if (!run) throw new Error(`the buyback ${id} has no run under way`)
  await tx.spending.settle('buyback', id, receipt.spentLamports)
  const coin = await tx.coins.find(mint)
  await tx.events.insert({
    id: ids.id('evt'),
    type: 'buyback.executed',
    mint,
    keyId: coin?.keyId ?? keyId,
    atMs: clock.nowMs(),
    data: {
      cluster: policy.cluster,
      buybackId: run.id,
      mint,
      ticker: run.ticker,
      wallet: run.wallet,
      signature: receipt.signature,
      slot: receipt.slot,
      lamports: receipt.spentLamports.toString(),
      sol: lamportsToSol(receipt.spentLamports),
      tokens: receipt.tokens.toString(),
      burnedTokens: receipt.burnedTokens.toString(),
      boughtAt: iso(receipt.atMs),
    },
  })
}
