import { type Static, Type } from '@sinclair/typebox'
import { type SignedConsent, CONSENT_CHOICES, SAID, saidTo } from '../../domain/consent/signed-consent.ts'
import { addressKey } from '../../domain/crew/payee.ts'
import { ShareRoleJson } from '../../domain/crew/role-json.ts'
import { DateTime, Enum, iso, Nullable, Ok } from '../../domain/json.ts'
import { FIELD_LIMITS } from '../../domain/limits/field-limits.ts'
import type { DryRun } from '../../domain/plan/dry-run.ts'
import { keyName } from '../../domain/keys/key-name.ts'

/** Body of a consent. */
export const ConsentBody = Type.Object(
  {
    choice: Enum(CONSENT_CHOICES, { description: '`all`: takes part. `never`: not at all. `only`: in coins of `agents` alone.' }),
    agents: Type.Optional(
      Type.Array(Type.String({ pattern: '^[0-9a-f]{32}$' }), {
        maxItems: FIELD_LIMITS.consentAgentsMax,
        description: 'With `only`: what keys of agents are called, as in `named` of the wallet’s consent.',
      }),
    ),
  },
  { additionalProperties: false },
)

const ConsentView = Type.Object({
  choice: Enum(CONSENT_CHOICES),
  agents: Type.Array(Type.String()),
  signedAt: DateTime(),
  proof: Type.Object(
    { message: Type.String(), signature: Type.String() },
    { description: 'In base64: the very bytes that the wallet signed, and its ed25519 signature.' },
  ),
})
ConsentView.title = 'Consent'

const NamingPlanView = Type.Object({
  agent: Type.String({ description: 'What the key of the agent is called.' }),
  platform: Type.String(),
  role: ShareRoleJson,
  bps: Type.Integer({ description: 'Of all creator fees, in basis points.' }),
  stance: Enum(SAID, { description: 'What the wallet has said to this agent by now.' }),
  createdAt: DateTime(),
  expiresAt: DateTime(),
})
NamingPlanView.title = 'NamingPlan'

/** Answer of both calls. */
export const ConsentAnswer = Ok({
  wallet: Type.String(),
  consent: Nullable(ConsentView, { description: 'What it signed last; null where nothing.' }),
  named: Type.Array(NamingPlanView, {
    description:
      'Plans that name it and may still be launched, newest first, 20 at most. Which coin it is nobody is told before its launch.',
  }),
})

export type ConsentAnswer = Static<typeof ConsentAnswer>

/** What the wallet said, and which plans name it. */
export const consentAnswer = (wallet: string, consent: SignedConsent | null, plans: readonly DryRun[]): ConsentAnswer => ({
  ok: true,
  wallet,
  consent: consent && {
    choice: consent.choice,
    agents: [...consent.agents],
    signedAt: iso(consent.signedAtMs),
    proof: consent.proof,
  },
  named: plans.flatMap(({ plan, createdAtMs, expiresAtMs }) => {
    const share = plan.shareholders.find((one) => addressKey(one.wallet) === addressKey(wallet))
    if (!share) return []
    const { role, bps } = share
    const stance = saidTo(consent, plan.keyId)
    return [
      {
        agent: keyName(plan.keyId),
        platform: plan.request.platform,
        role,
        bps,
        stance,
        createdAt: iso(createdAtMs),
        expiresAt: iso(expiresAtMs),
      },
    ]
  }),
})
