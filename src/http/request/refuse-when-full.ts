import { WAIT_SEC } from '../../domain/limits/retry-after-sec.ts'
import { AppError } from '../../domain/errors.ts'
import type { RateGroup } from '../../domain/limits/rates.ts'
import type { Deps } from '../../ports/deps.ts'

/** Calls that write nothing, or that free space. */
const WRITES_NOTHING: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS', 'DELETE'])
const READING_GROUPS: ReadonlySet<RateGroup> = new Set(['autohire'])

/** True for a call that needs disk space. */
export const writes = (method: string, group: RateGroup): boolean => !WRITES_NOTHING.has(method) && !READING_GROUPS.has(group)

/** Throws unless the call may begin: it writes nothing, or there is space. Work under way continues either way. */
export function refuseWhenFull({ storage, disk }: Pick<Deps, 'storage' | 'disk'>, { method }: Request, group: RateGroup): void {
  if (!writes(method, group)) return
  const reason = disk.shortage() ?? (storage.isFull() ? 'its disk is full' : null)
  if (reason !== null) throw new AppError('storage_full', { reason, retryAfterSec: WAIT_SEC.storageFull })
}
