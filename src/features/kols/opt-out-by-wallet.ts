import type { Wallet } from '../../domain/brands.ts'
import { AppError } from '../../domain/errors.ts'
import type { Actor } from '../../domain/operator/operator-act.ts'
import type { Deps } from '../../ports/deps.ts'
import { recordAct } from '../operator-log/record-act.ts'

/** What a KOL signs to be named no more by the service at `host`. @see rules 5.7 */
export const optOutMessage = (host: string, wallet: string, timestamp: string): string => `svc-kol-opt-out:${host}:${wallet}:${timestamp}`

/**
 * Opts out every profile of the directory that is paid into `wallet`, whose signature was verified before, as the operator's command
 * does; one that is out already stays so, and is logged no second time. Returns the handles, best rank first.
 *
 * @throws AppError kol_not_found, where the directory pays nobody into it
 */
export async function optOutByWallet(deps: Pick<Deps, 'storage' | 'clock' | 'ids'>, by: Actor, wallet: Wallet): Promise<readonly string[]> {
  return deps.storage.transaction(async (tx) => {
    await tx.lock('directory')
    const kols = await tx.kols.listOfWallet(wallet)
    if (kols.length === 0) throw new AppError('kol_not_found')
    for (const { handle } of kols.filter(({ optedOut }) => !optedOut)) {
      await tx.kols.setOptedOut(handle, true)
      await recordAct(deps, tx, by, { kind: 'kol.optedOut', subject: handle, detail: { wallet } })
    }
    return kols.map(({ handle }) => handle)
  })
}
