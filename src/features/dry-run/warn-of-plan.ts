import { handleWarnings } from '../../domain/handle-warnings.ts'
import { knownCoinWarnings } from '../../domain/plan/known-coin-warnings.ts'
import type { Plan } from '../../domain/plan/plan.ts'
import { consentWarnings, readConsents } from '../consents/check-consent.ts'
import { looksOf } from '../../lib/look-alike.ts'
import type { Deps } from '../../ports/deps.ts'
import type { Launchpad } from '../../ports/launchpad/launchpad.ts'
import type { Coin } from '../../domain/coin.ts'

/** Most coins that a warning names. */
const NAMESAKES_MAX = 3

/**
 * Warnings for a valid plan: names that contradict its wallets, coins of this service with its name or ticker, and known ones near to
 * it. Reads the database and the directory, and no chain.
 */
export async function warnOfPlan(
  { directory, storage, policy }: Pick<Deps, 'directory' | 'storage' | 'policy'>,
  launchpad: Launchpad,
  plan: Plan,
): Promise<string[]> {
  const asked = { keyId: plan.keyId, limit: NAMESAKES_MAX + 1 }
  const [index, { own, others }, named] = await Promise.all([
    directory.index(),
    plan.request.intent === 'launch' ? storage.coins.namesakes(plan.request, asked) : { own: [], others: [] },
    readConsents(storage, plan),
  ])
  return [
    ...handleWarnings(index, plan, launchpad.facts, policy.serviceTitle),
    ...consentWarnings(named),
    ...namesakeWarning('This key has launched a coin of the same', plan, own),
    ...namesakeWarning('Somebody else has launched a coin here of the same', plan, others),
    ...(plan.request.intent === 'launch' ? knownCoinWarnings(plan.request) : []),
  ]
}

function namesakeWarning(opening: string, { request }: Plan, coins: readonly Pick<Coin, 'mint' | 'name' | 'ticker'>[]): string[] {
  if (coins.length === 0) return []
  const name = coins.some((coin) => alike(coin.name, request.name))
  const ticker = coins.some((coin) => alike(coin.ticker, request.ticker))
  const same = [name ? 'name' : '', ticker ? 'ticker' : ''].filter(Boolean).join(' or ')
  const listed = coins.slice(0, NAMESAKES_MAX).map((coin) => `${coin.name} ($${coin.ticker}) ${coin.mint}`)
  return [`${opening} ${same}: ${listed.join(', ')}${coins.length > NAMESAKES_MAX ? ' and more' : ''}.`]
}

/** True for the same text in any case, and for one that can be mistaken for it. */
const alike = (one: string, other: string): boolean =>
  one.toLowerCase() === other.toLowerCase() || looksOf(one).some((look) => looksOf(other).includes(look))
