import { AppError } from '../../domain/errors.ts'
import type { StoredKol } from '../../domain/kols/kol.ts'
import type { Actor } from '../../domain/operator/operator-act.ts'
import type { Deps } from '../../ports/deps.ts'
import { recordAct } from '../operator-log/record-act.ts'

/** Removes a profile from all answers and new crews from now on, or puts it back. What was approved or launched with it stays. */
export async function setOptedOut(
  deps: Pick<Deps, 'storage' | 'clock' | 'ids'>,
  by: Actor,
  handle: string,
  optedOut: boolean,
): Promise<StoredKol> {
  return deps.storage.transaction(async (tx) => {
    await tx.lock('directory')
    const kol = await tx.kols.setOptedOut(handle.replace(/^@/, ''), optedOut)
    if (!kol) throw new AppError('kol_not_found')
    if (!optedOut && (await tx.consents.find(kol.wallet))?.choice === 'never')
      throw new AppError('opt_in_not_allowed', { handle: kol.handle })
    await recordAct(deps, tx, by, { kind: optedOut ? 'kol.optedOut' : 'kol.optedIn', subject: kol.handle, detail: {} })
    return kol
  })
}
