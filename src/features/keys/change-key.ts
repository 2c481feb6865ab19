import type { ApiKey } from '../../domain/api-key.ts'
import type { KeyId } from '../../domain/brands.ts'
import { AppError } from '../../domain/errors.ts'
import type { Actor } from '../../domain/operator/operator-act.ts'
import type { Deps } from '../../ports/deps.ts'
import { recordAct } from '../operator-log/record-act.ts'
import { boundsOf, type BoundsView } from '../../domain/keys/key-bounds-json.ts'

/** Changes the given members of a key, for the operator; a bound that is null is taken away. */
export const changeKey = (
  deps: Pick<Deps, 'storage' | 'ids' | 'clock'>,
  by: Actor,
  id: KeyId,
  changes: Partial<Pick<ApiKey, 'label' | 'launchesPerHour' | 'requireApproval' | 'ops'> & BoundsView>,
): Promise<ApiKey> =>
  deps.storage.transaction(async (tx) => {
    // Two changes at once must not undo each other.
    await tx.lock(`key ${id}`)
    const before = await tx.keys.find(id)
    const bounds = boundsOf(changes, deps.clock.nowMs(), before?.bounds)
    const key = await tx.keys.update(id, { ...changes, bounds })
    if (!key) throw new AppError('key_not_found')
    await recordAct(deps, tx, by, { kind: 'key.changed', subject: id, detail: { ...changes } })
    return key
  })
