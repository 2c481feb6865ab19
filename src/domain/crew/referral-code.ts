import { LIMITS } from '../limits.ts'

const CODE = new RegExp(`^[A-Za-z0-9_-]{${LIMITS.referralCodeMin},${LIMITS.referralCodeMax}}$`)

/** True when the text can be a referral code: 2 to 24 letters, digits, `_` or `-`. Upper and lower case are the same code. */
export const isReferralCode = (text: string): boolean => CODE.test(text)
