import type { ApiKey } from '../../domain/api-key.ts'
import type { KeyId } from '../../domain/brands.ts'
import { AppError } from '../../domain/errors.ts'
import type { Actor } from '../../domain/operator/operator-act.ts'
import type { Deps } from '../../ports/deps.ts'
import { recordAct } from '../operator-log/record-act.ts'

/** Ends a key for good. `by` is null where its owner does. */
export const revokeKey = (deps: Pick<Deps, 'storage' | 'ids' | 'clock'>, by: Actor | null, id: KeyId): Promise<ApiKey> =>
  deps.storage.transaction(async (tx) => {
    const key = await tx.keys.revoke(id)
    if (!key) throw new AppError('key_not_found')
    await recordAct(deps, tx, by, { kind: 'key.revoked', subject: id, detail: { label: key.label } })
    return key
  })
