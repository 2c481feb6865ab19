import { ago } from './coin-parts.ts'
import { foreign, h, type KeyedList, keyedList, spoken } from './dom.ts'
import { shortText, solText } from './format.ts'
import { coinPath, explorerUrl, insideLink, outsideLink } from './links.ts'
import type { Remit } from './records.ts'
import { roleTag } from './shareholders.ts'

const FIRST = 8
const MORE = 25

/** A list of payments that shows a few, and more when asked. */
export interface RemitRows {
  readonly element: HTMLElement
  show(remits: readonly Remit[]): void
}

/** Where the transaction can be looked up, or its signature where nobody can. */
export function transactionLink(signature: string, what: string): HTMLElement {
  const url = explorerUrl('tx', signature)
  if (url === null) return h('code', { class: 'muted', title: signature }, shortText(signature))
  return outsideLink(url, h('code', null, shortText(signature)), spoken(`, transaction of ${what}`))
}

/** Builds the list; `withCoin` names the coin of each payment. */
export function createRemitRows({ withCoin }: { readonly withCoin: boolean }): RemitRows {
  const list = h('ul', { class: 'remits', role: 'list' })
  const more = h('button', { type: 'button', class: 'button button-quiet', hidden: true }, 'Show more')
  let limit = FIRST
  let all: readonly Remit[] = []
  const rows: KeyedList<Remit> = keyedList(
    list,
    ({ id }) => id,
    (remit) => remitRow(remit, withCoin),
  )
  const draw = () => {
    rows.show(all.slice(0, limit))
    more.hidden = all.length <= limit
  }
  more.addEventListener('click', () => {
    const firstNew = list.childElementCount
    limit += MORE
    draw()
    const row = list.children[firstNew] as HTMLElement | undefined
    row?.setAttribute('tabindex', '-1')
    row?.focus()
  })
  return {
    element: h('div', null, list, more),
    show: (remits) => {
      all = remits
      draw()
    },
  }
}

const remitRow = ({ mint, ticker, handle, role, lamports, signature, at }: Remit, withCoin: boolean): HTMLElement =>
  h(
    'li',
    { class: 'remit' },
    h('strong', { class: 'remit-sum' }, `${solText(lamports, 6)} SOL`),
    h('span', { class: 'remit-who' }, spoken('to '), foreign(handle), ' ', roleTag(role)),
    h(
      'span',
      { class: 'remit-what muted' },
      withCoin && insideLink(coinPath(mint), {}, foreign(`$${ticker}`)),
      ago(at),
      transactionLink(signature, `the payment to ${handle}`),
    ),
  )
