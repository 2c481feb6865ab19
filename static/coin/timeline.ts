import type { CoinView } from '../../src/features/coins/coin-view.ts'
import { type Child, h } from '../lib/dom.ts'
import { dateTimeText } from '../lib/format.ts'
import { icon } from '../lib/icons.ts'
import { outsideLink, safeUrl } from '../lib/links.ts'

/** The stages of a coin, the lock of its fees among them. `graduated` = its chain says so, which the record says a little later. */
export function timeline(coin: CoinView, graduated: boolean): HTMLElement {
  const [launched, ...later] = coin.timeline.map(({ state, at, reached }) => {
    const post = state === 'Featured' && coin.featuredUrl !== null ? safeUrl(coin.featuredUrl) : null
    const isAhead = graduated && state === 'Graduated' && !reached
    const words = isAhead ? 'Just now' : at === null ? 'Not yet' : dateTimeText(at)
    return moment(state, { reached: reached || isAhead, words }, post && outsideLink(post, 'See the post'))
  })
  return h('ol', { class: 'timeline' }, launched!, ...lockMoments(coin), ...later)
}

/** The service keeps no time of a lock that came after the launch. */
function lockMoments({ feeShareLocked, feesRedirected, feesLockedAtLaunch, launchedAt, lockSlot }: CoinView): HTMLElement[] {
  const locked = feesLockedAtLaunch
    ? dateTimeText(launchedAt)
    : lockSlot === null
      ? 'After the launch'
      : `After the launch, in slot ${lockSlot}`
  // Only fees that were locked are noted as taken away.
  if (!feeShareLocked && !feesRedirected) return [moment('Fees locked', { reached: false, words: 'Not yet', sign: 'open' })]
  const taken = feesRedirected && { reached: false, words: `Found on ${dateTimeText(feesRedirected.at)}`, sign: 'warn' as const }
  return [moment('Fees locked', { reached: true, words: locked }), ...(taken ? [moment('Fees taken away', taken)] : [])]
}

/** How a stage looks that should have been reached, by its icon. */
const SIGNS = { open: 'moment-open', warn: 'moment-taken' } as const

function moment(
  name: string,
  { reached, words, sign = null }: { readonly reached: boolean; readonly words: string; readonly sign?: keyof typeof SIGNS | null },
  more: Child = null,
): HTMLElement {
  return h(
    'li',
    { class: `moment${reached ? ' moment-reached' : ''}${sign ? ` ${SIGNS[sign]}` : ''}` },
    h('span', { class: 'moment-mark', 'aria-hidden': 'true' }, reached ? icon('check') : sign && icon(sign)),
    h('div', null, h('strong', null, name), h('span', { class: 'muted' }, words), more),
  )
}
