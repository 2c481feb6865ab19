import { amountView, forSol, inSol } from '../../domain/money/amount-json.ts'
import { type AtomicUnits, atomicUnits } from '../../domain/brands.ts'
import type { Coin, Remit } from '../../domain/coin.ts'
import type { Cluster } from '../../domain/cluster.ts'
import type { DistributionView } from '../../domain/results/crank-result.ts'
import { amountNumber } from '../../domain/money/currency.ts'
import type { Deps } from '../../ports/deps.ts'
import type { Distribution } from '../../ports/launchpad/fee-share.ts'
import { recordEvent } from '../events/record-event.ts'
import type { Repos } from '../../ports/storage/storage.ts'

/** The total that a distribution paid: what left the vault. */
export const totalOf = ({ payments }: Distribution): AtomicUnits =>
  payments.reduce((sumAtomic, paid) => atomicUnits(sumAtomic + paid.amountAtomic), atomicUnits(0))

/** A landed distribution as public JSON, for the crank's answer and the event. */
export const distributionFacts = (
  cluster: Cluster,
  coin: Coin,
  distribution: Distribution,
  remits: readonly Remit[],
): DistributionView => ({
  cluster,
  mint: coin.mint,
  ticker: coin.ticker,
  signature: distribution.signature,
  slot: distribution.height,
  distributed: amountView(totalOf(distribution), coin.currency),
  ...forSol(coin.currency, {
    distributedLamports: totalOf(distribution).toString(),
    distributedSol: amountNumber(totalOf(distribution), coin.currency),
  }),
  currency: coin.currency,
  remits: remits.map((remit) => ({
    wallet: remit.wallet,
    handle: remit.handle,
    role: remit.role,
    amount: amountView(remit.amountAtomic, coin.currency),
    ...inSol(remit.amountAtomic, coin.currency),
  })),
})

/**
 * The payments of a distribution as remits, each with the role of its wallet in the coin's split; dated now where the chain gives no
 * time.
 */
export function remitsOf({ ids, clock }: Pick<Deps, 'ids' | 'clock'>, coin: Coin, distribution: Distribution): Remit[] {
  const nowMs = clock.nowMs()
  return distribution.payments
    .filter((payment) => payment.amountAtomic > 0n)
    .map(({ wallet, amountAtomic: paidAtomic }) => {
      const shareholder = coin.shareholders.find((held) => held.wallet === wallet)
      return {
        id: ids.id('rm'),
        mint: coin.mint,
        ticker: coin.ticker,
        wallet,
        handle: shareholder?.handle ?? '',
        role: shareholder?.role ?? 'unknown',
        currency: coin.currency,
        amountAtomic: paidAtomic,
        signature: distribution.signature,
        height: distribution.height,
        atMs: distribution.atMs ?? nowMs,
      }
    })
}

/**
 * Stores the remits of a distribution and records its event, in the given transaction; returns how many were new. When both a crank and a
 * chain read find it, the second adds nothing.
 */
export async function recordDistribution(
  deps: Pick<Deps, 'ids' | 'clock' | 'policy'>,
  tx: Repos,
  coin: Coin,
  distribution: Distribution,
): Promise<number> {
  const remits = remitsOf(deps, coin, distribution)
  const added = await tx.remits.insert(remits)
  if (added > 0) {
    const data = distributionFacts(deps.policy.cluster, coin, distribution, remits)
    await recordEvent(deps, tx, { type: 'remit.cranked', mint: coin.mint, keyId: coin.keyId, data })
  }
  return added
}
