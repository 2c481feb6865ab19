import { type ApiKey, apiKeyText, hashApiKey } from '../../domain/api-key.ts'
import type { Secret } from '../../lib/secret.ts'
import type { Deps } from '../../ports/deps.ts'

/** A new key; its text is returned once and never stored. */
export interface NewKey {
  readonly key: ApiKey
  readonly text: Secret<string>
}

/** Properties of a new key. */
export type KeyRequest = Pick<ApiKey, 'label' | 'agentName' | 'model' | 'launchesPerHour' | 'requireApproval' | 'ops' | 'referral'>

/** A key and its text from 32 random bytes; nothing is stored. */
export function makeKey({ ids, clock }: Pick<Deps, 'ids' | 'clock'>, request: KeyRequest): NewKey & { readonly hash: string } {
  const text = apiKeyText(ids.bytes(32))
  const hash = hashApiKey(text)
  const key: ApiKey = {
    ...request,
    id: ids.id('ak'),
    fingerprint: hash.slice(0, 8),
    active: true,
    createdAtMs: clock.nowMs(),
    lastUsedAtMs: null,
  }
  return { key, text, hash }
}

/** Creates a key for the operator. */
export async function mintKey(deps: Pick<Deps, 'storage' | 'clock' | 'ids'>, request: KeyRequest): Promise<NewKey> {
  const made = makeKey(deps, request)
  await deps.storage.keys.insert(made.key, { hash: made.hash, claimAddress: null, claimSite: null })
  return made
}
