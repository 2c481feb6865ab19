import type { SignedConsent } from '../../domain/consent/signed-consent.ts'
import { AppError } from '../../domain/errors.ts'
import type { Actor } from '../../domain/operator/operator-act.ts'
import type { Deps } from '../../ports/deps.ts'
import { recordAct } from '../operator-log/record-act.ts'

/**
 * Keeps what a wallet signed, which was verified before. One that never takes part leaves the directory too, by its own word: the
 * operator can take it in again only after the wallet has signed otherwise.
 *
 * @throws AppError consent_superseded, where the wallet has signed something later
 */
export function sayConsent(deps: Pick<Deps, 'storage' | 'clock' | 'ids'>, by: Actor, consent: SignedConsent): Promise<void> {
  const { wallet, choice } = consent
  return deps.storage.transaction(async (tx) => {
    await tx.lock('directory')
    if (!(await tx.consents.put(consent))) throw new AppError('consent_superseded')
    await recordAct(deps, tx, by, { kind: 'consent.signed', subject: wallet, detail: { choice, agents: consent.agents.length } })
    if (choice !== 'never') return
    for (const { handle, optedOut } of await tx.kols.listOfWallet(wallet)) {
      if (optedOut) continue
      await tx.kols.setOptedOut(handle, true)
      await recordAct(deps, tx, by, { kind: 'kol.optedOut', subject: handle, detail: { wallet } })
    }
  })
}
