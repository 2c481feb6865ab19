import type { Coin } from '../../domain/coin.ts'

/** Who gets the creator fees of a coin, in one sentence. */
export function feesSentence({ shareholders, feeShareLocked }: Coin): string {
  const split = shareholders.map(({ handle, bps }) => `${handle} ${bps / 100}%`).join(', ')
  if (split === '') return 'The creator fees of this coin are not split.'
  return feeShareLocked ? `Creator fees, locked on chain: ${split}.` : `Creator fees, not locked yet: ${split}.`
}
