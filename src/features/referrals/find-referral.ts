import { AppError } from '../../domain/errors.ts'
import type { Referral } from '../../domain/crew/fee-map.ts'
import { isReferralCode } from '../../domain/crew/referral-code.ts'
import type { Deps } from '../../ports/deps.ts'

/**
 * The KOL of a referral code, as the directory has them now; one who opted out refers nobody.
 *
 * @throws AppError referral_code_invalid; a failed lookup throws too, so that no referrer is dropped silently
 */
export async function findReferral({ storage }: Pick<Deps, 'storage'>, code: string): Promise<Referral> {
  const referral = isReferralCode(code) ? await storage.kols.findReferral(code) : null
  if (!referral) throw new AppError('referral_code_invalid', {}, { fields: [{ path: '/referralCode', message: 'is not a known code' }] })
  return referral
}
