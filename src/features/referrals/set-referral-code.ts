import { AppError } from '../../domain/errors.ts'
import { isReferralCode } from '../../domain/crew/referral-code.ts'
import type { Deps } from '../../ports/deps.ts'

/**
 * Gives a KOL a referral code, in the place of an older one. Keys that were claimed with the older code keep their referrer.
 *
 * @throws AppError referral_code_invalid | referral_code_taken | kol_not_found
 */
export async function setReferralCode({ storage }: Pick<Deps, 'storage'>, handle: string, code: string): Promise<void> {
  if (!isReferralCode(code)) throw new AppError('referral_code_invalid')
  const outcome = await storage.transaction(async (tx) => {
    await tx.lock('directory')
    return tx.kols.setReferralCode(handle.replace(/^@/, ''), code)
  })
  if (outcome === 'taken') throw new AppError('referral_code_taken', { code })
  if (outcome === 'unknown') throw new AppError('kol_not_found')
}
