import type { Coin } from '../../domain/coin.ts'
import type { Operation } from '../../domain/operation.ts'
import type { Distribution } from '../../ports/launchpad/fee-share.ts'
import type { Launchpad } from '../../ports/launchpad/launchpad.ts'
import { MINUTE_MS } from '../../domain/limits.ts'
import { amountText } from '../../domain/money/currency.ts'
import { capabilityOf } from '../plan/check-offered.ts'
import { failOperation } from '../operations/fail-operation.ts'
import { noteEnd } from '../operations/note-end.ts'
import type { Settle, SettleDeps } from '../../ports/deps.ts'
import { distributionFacts, recordDistribution, remitsOf, totalOf } from './record-distribution.ts'

/** A landed distribution that no node gives for so long no longer holds back the coin's next one; its remits come by readRemits. */
const UNREAD_MAX_MS = 10 * MINUTE_MS
const UNREAD_TIP = 'The transaction landed, but no node gives its payments yet: they will be in /api/remits.'

/** One step of a distribution; done when its payments were read from the transaction itself and written down. */
export const settleCrank: Settle = async (deps, launchpad, operation) => {
  const { storage, clock, policy } = deps
  const states = await launchpad.advance(operation.transactions)
  if (states.some(({ status }) => status === 'failed' || status === 'expired')) return failOperation(deps, operation, states)
  if (states.at(-1)!.status === 'pending') {
    return (await storage.operations.advance(operation.id, 'broadcast')) ?? (await storage.operations.find(operation.id))!
  }
  const signature = operation.transactions.at(-1)!.signature
  const coin = await storage.coins.find(operation.mint)
  if (!coin) throw new Error(`crank ${operation.id} is of a coin that is not there`)
  const found = await readPayments(deps, launchpad, operation, coin)
  const nowMs = clock.nowMs()
  const distribution = found?.distribution ?? { signature, slot: states.at(-1)!.slot ?? 0, atMs: nowMs, payments: [] }
  const facts = distributionFacts(policy.cluster, coin, distribution, remitsOf(deps, coin, distribution))
  const paid = facts.remits.length
  const nothing = found ? 'The transaction landed and paid nobody.' : UNREAD_TIP
  const tip =
    paid === 0 ? nothing : `Paid ${amountText(totalOf(distribution), coin.currency)} to ${paid} wallets.${unpaidTip(coin, distribution)}`
  const result = { ok: true, operationId: operation.id, ...facts, missingLamports: null, tip }
  const finished = await storage.transaction(async (tx) => {
    const won = await tx.operations.finish(operation.id, { state: 'done', failure: null, result }, nowMs)
    if (won) await recordDistribution(deps, tx, coin, distribution)
    return won
  })
  noteEnd(deps, finished)
  return finished ?? (await storage.operations.find(operation.id))!
}

/** Names the shareholders that a distribution did not pay; empty when it paid all. */
function unpaidTip({ shareholders }: Coin, { payments }: Distribution): string {
  const paid = new Set(payments.filter(({ lamports }) => lamports > 0n).map(({ wallet }) => wallet))
  const unpaid = shareholders.filter(({ wallet }) => !paid.has(wallet)).map(({ wallet }) => wallet)
  return unpaid.length === 0 ? '' : ` Not paid: ${unpaid.join(', ')}. What is due there waits for the next distribution.`
}

/** What a landed distribution paid, null inside when that is nobody; null when it can still not be read after a long time. */
async function readPayments(
  { clock }: SettleDeps,
  launchpad: Launchpad,
  { mint, transactions, createdAtMs }: Operation,
  coin: Coin,
): Promise<{ readonly distribution: Distribution | null } | null> {
  try {
    return { distribution: await capabilityOf(launchpad, 'feeShare').readDistribution(mint, transactions.at(-1)!.signature, coin) }
  } catch (error) {
    if (clock.nowMs() - createdAtMs > UNREAD_MAX_MS) return null
    throw error
  }
}
