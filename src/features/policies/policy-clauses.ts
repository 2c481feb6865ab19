import { type Static, Type } from '@sinclair/typebox'
import { type AtomicUnits, bps, type KeyId, unixMs } from '../../domain/brands.ts'
import { AppError } from '../../domain/errors.ts'
import { DateTime, Enum, iso } from '../../domain/json.ts'
import { FIELD_LIMITS } from '../../domain/limits/field-limits.ts'
import { CURRENCIES, type Currency, formatAmount, parseAmount } from '../../domain/money/currency.ts'
import { policyProblem, type SpendingPolicy } from '../../domain/policy/spending-policy.ts'
import { serviceHost } from '../../domain/text/service-host.ts'
import { Lookup } from '../../domain/text/text.ts'
import { spelledWallet, WalletAddress } from '../../domain/text/wallet-address.ts'
import type { Deps } from '../../ports/deps.ts'

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
      { maxItems: FIELD_LIMITS.policyWalletsMax, description: 'Who may be in a crew, and with how much of all creator fees.' },
    ),
    directory: Type.Boolean({ description: 'Everyone in the directory may be in a crew too.' }),
    from: DateTime(),
    until: DateTime({ description: 'From then on it allows nothing.' }),
  },
  { additionalProperties: false },
)
PolicyClauses.title = 'PolicyClauses'

export type PolicyClauses = Static<typeof PolicyClauses>

/** The policy of these clauses for this service. @throws AppError policy_invalid where it could never allow a launch here */
export function policyOfClauses(
  { policy: settings, launchpads, clock }: Pick<Deps, 'policy' | 'launchpads' | 'clock'>,
  clauses: PolicyClauses,
) {
  const { currency, platforms, directory } = clauses
  const policy: SpendingPolicy = {
    host: serviceHost(settings),
    keyId: clauses.keyId,
    platforms,
    currency,
    launchMaxAtomic: amountOf(clauses.launchMax, currency),
    dayMaxAtomic: amountOf(clauses.dayMax, currency),
    firstBuyMaxAtomic: amountOf(clauses.firstBuyMax, currency),
    wallets: clauses.wallets.map(({ wallet, bpsMax }) => ({ wallet: spelledWallet(wallet), bpsMax: bps(bpsMax) })),
    directory,
    fromMs: unixMs(Date.parse(clauses.from)),
    untilMs: unixMs(Date.parse(clauses.until)),
  }
  const problem =
    policyProblem(policy) ?? problemHere(launchpads, policy) ?? (policy.untilMs <= clock.nowMs() ? 'It is over already.' : null)
  if (problem !== null) throw new AppError('policy_invalid', { reason: problem })
  return policy
}

function amountOf(text: string, currency: Currency): AtomicUnits {
  const amountAtomic = parseAmount(text, currency)
  if (amountAtomic === null) throw new AppError('policy_invalid', { reason: `${currency} does not have as many decimals as ${text}.` })
  return amountAtomic
}

function problemHere(launchpads: Deps['launchpads'], { platforms, currency }: SpendingPolicy): string | null {
  for (const platform of platforms) {
    if (!launchpads.ids.includes(platform)) return `There is no launchpad ${platform} here.`
    const { title, currency: paid } = launchpads.facts(platform)
    if (paid !== currency) return `${title} is paid in ${paid}, and the policy is in ${currency}.`
  }
  return null
}

/** The clauses of a policy: what `policyOfClauses` makes it of. */
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
