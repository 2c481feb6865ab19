import { type Static, Type } from '@sinclair/typebox'
import { WALLET_FIELDS } from '../../domain/crew/crew.ts'
import { Enum, Nullable } from '../../domain/json.ts'
import { CURRENCIES } from '../../domain/money/currency.ts'
import type { LaunchpadRegistry } from '../../ports/launchpad-registry.ts'
import { LAUNCHPAD_OPERATIONS, type LaunchpadFacts } from '../../ports/launchpad/facts.ts'

/** Wire form of a launchpad, switched on or not. @see rules 1.10 */
export const PlatformView = Type.Object({
  id: Type.String({ description: 'Value of `platform` in requests.' }),
  title: Type.String(),
  enabled: Type.Boolean(),
  reason: Nullable(Type.String({ description: 'Why it is not enabled; null when it is.' })),
  chain: Type.String({ description: 'CAIP-2 chain id.' }),
  currency: Enum(CURRENCIES, { description: 'What its chain counts in.' }),
  payoutCurrency: Enum(CURRENCIES, { description: 'What the shareholders of its coins are paid in.' }),
  walletField: Enum(WALLET_FIELDS, { description: 'Which address of a crew member is paid.' }),
  maxShareholders: Type.Integer(),
  operations: Type.Array(Enum(LAUNCHPAD_OPERATIONS), { description: 'What it offers beside launch, status and proof.' }),
  feeModel: Type.String(),
  afterLock: Type.Optional(
    Type.String({ description: 'Who can still change who is paid once a split is locked. Left out in /api/agent.' }),
  ),
  notices: Type.Optional(
    Type.Array(Type.String(), {
      description: 'What every launch should know; dry-runs repeat it among their warnings. Left out in /api/agent.',
    }),
  ),
})
PlatformView.title = 'Platform'

export type PlatformView = Static<typeof PlatformView>

/** One launchpad; `reason` is why it is not enabled. */
export const platformView = (facts: LaunchpadFacts, reason: string | null): PlatformView => ({
  id: facts.id,
  title: facts.title,
  enabled: reason === null,
  reason,
  chain: facts.chainId,
  currency: facts.currency,
  payoutCurrency: facts.payoutCurrency,
  walletField: facts.walletField,
  maxShareholders: facts.shareholdersMax,
  operations: [...facts.operations],
  feeModel: facts.feeModel,
  afterLock: facts.afterLock,
  notices: [...facts.notices],
})

/** Every launchpad of this service, disabled ones last; loads none of them. */
export const platformViews = (launchpads: LaunchpadRegistry) => [
  ...launchpads.ids.map((id) => platformView(launchpads.facts(id), null)),
  ...launchpads.disabled.map(({ facts, reason }) => platformView(facts, reason)),
]
