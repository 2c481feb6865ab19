import { TOKEN_DECIMALS } from '../../src/domain/money/coin-price.ts'
import type { TradesResponse, TradeView } from '../../src/features/board/trade-view.ts'
import { alignPoints, pointFigure, shortFigure } from '../lib/amount-figure.ts'
import { ago } from '../lib/coin-parts.ts'
import { foreign, h, spoken } from '../lib/dom.ts'
import { figureText } from '../../src/domain/money/figure-text.ts'
import { shortText } from '../lib/format.ts'
import { type KeyedList, keyedList } from '../lib/keyed-list.ts'
import { YOU } from './wallet-names.ts'
import { explorerUrl, insideLink, outsideLink, walletPath } from '../lib/links.ts'

const FIRST_ROWS = 8
const MORE_ROWS = 20

/** The newest trades of a coin as a table that shows a few, and more when asked. */
export interface TradeList {
  readonly element: HTMLElement
  /** `nameOf` knows wallets that the coin itself names. */
  show(trades: TradesResponse['trades'], nameOf: (wallet: string) => string | undefined): void
}

/** Builds the table. */
export function createTradeList(): TradeList {
  const body = h('tbody')
  const more = h('button', { type: 'button', class: 'button button-quiet', hidden: true }, 'Show more')
  const heads = ['When', 'Side', 'Amount', 'Tokens', 'Wallet'].map((name) =>
    h('th', { scope: 'col', class: `trade-${name.toLowerCase()}` }, name),
  )
  const amountHead = heads[2]!
  const table = h('table', { class: 'trades', 'aria-labelledby': 'trades' }, h('thead', null, h('tr', null, ...heads)), body)
  let limit = FIRST_ROWS
  let all: TradesResponse['trades'] = []
  let named: Parameters<TradeList['show']>[1] = () => undefined
  const rows: KeyedList<TradeView> = keyedList(
    body,
    ({ id }) => id,
    (trade) => tradeRow(trade, named(trade.wallet)),
  )
  const draw = () => {
    rows.show(all.slice(0, limit))
    alignPoints(body)
    more.hidden = all.length <= limit
  }
  more.addEventListener('click', () => {
    const firstNew = body.childElementCount
    limit += MORE_ROWS
    draw()
    body.children[firstNew]?.querySelector('a')?.focus({ preventScroll: true })
  })
  return {
    element: h('div', null, table, more),
    show(trades, nameOf) {
      named = nameOf
      all = trades
      if (trades[0]) amountHead.textContent = `Amount, ${trades[0].amount.currency}`
      draw()
    },
  }
}

function tradeRow({ side, amount, tokens, wallet, at, signature }: TradeView, name: string | undefined): HTMLElement {
  const exact = { amount: tokens, decimals: TOKEN_DECIMALS }
  const link = signature === null ? null : explorerUrl('tx', signature)
  const when = link === null ? ago(at) : outsideLink(link, ago(at), spoken(', its transaction'))
  return h(
    'tr',
    null,
    h('td', { class: 'trade-when muted' }, when),
    h('td', { class: `trade-side trade-${side}` }, side === 'buy' ? 'Buy' : 'Sell'),
    h('td', { class: 'trade-amount' }, pointFigure(amount, 'value')),
    h('td', { class: 'trade-tokens' }, shortFigure(figureText(exact, 'value'), `${figureText(exact, 'value')} tokens`)),
    h(
      'td',
      { class: 'trade-wallet' },
      insideLink(
        walletPath(wallet),
        { title: wallet },
        name === undefined ? h('code', null, shortText(wallet)) : name === YOU ? h('strong', null, YOU) : foreign(name),
      ),
    ),
  )
}
