import { forSol } from '../../domain/money/amount-json.ts'
import type { Coin } from '../../domain/coin.ts'
import type { CrankOperation } from '../../domain/operation.ts'
import type { Distribution } from '../../ports/launchpad/fee-share.ts'
import type { Launchpad } from '../../ports/launchpad/launchpad.ts'
import { MINUTE_MS } from '../../domain/limits.ts'
import { amountText } from '../../domain/money/currency.ts'
import { capabilityOf } from '../plan/check-supported.ts'
import { whenLanded } from '../operations/when-landed.ts'
import type { SettleDeps, Settler } from '../../ports/deps.ts'
import { distributionFacts, recordDistribution, remitsOf, totalOf } from './record-distribution.ts'

/** A landed distribution that no node returns for this long no longer blocks the coin's next one; readRemits records its remits later. */
const UNREAD_MAX_MS = 10 * MINUTE_MS
const UNREAD_TIP = 'The transaction landed, but no node gives its payments yet: they will be in /api/remits.'

/** Settles a distribution: done when its payments were read from the transaction and stored. */
export const settleCrank: Settler<'crank'> = whenLanded(async (deps, launchpad, operation, { signature, height }) => {
  const { storage, clock, policy } = deps
  const coin = await storage.coins.find(operation.mint)
  if (!coin) throw new Error(`crank ${operation.id} is of a coin that is not there`)
  const found = await readPayments(deps, launchpad, operation, coin)
  const distribution = found?.distribution ?? { signature, height: height ?? 0, atMs: clock.nowMs(), payments: [] }
  const facts = distributionFacts(policy.cluster, coin, distribution, remitsOf(deps, coin, distribution))
  const paid = facts.remits.length
  const nothing = found ? 'The transaction landed and paid nobody.' : UNREAD_TIP
  const tip =
    paid === 0 ? nothing : `Paid ${amountText(totalOf(distribution), coin.currency)} to ${paid} wallets.${unpaidTip(coin, distribution)}`
  return {
    state: 'done',
    result: { ok: true, operationId: operation.id, ...facts, missing: null, ...forSol(coin.currency, { missingLamports: null }), tip },
    effects: (tx) => recordDistribution(deps, tx, coin, distribution),
  }
})

/** Records the shareholders that a distribution could not pay; an empty list when it paid all. */
function unpaidTip({ shareholders }: Coin, { payments }: Distribution): string {
  const paid = new Set(payments.filter(({ amountAtomic }) => amountAtomic > 0n).map(({ wallet }) => wallet))
  const unpaid = shareholders.filter(({ wallet }) => !paid.has(wallet)).map(({ wallet }) => wallet)
  return unpaid.length === 0 ? '' : ` Not paid: ${unpaid.join(', ')}. What is due there waits for the next distribution.`
}

/** What a landed distribution paid, with null inside when it paid nobody; null when it cannot be read after a long time. */
async function readPayments(
  { clock }: SettleDeps,
  launchpad: Launchpad,
  { mint, transactions, createdAtMs }: CrankOperation,
  coin: Coin,
): Promise<{ readonly distribution: Distribution | null } | null> {
  try {
    return { distribution: await capabilityOf(launchpad, 'feeShare').readDistribution(mint, transactions.at(-1)!.signature, coin) }
  } catch (error) {
    if (clock.nowMs() - createdAtMs > UNREAD_MAX_MS) return null
    throw error
  }
}
