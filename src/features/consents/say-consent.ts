import type { UnixMs, Wallet } from '../../domain/brands.ts'
import type { SignedConsent } from '../../domain/consent/signed-consent.ts'
import { AppError } from '../../domain/errors.ts'
import type { Actor } from '../../domain/operator/operator-act.ts'
import { OWN_LIMITS } from '../../domain/limits/own-limits.ts'
import type { Deps } from '../../ports/deps.ts'
import type { Repos } from '../../ports/storage/storage.ts'
import { recordAct } from '../operator-log/record-act.ts'

/**
 * Keeps what a wallet signed, which was verified before. One that never takes part leaves the directory too, by its own word: the
 * operator can take it in again only after the wallet has signed otherwise.
 *
 * @throws AppError consent_superseded (the wallet has signed something later) | consents_full
 */
export function sayConsent(deps: Pick<Deps, 'storage' | 'clock' | 'ids'>, by: Actor, consent: SignedConsent): Promise<void> {
  const { wallet, choice } = consent
  return deps.storage.transaction(async (tx) => {
    await tx.lock('directory')
    await checkRoom(tx, wallet, deps.clock.nowMs())
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

/**
 * Wallets cost nothing: once many have signed, a further one is heard where a plan or the directory names it, since then it matters. What
 * was signed is never deleted for that: a `never` that was lost would let somebody be paid who refused.
 */
async function checkRoom({ consents, kols }: Pick<Repos, 'consents' | 'kols'>, wallet: Wallet, nowMs: UnixMs): Promise<void> {
  if ((await consents.find(wallet)) !== null) return
  if ((await kols.listOfWallet(wallet)).length > 0 || (await consents.listNaming(wallet, nowMs)).length > 0) return
  if (await consents.reaches(OWN_LIMITS.consentsMax)) throw new AppError('consents_full')
}
