import { type Consent, namedIn, type Said, SAID_WORDS, saidTo } from '../../domain/consent/consent.ts'
import { addressKey } from '../../domain/crew/payee.ts'
import { AppError } from '../../domain/errors.ts'
import type { Plan } from '../../domain/plan/plan.ts'
import { keyName } from '../../domain/policy/spending-policy.ts'
import type { Policy } from '../../ports/policy.ts'
import type { Repos } from '../../ports/storage/storage.ts'

type NamingPlan = Pick<Plan, 'shareholders' | 'keyId' | 'crew'>

/** One that a plan names, and what it said to the plan's agent. */
export interface NamedWallet {
  readonly shareholder: Plan['shareholders'][number]
  readonly said: Said
}

/** Everyone that the plan names, with what they have said by now. */
export async function readConsents(
  { consents }: Pick<Repos, 'consents'>,
  { shareholders, keyId }: Pick<NamingPlan, 'shareholders' | 'keyId'>,
): Promise<readonly NamedWallet[]> {
  const named = namedIn(shareholders)
  const said: ReadonlyMap<string, Consent> = named.length === 0 ? new Map() : await consents.listOf(named.map(({ wallet }) => wallet))
  return named.map((shareholder) => ({ shareholder, said: saidTo(said.get(addressKey(shareholder.wallet)) ?? null, keyId) }))
}

/** Throws where the operator requires that everyone named has agreed, and one has not. */
export async function checkConsent(
  repos: Pick<Repos, 'consents'>,
  { requireConsent }: Pick<Policy, 'requireConsent'>,
  plan: NamingPlan,
): Promise<void> {
  if (!requireConsent) return
  const without = (await readConsents(repos, plan)).find(({ said }) => said !== 'agreed')
  if (!without) return
  const { wallet, handle } = without.shareholder
  const seat = plan.crew.findIndex((one) => one.wallet === wallet)
  const fields = seat === -1 ? {} : { fields: [{ path: `/crew/${seat}/wallet`, message: SAID_WORDS[without.said] }] }
  throw new AppError('consent_required', { handle, wallet, said: SAID_WORDS[without.said], agent: keyName(plan.keyId) }, fields)
}

/** What an approver should know of those who did not agree: warnings of a plan. */
export const consentWarnings = (named: readonly NamedWallet[]): string[] =>
  named
    .filter(({ said }) => said === 'never' || said === 'others')
    .map(
      ({ shareholder: { handle, wallet }, said }) => `The owner of ${wallet} ("${handle}") ${SAID_WORDS[said]}, and this plan pays them.`,
    )
