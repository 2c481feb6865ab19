import type { Coin } from '../../domain/coin.ts'
import { percentText } from '../../domain/money/figure-text.ts'

/** Who gets the creator fees of a coin, in one sentence. */
export function feesSentence({ shareholders, feeShareLocked, feesRedirected }: Coin): string {
  const split = shareholders.map(({ handle, bps }) => `${handle} ${percentText(bps)}`).join(', ')
  if (split === '') return 'The creator fees of this coin are not split.'
  if (feesRedirected) return `Creator fees went to a split, and now to ${feesRedirected.to}: the launchpad took them from it.`
  return feeShareLocked ? `Creator fees, locked on chain: ${split}.` : `Creator fees, not locked yet: ${split}.`
}
