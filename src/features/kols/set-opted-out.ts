import { AppError } from '../../domain/errors.ts'
import type { StoredKol } from '../../domain/kols/kol.ts'
import type { Deps } from '../../ports/deps.ts'

/**
 * From now on a profile is in no answer and no new crew, or is again. What was approved or launched with it stays as it is.
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
