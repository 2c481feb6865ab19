import { AppError } from '../../domain/errors.ts'
import type { Referral } from '../../domain/fee-map.ts'
import type { Deps } from '../../ports/deps.ts'

/**
 * The KOL behind a referral code.
 *
 * @throws AppError referral_code_invalid; a failed look-up throws too, so that no referrer is dropped silently
 */
export async function findReferral(_deps: Pick<Deps, 'storage'>, _code: string): Promise<Referral> {
  // No directory yet: no code is known.
  throw new AppError('referral_code_invalid', {}, { fields: [{ path: '/referralCode', message: 'is not a known code' }] })
}
