import { AppError } from '../../domain/errors.ts'
import type { StoredKol } from '../../domain/kols/kol.ts'
import type { Deps } from '../../ports/deps.ts'

/**
 * Removes a profile from all answers and new crews from now on, or puts it back. What was approved or launched with it stays.
 *
 * @throws AppError kol_not_found
 */
export async function setOptedOut({ storage }: Pick<Deps, 'storage'>, handle: string, optedOut: boolean): Promise<StoredKol> {
  return storage.transaction(async (tx) => {
    await tx.lock('directory')
    const kol = await tx.kols.setOptedOut(handle.replace(/^@/, ''), optedOut)
    if (!kol) throw new AppError('kol_not_found')
    return kol
  })
}
