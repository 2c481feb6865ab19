import { AmountView, amountView, forSol } from '../../domain/money/amount-json.ts'
import { type Static, Type } from '@sinclair/typebox'
import { type Cluster, ClusterName } from '../../domain/cluster.ts'
import { COIN_STAGES } from '../../domain/coin.ts'
import { Shareholder } from '../../domain/crew/fee-map.ts'
import { amountNumber } from '../../domain/money/currency.ts'
import { Enum, Nullable, Ok } from '../../domain/json.ts'
import { CoinView, redirectedFees } from '../coins/coin-view.ts'
import type { CoinStatus } from './read-status.ts'

/** Answer of GET /api/agent/status/{mint}: the split on chain, and the fees waiting in its vault. */
export const StatusResponse = Ok({
  cluster: ClusterName,
  mint: Type.String(),
  feeShareLocked: Type.Boolean({ description: 'Read from the chain now: locked for good, to just the shareholders of the coin.' }),
  feesRedirected: CoinView.properties.feesRedirected,
  holderKol: Type.Boolean(),
  stage: Enum(COIN_STAGES),
  creator: Type.String(),
  accrued: AmountView,
  accruedLamports: Type.Optional(Type.String({ description: 'Of SOL alone.' })),
  accruedSol: Type.Optional(Type.Number({ description: 'Of SOL alone.' })),
  onChain: Nullable(
    Type.Object(
      { locked: Type.Boolean(), shareholders: Type.Array(Type.Object({ wallet: Type.String(), bps: Type.Integer() })) },
      { description: 'The fee share as the chain has it; null when there is none.' },
    ),
  ),
  shareholders: Type.Array(Shareholder),
  coin: CoinView,
  tip: Type.String(),
})
StatusResponse.title = 'StatusResponse'

export type StatusResponse = Static<typeof StatusResponse>

/** The status as JSON; `coinJson` is the coin's own view, whose lock state comes from the chain too. */
export const statusView = ({ coin, onChain, feeShareLocked, tip }: CoinStatus, cluster: Cluster, coinJson: CoinView): StatusResponse => ({
  ok: true,
  cluster,
  mint: coin.mint,
  feeShareLocked,
  feesRedirected: redirectedFees(coin),
  holderKol: coin.holderKol,
  stage: onChain.stage,
  creator: onChain.creator,
  accrued: amountView(onChain.accruedAtomic, coin.currency),
  ...forSol(coin.currency, {
    accruedLamports: onChain.accruedAtomic.toString(),
    accruedSol: amountNumber(onChain.accruedAtomic, coin.currency),
  }),
  onChain: onChain.feeShare && {
    locked: onChain.feeShare.locked,
    shareholders: onChain.feeShare.shareholders.map(({ wallet, bps }) => ({ wallet, bps })),
  },
  shareholders: [...coin.shareholders],
  coin: { ...coinJson, feeShareLocked },
  tip,
})
