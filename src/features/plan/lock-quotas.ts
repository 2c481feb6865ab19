import type { Caller } from '../../domain/api-key.ts'
import type { Repos } from '../../ports/storage/storage.ts'

/**
 * Holds the caller's quotas of plans, offers and pictures until the transaction ends: what is counted of the caller afterwards stays true.
 * What is counted of all does not. Nobody waits for another caller, so that several processes may exceed it by as many as they write in a
 * second.
 */
export const lockQuotas = async (tx: Pick<Repos, 'keys' | 'lock'>, { keyId }: Caller): Promise<void> =>
  tx.lock(`quotas ${await tx.keys.quotaOwner(keyId)}`)
