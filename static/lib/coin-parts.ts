import type { CoinView } from '../../src/features/coins/coin-view.ts'
import { type Child, foreign, h, spoken } from './dom.ts'
import { dateTimeText } from './format.ts'
import { icon } from './icons.ts'
import { logoPath } from './links.ts'

/** The picture of a coin, or the first letters of its ticker where it has none or it does not load. */
export const coinPicture = ({ mint, logoUrl, ticker }: Pick<CoinView, 'mint' | 'logoUrl' | 'ticker'>, sizePx: number): HTMLElement =>
  pictureFrame({ path: logoUrl === null ? null : logoPath(mint), ticker }, sizePx)

/** The same of a picture that is at this path. */
export function pictureFrame({ path, ticker }: { readonly path: string | null; readonly ticker: string }, sizePx: number): HTMLElement {
  const letters = () => h('span', { class: 'coin-letters', 'aria-hidden': 'true' }, foreign([...ticker].slice(0, 2).join('')))
  const frame = h('span', { class: 'coin-picture' }, letters())
  frame.style.setProperty('--size', `${sizePx}px`)
  if (path === null) return frame
  const picture = h('img', { alt: '', width: sizePx, height: sizePx, loading: 'lazy', decoding: 'async' })
  picture.onerror = () => frame.replaceChildren(letters())
  picture.src = path
  frame.replaceChildren(picture)
  return frame
}

/** What a view of a coin says of its lock. */
interface LockState {
  readonly feeShareLocked: boolean
  readonly feesRedirected: CoinView['feesRedirected'] | boolean
  readonly holderKol?: CoinView['holderKol']
}

/** How the fees of a coin stand: its colour, its icon, its words. */
function lockWords({ feeShareLocked, feesRedirected, holderKol }: LockState) {
  if (feesRedirected) return ['taken', 'warn', 'Fees taken away'] as const
  if (feeShareLocked) return ['on', 'lock', 'Fees locked'] as const
  return ['warn', 'open', holderKol ? 'Crew not chosen yet' : 'Not locked'] as const
}

/** Whether the fees of the coin are locked. */
export function lockBadge(coin: LockState): HTMLElement {
  const [look, sign, words] = lockWords(coin)
  return h('span', { class: `badge badge-${look}` }, icon(sign), words)
}

/** The same in a list, on the line of what stands beside it. */
export function lockMark(coin: LockState): HTMLElement {
  const [look, sign, words] = lockWords(coin)
  return h('span', { class: `lock-mark lock-${look}` }, icon(sign), look === 'on' ? 'Locked' : words)
}

/** What the columns of a list of one line a row are called, where there is room for them; a row says the same by itself. */
export const columnHeads = (...names: readonly string[]): HTMLElement =>
  h('p', { class: 'entry-heads muted', 'aria-hidden': 'true' }, ...names.map((name) => h('span', null, name)))

/** A time with the exact one behind it; PageTimes says it as people do, and keeps it true. */
export const ago = (iso: string): HTMLElement => h('time', { datetime: iso, title: dateTimeText(iso) }, dateTimeText(iso))

/** Name and ticker, and what else stands beside the ticker. */
export const coinTitle = ({ name, ticker }: Pick<CoinView, 'name' | 'ticker'>, beside: Child = null): HTMLElement =>
  h(
    'span',
    { class: 'coin-title' },
    h('strong', null, foreign(name)),
    ' ',
    h('span', { class: 'coin-ticker' }, foreign(`$${ticker}`)),
    spoken('. '),
    beside,
  )
