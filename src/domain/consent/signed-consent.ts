import type { SignatureProof } from '../../lib/signatures/prove-text.ts'
import type { KeyId, UnixMs, Wallet } from '../brands.ts'
import { BUY_AND_BURN } from '../crew/burn-wallet.ts'
import { LAUNCHER_UNNAMED, type Shareholder } from '../crew/fee-map.ts'
import { holdsRole } from '../crew/role.ts'
import { keyName } from '../keys/key-name.ts'

/** What a wallet may say of taking part: in coins of every agent, in none, or in those of the agents that it names. */
export const CONSENT_CHOICES = ['all', 'never', 'only'] as const

/** One of CONSENT_CHOICES. */
export type ConsentChoice = (typeof CONSENT_CHOICES)[number]

/** What a wallet signed last. */
export interface SignedConsent {
  readonly wallet: Wallet
  readonly choice: ConsentChoice
  /** Names of agents' keys, as keyName writes them, sorted, each once; empty unless `choice` is `only`. */
  readonly agents: readonly string[]
  readonly signedAtMs: UnixMs
  readonly proof: SignatureProof
}

/** What a wallet said, for one agent: `others` where it names agents and not this one. */
export const SAID = ['agreed', 'never', 'others', 'nothing'] as const

/** One of SAID. */
export type Said = (typeof SAID)[number]

/** What each of SAID means, after the name of who said it. */
export const SAID_WORDS: Readonly<Record<Said, string>> = {
  agreed: 'signed that they take part',
  never: 'signed that they never take part',
  others: 'signed that they take part in coins of other agents alone',
  nothing: 'signed nothing',
}

/** What a wallet signs, for the service at `host`. @see rules 5.10 */
export const consentMessage = (
  host: string,
  wallet: string,
  { choice, agents }: Pick<SignedConsent, 'choice' | 'agents'>,
  timestamp: string,
): string => `svc-consent:${host}:${wallet}:${choice}:${agents.length === 0 ? '-' : agents.join('+')}:${timestamp}`

/** What this comes to for the agent with this key. */
export function saidTo(consent: Pick<SignedConsent, 'choice' | 'agents'> | null, keyId: KeyId): Said {
  if (consent === null) return 'nothing'
  if (consent.choice === 'never') return 'never'
  return consent.choice === 'all' || consent.agents.includes(keyName(keyId)) ? 'agreed' : 'others'
}

const NAMED_ROLES = ['kol', 'earnings', 'referrer'] as const

/** Those of a split that a request or the directory named: crew, referrer and wallets of earnings, and none of launcher or service. */
export const namedIn = (shareholders: readonly Shareholder[]): readonly Shareholder[] =>
  shareholders.filter(
    ({ wallet, role, handle }) =>
      wallet !== LAUNCHER_UNNAMED &&
      !(role === 'earnings' && handle === BUY_AND_BURN) &&
      NAMED_ROLES.some((named) => holdsRole(role, named)),
  )
