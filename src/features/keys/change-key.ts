import type { ApiKey } from '../../domain/api-key.ts'
import type { KeyId } from '../../domain/brands.ts'
import { AppError } from '../../domain/errors.ts'
import type { Actor } from '../../domain/operator/operator-act.ts'
import type { Deps } from '../../ports/deps.ts'
import { recordAct } from '../operator-log/record-act.ts'

/** Changes the given members of a key, for the operator. */
export const changeKey = (
  deps: Pick<Deps, 'storage' | 'ids' | 'clock'>,
  by: Actor,
  id: KeyId,
  changes: Partial<Pick<ApiKey, 'label' | 'launchesPerHour' | 'requireApproval' | 'ops'>>,
): Promise<ApiKey> =>
  deps.storage.transaction(async (tx) => {
    const key = await tx.keys.update(id, changes)
    if (!key) throw new AppError('key_not_found')
    await recordAct(deps, tx, by, { kind: 'key.changed', subject: id, detail: { ...changes } })
    return key
  })
