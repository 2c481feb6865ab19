import { type SignedConsent, namedIn, type Said, SAID_WORDS, saidTo } from '../../domain/consent/signed-consent.ts'
import { holdsRole } from '../../domain/crew/role.ts'
import { addressKey } from '../../domain/crew/payee.ts'
import { AppError } from '../../domain/errors.ts'
import type { Plan } from '../../domain/plan/plan.ts'
import { keyName } from '../../domain/keys/key-name.ts'
import type { Policy } from '../../ports/policy.ts'
import type { Repos } from '../../ports/storage/storage.ts'

type NamingPlan = Pick<Plan, 'shareholders' | 'keyId' | 'crew'>

/** One that a plan names, and what it said to the plan's agent. */
export interface NamedWallet {
  readonly shareholder: Plan['shareholders'][number]
  readonly stance: Said
}

/** Everyone that the plan names, with what they have said by now. */
export async function readConsents(
  { consents }: Pick<Repos, 'consents'>,
  { shareholders, keyId }: Pick<NamingPlan, 'shareholders' | 'keyId'>,
): Promise<readonly NamedWallet[]> {
  const named = namedIn(shareholders)
  const stance: ReadonlyMap<string, SignedConsent> =
    named.length === 0 ? new Map() : await consents.listOf(named.map(({ wallet }) => wallet))
  return named.map((shareholder) => ({ shareholder, stance: saidTo(stance.get(addressKey(shareholder.wallet)) ?? null, keyId) }))
}

/** Throws where the operator requires that everyone named has agreed, and one has not. */
export async function checkConsent(
  repos: Pick<Repos, 'consents'>,
  { requireConsent }: Pick<Policy, 'requireConsent'>,
  plan: NamingPlan,
): Promise<void> {
  if (!requireConsent) return
  const without = (await readConsents(repos, plan)).find(({ stance }) => stance !== 'agreed')
  if (!without) return
  const { wallet, handle, role } = without.shareholder
  const seat = plan.crew.findIndex((one) => one.wallet === wallet)
  const path = seat !== -1 ? `/crew/${seat}/wallet` : holdsRole(role, 'earnings') ? '/earnings' : null
  const fields = path === null ? {} : { fields: [{ path, message: SAID_WORDS[without.stance] }] }
  throw new AppError('consent_required', { handle, wallet, stance: SAID_WORDS[without.stance], agent: keyName(plan.keyId) }, fields)
}

/** What an approver should know of those who did not agree: warnings of a plan. */
export const consentWarnings = (named: readonly NamedWallet[]): string[] =>
  named
    .filter(({ stance }) => stance === 'never' || stance === 'others')
    .map(
      ({ shareholder: { handle, wallet }, stance }) =>
        `The owner of ${wallet} ("${handle}") ${SAID_WORDS[stance]}, and this plan pays them.`,
    )
