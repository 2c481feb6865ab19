import type { RemitView } from '../../src/features/remits/remit-view.ts'
import { figureColumn } from '../../src/domain/money/figure-text.ts'
import { alignedFigure, alignPoints, shortFigure } from './amount-figure.ts'
import { ago } from './coin-parts.ts'
import { foreign, h, spoken } from './dom.ts'
import { amountLike, exactAmount, plural, shortText } from './format.ts'
import { type KeyedList, keyedList } from './keyed-list.ts'
import { coinPath, explorerUrl, insideLink, outsideLink, walletPath } from './links.ts'
import { roleTag } from './shareholders.ts'

const MORE_ROWS = 20

/** Payments of one transaction: what one distribution of a coin's fees paid to each of its wallets. */
export interface Payout {
  readonly signature: string
  readonly mint: string
  readonly ticker: string
  readonly at: string
  readonly remits: readonly RemitView[]
}

/** A list of payouts that shows a few, and more when asked. */
export interface PayoutList {
  readonly element: HTMLElement
  show(remits: readonly RemitView[]): void
}

/** Payments by their transactions, in the order in which the transactions first come. */
export function payoutsOf(remits: readonly RemitView[]): Payout[] {
  const bySignature = Map.groupBy(remits, ({ signature }) => signature)
  return [...bySignature].map(([signature, own]) => {
    const { mint, ticker, at } = own[0]!
    return { signature, mint, ticker, at, remits: own }
  })
}

/** Where the transaction can be looked up, or the ends of its signature where nobody can. */
export function transactionLink(signature: string, what: string): HTMLElement {
  const url = explorerUrl('tx', signature)
  if (url === null) return h('code', { class: 'muted', title: signature }, shortText(signature))
  return outsideLink(url, h('code', null, shortText(signature)), spoken(`, transaction of ${what}`))
}

/** Builds the list; `withCoin` names the coin of each payout. */
export function createPayoutList({ withCoin, firstRows = 8 }: { readonly withCoin: boolean; readonly firstRows?: number }): PayoutList {
  const list = h('ul', { class: 'payouts', role: 'list' })
  const more = h('button', { type: 'button', class: 'button button-quiet', hidden: true }, 'Show more')
  let limit = firstRows
  let all: readonly Payout[] = []
  const rows: KeyedList<Payout> = keyedList(
    list,
    ({ signature }) => signature,
    (payout) => payoutRow(payout, withCoin),
  )
  const draw = () => {
    rows.show(all.slice(0, limit))
    alignPoints(list)
    more.hidden = all.length <= limit
  }
  more.addEventListener('click', () => {
    const firstNew = list.childElementCount
    limit += MORE_ROWS
    draw()
    list.children[firstNew]?.querySelector('summary')?.focus()
  })
  return {
    element: h('div', null, list, more),
    show: (remits) => {
      all = payoutsOf(remits)
      draw()
    },
  }
}

function payoutRow({ signature, mint, ticker, at, remits }: Payout, withCoin: boolean): HTMLElement {
  const totalAtomic = remits.reduce((sumAtomic, { amount }) => sumAtomic + BigInt(amount.amount), 0n)
  const { rows } = figureColumn(
    remits.map(({ amount }) => amount),
    'payout',
  )
  return h(
    'li',
    { class: withCoin ? 'payout payout-named' : 'payout' },
    // In full, at the end of the first line.
    withCoin && insideLink(coinPath(mint), { class: 'payout-coin' }, foreign(`$${ticker}`)),
    h(
      'details',
      null,
      h(
        'summary',
        null,
        h('strong', null, alignedFigure(amountLike(remits[0]!.amount, totalAtomic), 'payout')),
        !withCoin && h('span', { class: 'muted' }, `to ${plural(remits.length, 'wallet')}`),
      ),
      h(
        'ul',
        { class: 'payout-wallets', role: 'list' },
        ...remits.map(({ wallet, handle, role, amount }, index) =>
          h(
            'li',
            null,
            h('span', null, insideLink(walletPath(wallet), {}, foreign(handle)), ' ', roleTag(role)),
            shortFigure(`${rows[index]} ${amount.currency}`, exactAmount(amount)),
          ),
        ),
      ),
    ),
    h(
      'p',
      { class: 'payout-what muted' },
      withCoin && h('span', null, plural(remits.length, 'wallet')),
      ago(at),
      transactionLink(signature, `the payout of ${ticker}`),
    ),
  )
}
