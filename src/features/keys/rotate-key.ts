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
 * Gives a key a new text; all else of it stays: launches, webhooks, limits, referral. The text that the caller sent stays good for
 * `overlapMs`, and every other ends at once: so two are good at most, and whoever lost the answer asks again with the text they have. A
 * text from before a rotation is never good for longer than that rotation said. `sent` is of another key where the operator rotates: then
 * the current text is the one that stays.
 *
 * Of rotations at once one wins, so that nobody gets a text that is no good. `by` is null where the key rotates itself.
 *
 * @throws AppError key_not_found | key_already_rotated
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
