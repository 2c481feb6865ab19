/** Sent with every hire plan. @see rules 1.3 */
export const disclaimer =
  'Matched from public profiles. The people listed are not opt-in partners and have agreed to nothing; the operator decides who receives fees.'

/** Lets a caller of a hire plan know what can be done with it. */
export const tip = 'Send crew as crew[] in a dry-run to fix these wallets and shares, or autoHire {seats} to have the dry-run match again.'
