import { amountView, forSol, inSol } from '../../domain/money/amount-json.ts'
import { type AtomicUnits, atomicUnits } from '../../domain/brands.ts'
import type { Coin, Remit } from '../../domain/coin.ts'
import type { Cluster } from '../../domain/cluster.ts'
import type { DistributionView, PaidView } from '../../domain/results/crank-result.ts'
import { amountNumber } from '../../domain/money/currency.ts'
import type { Deps } from '../../ports/deps.ts'
import type { Distribution, WalletAmount } from '../../ports/launchpad/fee-share.ts'
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
  remits: remits.map((remit) => paidView(coin, remit)),
  ...amountsOf('credited', coin, distribution),
  ...amountsOf('paidOut', coin, distribution),
})

const paidView = ({ currency }: Coin, { wallet, handle, role, amountAtomic }: NamedInSplit & WalletAmount): PaidView => ({
  wallet,
  handle,
  role,
  amount: amountView(amountAtomic, currency),
  ...inSol(amountAtomic, currency),
})

/** What was no payment of the split: left out where there is none. */
const amountsOf = (name: 'credited' | 'paidOut', coin: Coin, { [name]: amounts = [] }: Distribution) =>
  amounts.length === 0 ? {} : { [name]: amounts.map((each) => paidView(coin, { ...each, ...payeeOf(coin, each) })) }

type NamedInSplit = Pick<Remit, 'handle' | 'role'>

/** Who the wallet is in the coin's split. */
function payeeOf({ shareholders }: Coin, { wallet }: WalletAmount): NamedInSplit {
  const shareholder = shareholders.find((held) => held.wallet === wallet)
  return { handle: shareholder?.handle ?? '', role: shareholder?.role ?? 'unknown' }
}

/**
 * The payments of a distribution as remits, each with the role of its wallet in the coin's split; dated now where the chain gives no
 * time.
 */
export function remitsOf({ ids, clock }: Pick<Deps, 'ids' | 'clock'>, coin: Coin, distribution: Distribution): Remit[] {
  const nowMs = clock.nowMs()
  return distribution.payments
    .filter((payment) => payment.amountAtomic > 0n)
    .map((payment) => ({
      id: ids.id('rm'),
      mint: coin.mint,
      ticker: coin.ticker,
      wallet: payment.wallet,
      ...payeeOf(coin, payment),
      currency: coin.currency,
      amountAtomic: payment.amountAtomic,
      signature: distribution.signature,
      height: distribution.height,
      atMs: distribution.atMs ?? nowMs,
    }))
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
