import { amountView } from '../../domain/money/amount-json.ts'
import { buyerKind, type BuybackReceipt } from '../../domain/buyback.ts'
import { iso } from '../../domain/json.ts'
import type { BuybackOperation } from '../../domain/operation.ts'
import { amountNumber, PRICED_CURRENCY } from '../../domain/money/currency.ts'
import type { Repos } from '../../ports/storage/storage.ts'
import { capabilityOf } from '../plan/check-supported.ts'
import { correctSpending } from '../budgets/correct-spending.ts'
import { recordEvent } from '../events/record-event.ts'
import { recordNothingBought } from './record-nothing-bought.ts'
import { whenLanded } from '../operations/when-landed.ts'
import type { SettleDeps, Settler } from '../../ports/settler.ts'

/**
 * Settles a buyback: done when the bought amount was read from its transaction. Operation, run, totals and event are one commit, so that
 * a second driver changes nothing.
 */
export const settleBuyback: Settler<'buyback'> = whenLanded(
  async (deps, launchpad, operation, { signature }) => {
    const receipt = await capabilityOf(launchpad, 'buyback').readReceipt(operation.mint, operation.launcher, signature)
    // It landed, but this node does not have the transaction yet.
    if (!receipt) return { state: 'broadcast' }
    return {
      state: 'done',
      result: { ok: true, operationId: operation.id, signature, slot: receipt.height },
      effects: (tx) => recordBuyback(deps, tx, operation, receipt),
    }
  },
  async (deps, tx, { id }, failure) => {
    const run = await tx.buybacks.finish(id, { state: 'failed', failure, receipt: null }, deps.clock.nowMs())
    if (run) await recordNothingBought(deps, tx, run)
  },
)

/** Finishes the run, adds it to the totals and records its event, in the given transaction. */
async function recordBuyback(deps: SettleDeps, tx: Repos, { id, mint, keyId }: BuybackOperation, receipt: BuybackReceipt): Promise<void> {
  const run = await tx.buybacks.finish(id, { state: 'executed', failure: null, receipt }, deps.clock.nowMs())
  if (!run) throw new Error(`the buyback ${id} has no run under way`)
  await correctSpending(tx, { budgetName: 'buyback', id }, receipt.spentAtomic)
  const coin = await tx.coins.find(mint)
  await recordEvent(deps, tx, {
    type: 'buyback.executed',
    mint,
    keyId: coin?.keyId ?? keyId,
    data: {
      cluster: deps.policy.cluster,
      buybackId: run.id,
      by: buyerKind(run.buyer),
      mint,
      ticker: run.ticker,
      wallet: run.wallet,
      signature: receipt.signature,
      slot: receipt.height,
      spent: amountView(receipt.spentAtomic, PRICED_CURRENCY),
      lamports: receipt.spentAtomic.toString(),
      sol: amountNumber(receipt.spentAtomic, PRICED_CURRENCY),
      tokens: receipt.tokenMicros.toString(),
      burnedTokens: receipt.burnedTokenMicros.toString(),
      boughtAt: iso(receipt.atMs),
    },
  })
}
