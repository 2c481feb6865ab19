import { type AtomicUnits, bps, unixMs } from '../../domain/brands.ts'
import { AppError } from '../../domain/errors.ts'
import { type Currency, parseAmount } from '../../domain/money/currency.ts'
import type { PolicyClauses } from '../../domain/policy/policy-clauses.ts'
import { policyProblem, type SpendingPolicy } from '../../domain/policy/spending-policy.ts'
import { serviceHost } from '../../domain/text/service-host.ts'
import { spelledWallet } from '../../domain/text/wallet-address.ts'
import type { Deps } from '../../ports/deps.ts'

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
