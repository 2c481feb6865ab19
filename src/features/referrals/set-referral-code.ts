import { AppError } from '../../domain/errors.ts'
import { isReferralCode } from '../../domain/crew/referral-code.ts'
import type { Actor } from '../../domain/operator/operator-act.ts'
import type { Deps } from '../../ports/deps.ts'
import { recordAct } from '../operator-log/record-act.ts'

/** Gives a KOL a referral code, in the place of an older one. Keys that were claimed with the older code keep their referrer. */
export async function setReferralCode(
  deps: Pick<Deps, 'storage' | 'clock' | 'ids'>,
  by: Actor,
  handle: string,
  code: string,
): Promise<void> {
  if (!isReferralCode(code)) throw new AppError('referral_code_invalid')
  const subject = handle.replace(/^@/, '')
  const outcome = await deps.storage.transaction(async (tx) => {
    await tx.lock('directory')
    const set = await tx.kols.setReferralCode(subject, code)
    if (set === 'set') await recordAct(deps, tx, by, { kind: 'kol.referralCode', subject, detail: { code } })
    return set
  })
  if (outcome === 'taken') throw new AppError('referral_code_taken', { code })
  if (outcome === 'unknown') throw new AppError('kol_not_found')
}
