import { type ApiKey, apiKeyText, fingerprintOf, hashApiKey } from '../../domain/api-key.ts'
import type { Actor } from '../../domain/operator/operator-act.ts'
import type { Secret } from '../../lib/secret.ts'
import type { Deps } from '../../ports/deps.ts'
import { boundsSet } from '../../domain/keys/key-bounds-json.ts'
import { recordAct } from '../operator-log/record-act.ts'

/** A new key; its text is returned once and never stored. */
export interface NewKey {
  readonly key: ApiKey
  readonly text: Secret<string>
}

/** Properties of a new key. */
export type KeyRequest = Pick<
  ApiKey,
  'label' | 'agentName' | 'model' | 'launchesPerHour' | 'requireApproval' | 'ops' | 'referral' | 'bounds'
>

/** A key and its text from 32 random bytes; nothing is stored. */
export function makeKey({ ids, clock }: Pick<Deps, 'ids' | 'clock'>, request: KeyRequest): NewKey & { readonly hash: string } {
  const text = apiKeyText(ids.bytes(32))
  const hash = hashApiKey(text)
  const key: ApiKey = {
    ...request,
    id: ids.id('ak'),
    fingerprint: fingerprintOf(hash),
    active: true,
    previous: null,
    createdAtMs: clock.nowMs(),
    lastUsedAtMs: null,
  }
  return { key, text, hash }
}

/** Creates a key for the operator. */
export async function mintKey(deps: Pick<Deps, 'storage' | 'clock' | 'ids'>, by: Actor, request: KeyRequest): Promise<NewKey> {
  const made = makeKey(deps, request)
  const { label, launchesPerHour, requireApproval, ops, bounds } = request
  await deps.storage.transaction(async (tx) => {
    await tx.keys.insert(made.key, { hash: made.hash, claimAddress: null, claimSite: null })
    await recordAct(deps, tx, by, {
      kind: 'key.minted',
      subject: made.key.id,
      detail: { label, launchesPerHour, requireApproval, ops, ...boundsSet(bounds) },
    })
  })
  return made
}
