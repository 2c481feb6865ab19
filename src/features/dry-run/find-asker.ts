import type { KeyId } from '../../domain/brands.ts'
import type { Asker } from '../../domain/plan/asker.ts'
import type { Deps } from '../../ports/deps.ts'

/** The asker of plans of this key, which may be revoked. */
export async function findAsker({ storage }: Pick<Deps, 'storage'>, keyId: KeyId): Promise<Asker> {
  const [key, launches] = await Promise.all([storage.keys.find(keyId), storage.coins.count(keyId)])
  return {
    label: key?.label ?? keyId,
    fingerprint: key?.fingerprint ?? null,
    approvalRequired: key?.requireApproval ?? false,
    launches,
  }
}
