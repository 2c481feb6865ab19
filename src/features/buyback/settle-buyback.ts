import { amountView } from '../../domain/money/amount-json.ts'
import type { BuybackReceipt } from '../../domain/buyback.ts'
import { iso } from '../../domain/json.ts'
import type { BuybackOperation } from '../../domain/operation.ts'
import { amountNumber, PRICED_CURRENCY } from '../../domain/money/currency.ts'
import type { Repos } from '../../ports/storage/storage.ts'
import { capabilityOf } from '../plan/check-offered.ts'
import { recordEvent } from '../events/record-event.ts'
import { whenLanded } from '../operations/when-landed.ts'
import type { SettleDeps, Settler } from '../../ports/deps.ts'

/**
 * A buyback: done when what it bought was read from the transaction itself. Operation, run, totals and event are one commit:
 * whoever comes second adds nothing.
 */
export const settleBuyback: Settler<'buyback'> = whenLanded(
  async (deps, launchpad, operation, { signature }) => {
    const receipt = await capabilityOf(launchpad, 'buyback').readReceipt(operation.mint, operation.launcher, signature)
    // It landed, and the node that was asked does not have it yet.
    if (!receipt) return { state: 'broadcast' }
    return {
      state: 'done',
      result: { ok: true, operationId: operation.id, signature, slot: receipt.height },
      effects: (tx) => recordBuyback(deps, tx, operation, receipt),
    }
  },
  ({ clock }, tx, { id }, failure) => tx.buybacks.finish(id, { state: 'failed', failure, receipt: null }, clock.nowMs()),
)

/** Ends the run, counts it and tells of it, in the transaction it is given. */
async function recordBuyback(deps: SettleDeps, tx: Repos, { id, mint, keyId }: BuybackOperation, receipt: BuybackReceipt): Promise<void> {
  const run = await tx.buybacks.finish(id, { state: 'executed', failure: null, receipt }, deps.clock.nowMs())
  if (!run) throw new Error(`the buyback ${id} has no run under way`)
  await tx.spending.correct('buyback', id, receipt.spent)
  const coin = await tx.coins.find(mint)
  await recordEvent(deps, tx, {
    type: 'buyback.executed',
    mint,
    keyId: coin?.keyId ?? keyId,
    data: {
      cluster: deps.policy.cluster,
      buybackId: run.id,
      mint,
      ticker: run.ticker,
      wallet: run.wallet,
      signature: receipt.signature,
      slot: receipt.height,
      spent: amountView(receipt.spent, PRICED_CURRENCY),
      lamports: receipt.spent.toString(),
      sol: amountNumber(receipt.spent, PRICED_CURRENCY),
      tokens: receipt.tokens.toString(),
      burnedTokens: receipt.burnedTokens.toString(),
      boughtAt: iso(receipt.atMs),
    },
  })
}
