import { type ApiKey, apiKeyText, fingerprintOf, hashApiKey } from '../../domain/api-key.ts'
import { type KeyId, type UnixMs, unixMs } from '../../domain/brands.ts'
import { AppError } from '../../domain/errors.ts'
import { MINUTE_MS } from '../../domain/limits.ts'
import type { Actor } from '../../domain/operator/operator-act.ts'
import type { Secret } from '../../lib/secret.ts'
import type { Deps } from '../../ports/deps.ts'
import { recordAct } from '../operator-log/record-act.ts'
import type { NewKey } from './mint-key.ts'

/**
 * Gives a key a new text; its launches, webhooks, limits and referral stay. The text that the caller sent stays valid for `overlapMs`,
 * every other one ends at once: at most two are valid at a time, and a caller who lost the answer can rotate again with the text that it
 * sent. An earlier rotation's end is never moved to a later time. Where the operator rotates, `sent` is of another key, and the key's
 * current text is the one that stays valid.
 *
 * Of concurrent rotations one succeeds and the others are refused, so that every text that is answered is valid. `by` is null where the
 * key rotates itself.
 *
 * @see rules 2.6
 */
export async function rotateKey(
  deps: Pick<Deps, 'storage' | 'clock' | 'ids'>,
  by: Actor | null,
  { id, sent, overlapMs }: { readonly id: KeyId; readonly sent: Secret<string>; readonly overlapMs: number },
): Promise<NewKey> {
  const { storage, clock, ids } = deps
  const before = await storage.keys.find(id)
  if (!before?.active) throw new AppError('key_not_found')
  const text = apiKeyText(ids.bytes(32))
  const keep = overlapMs === 0 ? null : textThatStays(before, fingerprintOf(hashApiKey(sent)), unixMs(clock.nowMs() + overlapMs))
  const key = await storage.transaction(async (tx) => {
    const rotated = await tx.keys.rotate(before, { hash: hashApiKey(text), keep })
    if (rotated) await recordAct(deps, tx, by, { kind: 'key.rotated', subject: id, detail: { overlapMinutes: overlapMs / MINUTE_MS } })
    return rotated
  })
  if (key) return { key, text }
  // Revoked, or rotated concurrently.
  if (!(await storage.keys.find(id))?.active) throw new AppError('key_not_found')
  throw new AppError('key_already_rotated')
}

function textThatStays({ previous }: ApiKey, sentFingerprint: string, untilMs: UnixMs) {
  if (previous?.fingerprint !== sentFingerprint) return { text: 'current', untilMs } as const
  return { text: 'previous', untilMs: unixMs(Math.min(untilMs, previous.untilMs)) } as const
}
