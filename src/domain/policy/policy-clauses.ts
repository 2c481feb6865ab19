import { type Static, Type } from '@sinclair/typebox'
import type { KeyId } from '../brands.ts'
import { DateTime, Enum, iso } from '../json.ts'
import { FIELD_LIMITS } from '../limits/field-limits.ts'
import { CURRENCIES, formatAmount } from '../money/currency.ts'
import { Lookup } from '../text/text.ts'
import { WalletAddress } from '../text/wallet-address.ts'
import type { SpendingPolicy } from './spending-policy.ts'

const WHOLE_BPS = 10_000

const Amount = (description: string) =>
  Type.String({ pattern: String.raw`^\d{1,12}(\.\d{1,18})?$`, description: `${description}, such as 0.5, in \`currency\`.` })

/** What a policy allows, as callers write it and answers repeat it. */
export const PolicyClauses = Type.Object(
  {
    keyId: Lookup<KeyId>({ minLength: 1, maxLength: FIELD_LIMITS.idMax, description: 'The agent key that it is for.' }),
    platforms: Type.Array(Lookup({ minLength: 1, maxLength: FIELD_LIMITS.platformMax }), {
      minItems: 1,
      maxItems: FIELD_LIMITS.policyPlatformsMax,
    }),
    currency: Enum(CURRENCIES, { description: 'Of every amount, and of the launchpads.' }),
    launchMax: Amount('Most that a launch costs the launcher, first buy included'),
    dayMax: Amount('Most that all launches of a UTC day cost together'),
    firstBuyMax: Amount('Most of a first buy'),
    wallets: Type.Array(
      Type.Object({ wallet: WalletAddress(), bpsMax: Type.Integer({ minimum: 1, maximum: WHOLE_BPS }) }, { additionalProperties: false }),
      {
        maxItems: FIELD_LIMITS.policyWalletsMax,
        description: 'Who may be in a crew or in earnings, and with how much of all creator fees.',
      },
    ),
    directory: Type.Boolean({ description: 'Everyone in the directory may be in a crew too.' }),
    from: DateTime(),
    until: DateTime({ description: 'From then on it allows nothing.' }),
  },
  { additionalProperties: false },
)
PolicyClauses.title = 'PolicyClauses'

export type PolicyClauses = Static<typeof PolicyClauses>

/** The clauses of a policy: what it can be made of again. */
export const clausesOf = (policy: SpendingPolicy): PolicyClauses => ({
  keyId: policy.keyId,
  platforms: [...policy.platforms],
  currency: policy.currency,
  launchMax: formatAmount(policy.launchMaxAtomic, policy.currency),
  dayMax: formatAmount(policy.dayMaxAtomic, policy.currency),
  firstBuyMax: formatAmount(policy.firstBuyMaxAtomic, policy.currency),
  wallets: policy.wallets.map(({ wallet, bpsMax }) => ({ wallet, bpsMax })),
  directory: policy.directory,
  from: iso(policy.fromMs),
  until: iso(policy.untilMs),
})
