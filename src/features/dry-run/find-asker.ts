import type { KeyId } from '../../domain/brands.ts'
import type { Deps } from '../../ports/deps.ts'

/** Who asks for a plan, as far as an approver can tell. */
export interface Asker {
  /** What the key is called; of a caller without a stored key its id: `operator`, or the payer. */
  readonly label: string
  /** As the operator's list of keys has it; null without a stored key. */
  readonly fingerprint: string | null
  /** It launches nothing that was not approved. */
  readonly approvalRequired: boolean
  /** Coins that it has launched here so far. */
  readonly launches: number
}

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
