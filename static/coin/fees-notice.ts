import type { CoinView } from '../../src/features/coins/coin-view.ts'
import { REDIRECTED_TO } from '../../src/domain/coin.ts'
import { feesWarning } from '../../src/domain/results/fees-warning.ts'
import { type Child, h, spoken } from '../lib/dom.ts'
import { shortText } from '../lib/format.ts'
import { icon } from '../lib/icons.ts'
import { insideLink, walletPath } from '../lib/links.ts'

/** What the launcher does with the call that locks the fees. */
const CALLS = { wireFees: 'lock the fees', lockHolderKol: 'pick the crew' } as const

/** Takers who are no single wallet. */
const KINDS: readonly string[] = Object.values(REDIRECTED_TO)

/** The banner above a coin whose fees are not locked, or were taken away; null where they are locked. */
export function feesNotice(coin: CoinView): HTMLElement | null {
  const warning = feesWarning(coin)
  if (warning === null) return null
  const { title, text, call } = warning
  const taker = coin.feesRedirected?.to ?? null
  return h(
    'section',
    // What cannot be undone is red, what the launcher can still mend is not.
    { class: `notice ${taker === null ? 'notice-warn' : 'notice-error'} fees-notice`, 'aria-labelledby': 'fees-notice' },
    icon(taker === null ? 'open' : 'warn'),
    h('h2', { id: 'fees-notice' }, title),
    h('p', null, ...(taker === null || KINDS.includes(taker) ? [text] : withWallet(text, taker))),
    call !== null && insideLink(`/docs#${call}`, { class: 'button' }, `I am the launcher: ${CALLS[call]}`),
  )
}

/** A text with the wallet that it names as a link, shortened; a screen reader says all of it. */
const withWallet = (text: string, wallet: string): Child[] =>
  text.split(wallet).flatMap((part, index) => {
    const short = h('code', { 'aria-hidden': 'true' }, shortText(wallet))
    return index === 0 ? [part] : [insideLink(walletPath(wallet), { title: wallet }, short, spoken(wallet)), part]
  })

/** What is to be said of payouts to come, beside those that there were; null where those say enough. */
export function payoutsNote({ feeShareLocked, feesRedirected }: CoinView, paidBefore: boolean): string | null {
  const none = paidBefore ? 'No more' : 'None, and none'
  if (feesRedirected) return `${none} will come: the fees were taken away from this split.`
  if (!feeShareLocked) return `${none} can come: while the fees are not locked, nobody in the split is paid.`
  return paidBefore ? null : 'None yet. Fees are paid out once enough has accrued.'
}
