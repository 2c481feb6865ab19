import { type Static, Type } from '@sinclair/typebox'
import type { ApiKey } from '../../domain/api-key.ts'
import { NULLABLE_BOUNDS, boundsView } from '../../domain/keys/key-bounds-json.ts'
import { keyName } from '../../domain/keys/key-name.ts'
import { DateTime, iso, isoOrNull, Nullable, Ok } from '../../domain/json.ts'

/** Schema of a key; its text is never in it. */
export const KeyRow = Type.Object({
  id: Type.String(),
  label: Type.String(),
  agentName: Nullable(Type.String()),
  model: Nullable(Type.String()),
  keyName: Type.String({
    description: 'What receipts call the key; its record is at /api/agents/{keyName}. It stays over rotations.',
  }),
  fingerprint: Type.String(),
  launchesPerHour: Type.Integer(),
  requireApproval: Type.Boolean(),
  ops: Type.Boolean(),
  referralCode: Nullable(Type.String()),
  active: Type.Boolean(),
  previousUntil: Nullable(DateTime({ description: 'Until then the text from before the last rotation is good too.' })),
  ...NULLABLE_BOUNDS,
  createdAt: DateTime(),
  lastUsedAt: Nullable(DateTime()),
})
KeyRow.title = 'Key'

export type KeyRow = Static<typeof KeyRow>

/** Answer that shows a new text of a key. */
export const NewKeyAnswer = Ok({
  key: Type.String({ description: 'Shown once; only its hash is stored.' }),
  id: Type.String(),
  keyRow: KeyRow,
  tip: Type.String(),
})

export type NewKeyAnswer = Static<typeof NewKeyAnswer>

/** The key as its owner and the operator see it. */
export const keyRow = (key: ApiKey): KeyRow => ({
  id: key.id,
  label: key.label,
  agentName: key.agentName,
  model: key.model,
  keyName: keyName(key.id),
  fingerprint: key.fingerprint,
  launchesPerHour: key.launchesPerHour,
  requireApproval: key.requireApproval,
  ops: key.ops,
  referralCode: key.referral?.code ?? null,
  active: key.active,
  previousUntil: isoOrNull(key.previous?.untilMs ?? null),
  ...boundsView(key.bounds),
  createdAt: iso(key.createdAtMs),
  lastUsedAt: isoOrNull(key.lastUsedAtMs),
})
