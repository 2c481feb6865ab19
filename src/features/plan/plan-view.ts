import { AmountView, amountView, inSol } from '../../domain/money/amount-json.ts'
import { type Static, Type } from '@sinclair/typebox'
import { AgentInfo } from '../../domain/plan/agent-info.ts'
import type { DryRun, QuotedCost } from '../../domain/plan/dry-run.ts'
import { type FeeMap, type Referral, Shareholder } from '../../domain/crew/fee-map.ts'
import { Enum, Nullable } from '../../domain/json.ts'
import { CURRENCIES, PRICED_CURRENCY } from '../../domain/money/currency.ts'

/** Wire form of the fee map. @see rules 2.4 */
export const FeeMapView = Type.Object({
  platformBuybackBps: Type.Integer({ description: 'The treasury’s, in basis points of all creator fees.' }),
  deskBps: Type.Integer({ description: 'The launching agent’s.' }),
  crewPoolBps: Type.Integer({ description: 'The crew’s in all.' }),
  referrerBps: Type.Integer({ description: 'The referrer’s; out of the treasury’s share.' }),
})
FeeMapView.title = 'FeeMap'

export type FeeMapView = Static<typeof FeeMapView>

/** Wire form of the caller's referrer and their share. */
export const ReferralView = Type.Object({
  code: Type.String(),
  wallet: Type.String(),
  handle: Type.String(),
  bps: Type.Integer({ description: 'Of all creator fees, in basis points.' }),
})
ReferralView.title = 'Referral'

export type ReferralView = Static<typeof ReferralView>

/** A wallet of the split as it was when the plan was made. */
export const PlannedShareholderView = Type.Composite([
  Shareholder,
  Type.Object({
    unused: Type.Boolean({
      description:
        'No transaction has touched this wallet yet. Such a wallet can still become a program or contract after the lock; on Solana every distribution of the coin then fails.',
    }),
  }),
])
PlannedShareholderView.title = 'PlannedShareholder'

export type PlannedShareholderView = Static<typeof PlannedShareholderView>

/** The items of the launcher's cost; amounts in the chain's own currency. */
export const CostView = Type.Object({
  total: AmountView,
  lamports: Type.Optional(Type.String({ description: 'All of it, of SOL alone.' })),
  sol: Type.Optional(Type.Number({ description: 'All of it, of SOL alone, for showing.' })),
  currency: Enum(CURRENCIES),
  items: Type.Array(
    Type.Object({
      what: Type.String({ description: 'What is paid, for people.' }),
      amount: AmountView,
      lamports: Type.Optional(Type.String({ description: 'Of SOL alone.' })),
      sol: Type.Optional(Type.Number({ description: 'Of SOL alone.' })),
    }),
    { description: 'What it is made of; adds up to the whole.' },
  ),
})
CostView.title = 'Cost'

export type CostView = Static<typeof CostView>

/** Wire form of what a launch fixes for good beside the split. */
export const TermsView = Type.Object({
  opening: Type.Composite([AmountView], { description: 'What the whole supply is worth when the coin opens.' }),
  platformReferrer: Nullable(
    Type.Object({
      wallet: Type.String(),
      tradeBps: Type.Integer({ description: 'Of the value of every trade, in basis points.' }),
    }),
    { description: 'Who gets a part of every trade, outside the split; null where nobody does.' },
  ),
})
TermsView.title = 'Terms'

export type TermsView = Static<typeof TermsView>

/** What an agent told of itself. Old rows keep what today’s limits would refuse. */
export const AgentView = Type.Mapped(Type.KeyOf(AgentInfo), () => Type.Optional(Type.String()))
AgentView.title = 'Agent'

/** The fee map as JSON. */
export const feeMapView = (feeMap: FeeMap): FeeMapView => ({
  platformBuybackBps: feeMap.treasuryBps,
  deskBps: feeMap.agentBps,
  crewPoolBps: feeMap.crewPoolBps,
  referrerBps: feeMap.referrerBps,
})

/** The shareholders of a dry-run, each marked when its wallet has never been used. */
export const plannedShareholderViews = ({ plan, quote }: Pick<DryRun, 'plan' | 'quote'>): PlannedShareholderView[] =>
  plan.shareholders.map((shareholder) => ({
    ...shareholder,
    unused: quote.unusedWallets?.includes(shareholder.wallet) ?? false,
  }))

/** The referral as JSON. */
export const referralView = (referral: Referral | null, feeMap: FeeMap): ReferralView | null =>
  referral && { code: referral.code, wallet: referral.wallet, handle: referral.handle, bps: feeMap.referrerBps }

/** The terms of a launch as JSON; null where the launchpad names none. */
export function termsView({ terms, cost }: DryRun['quote']): TermsView | null {
  if (!terms) return null
  const { openingAtomic, platformReferrer } = terms
  return {
    opening: amountView(openingAtomic, cost?.currency ?? PRICED_CURRENCY),
    platformReferrer: platformReferrer && { ...platformReferrer },
  }
}

/** The cost as JSON. */
export const costView = ({ items, totalAtomic, currency = PRICED_CURRENCY }: QuotedCost): CostView => ({
  total: amountView(totalAtomic, currency),
  ...inSol(totalAtomic, currency),
  currency,
  items: items.map(({ what, amountAtomic }) => ({
    what,
    amount: amountView(amountAtomic, currency),
    ...inSol(amountAtomic, currency),
  })),
})
