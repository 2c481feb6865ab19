import { forSol } from '../../domain/money/amount-json.ts'
import type { Signature, Wallet } from '../../domain/brands.ts'
import type { Coin } from '../../domain/coin.ts'
import type { CrankOperation } from '../../domain/operation.ts'
import type { Distribution } from '../../ports/launchpad/fee-share.ts'
import type { Launchpad } from '../../ports/launchpad/launchpad.ts'
import { MINUTE_MS } from '../../domain/limits.ts'
import { amountText } from '../../domain/money/currency.ts'
import { capabilityOf } from '../plan/check-supported.ts'
import { whenLanded } from '../operations/when-landed.ts'
import type { SettleDeps, Settler } from '../../ports/settler.ts'
import { distributionFacts, recordDistribution, remitsOf, totalOf } from './record-distribution.ts'

/** A landed distribution that no node returns for this long no longer blocks the coin's next one; readRemits records its remits later. */
const UNREAD_MAX_MS = 10 * MINUTE_MS
const UNREAD_TIP = 'The transaction landed, but no node gives its payments yet: they will be in /api/remits.'

/** Settles a distribution: done when its payments were read from the transaction and stored. */
export const settleCrank: Settler<'crank'> = whenLanded(async (deps, launchpad, operation, { signature, height }) => {
  const { storage, clock, policy } = deps
  const coin = await storage.coins.find(operation.mint)
  if (!coin) throw new Error(`crank ${operation.id} is of a coin that is not there`)
  const found = await readPayments(deps, launchpad, { ...operation, signature }, coin)
  const distribution = found?.distribution ?? { signature, height: height ?? 0, atMs: clock.nowMs(), payments: [] }
  const facts = distributionFacts(policy.cluster, coin, distribution, remitsOf(deps, coin, distribution))
  const tip = found ? `${paidTip(coin, distribution)}${unpaidTip(coin, distribution)}` : UNREAD_TIP
  return {
    state: 'done',
    result: { ok: true, operationId: operation.id, ...facts, missing: null, ...forSol(coin.currency, { missingLamports: null }), tip },
    effects: async (tx) => {
      await recordDistribution(deps, tx, coin, distribution)
      await tx.coinPasses.lookNow([coin.mint], clock.nowMs())
    },
  }
})

/** Whom a distribution paid, and whom along with it. */
function paidTip({ currency }: Coin, distribution: Distribution): string {
  const paid = distribution.payments.filter(({ amountAtomic }) => amountAtomic > 0n).length
  const before = walletsOf(distribution.paidOut).join(', ')
  return [
    paid > 0 && `Paid ${amountText(totalOf(distribution), currency)} to ${paid} wallets.`,
    before !== '' && `Paid out what had been credited to ${before}.`,
    paid === 0 && before === '' && 'The transaction landed and paid nobody.',
  ]
    .filter((sentence) => sentence !== false)
    .join(' ')
}

/** The shareholders that a distribution did not pay, and where what is theirs waits; empty when it paid all, or none. */
function unpaidTip({ shareholders }: Coin, { payments, credited }: Distribution): string {
  const paid = new Set(payments.filter(({ amountAtomic }) => amountAtomic > 0n).map(({ wallet }) => wallet))
  const held = walletsOf(credited)
  const unpaid = paid.size === 0 ? [] : walletsOf(shareholders).filter((wallet) => !paid.has(wallet) && !held.includes(wallet))
  return [
    held.length > 0 && ` Credited, and not paid: ${held.join(', ')}. A later distribution pays it out to a wallet that takes it.`,
    unpaid.length > 0 && ` Not paid: ${unpaid.join(', ')}. What is due there waits for the next distribution.`,
  ]
    .filter((sentence) => sentence !== false)
    .join('')
}

const walletsOf = (amounts: readonly { readonly wallet: Wallet }[] = []): Wallet[] => amounts.map(({ wallet }) => wallet)

/** What a landed distribution paid, with null inside when it paid nobody; null when it cannot be read after a long time. */
async function readPayments(
  { clock }: SettleDeps,
  launchpad: Launchpad,
  { mint, signature, createdAtMs }: Pick<CrankOperation, 'mint' | 'createdAtMs'> & { readonly signature: Signature },
  coin: Coin,
): Promise<{ readonly distribution: Distribution | null } | null> {
  try {
    return { distribution: await capabilityOf(launchpad, 'feeShare').readDistribution(mint, signature, coin) }
  } catch (error) {
    if (clock.nowMs() - createdAtMs > UNREAD_MAX_MS) return null
    throw error
  }
}
