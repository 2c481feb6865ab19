import type { BuybacksAnswer, BuybackView } from '../../src/features/buyback/buyback-view.ts'
import { TOKEN_DECIMALS } from '../../src/domain/money/coin-price.ts'
import { exactFigure, figureColumn, figureText } from '../../src/domain/money/figure-text.ts'
import { alignedFigure, shortFigure } from '../lib/amount-figure.ts'
import { ago } from '../lib/coin-parts.ts'
import { foreign, h } from '../lib/dom.ts'
import { plural, shortText } from '../lib/format.ts'
import { coinPath, insideLink } from '../lib/links.ts'
import { transactionLink } from '../lib/payouts.ts'

const tokensLike = (amount: string | bigint) => ({ amount: String(amount), decimals: TOKEN_DECIMALS })

const coinLink = (mint: string, ticker: string | null) =>
  insideLink(coinPath(mint), {}, foreign(ticker === null ? shortText(mint) : `$${ticker}`))

/** A buyback: the coin, what it cost, what it brought, and its transaction. */
export const boughtRow = ({ mint, ticker, spent, tokens, burnedTokens, signature, at }: BuybackView): HTMLElement =>
  h(
    'li',
    { class: 'entry' },
    h('span', null, mint && coinLink(mint, ticker)),
    h('strong', { class: 'entry-figure' }, spent && alignedFigure(spent, 'cost')),
    h('span', { class: 'entry-more muted' }, broughtBy(tokens ?? '0', burnedTokens ?? '0')),
    h(
      'span',
      { class: 'entry-more entry-figure muted' },
      ago(at),
      signature && transactionLink(signature, `the buyback of ${ticker ?? mint}`),
    ),
  )

/** All that was bought of a coin: what it cost, and what became of it. */
export const boughtCoinRow = ({
  mint,
  ticker,
  runs,
  spent,
  tokens,
  burnedTokens,
}: BuybacksAnswer['treasury']['coins'][number]): HTMLElement =>
  h(
    'li',
    { class: 'entry' },
    h('span', null, coinLink(mint, ticker)),
    h('strong', { class: 'entry-figure' }, alignedFigure(spent, 'cost')),
    h('span', { class: 'entry-more muted' }, broughtBy(tokens, burnedTokens)),
    h('span', { class: 'entry-more entry-figure muted' }, plural(runs, 'buyback')),
  )

/** `12,345 tokens, burned`; where some were kept: `12,345 tokens: 12,000 burned, 345 held`. */
function broughtBy(tokens: string, burnedTokens: string): HTMLElement {
  const held = BigInt(tokens) - BigInt(burnedTokens)
  if (held === 0n || burnedTokens === '0') {
    const all = tokensLike(tokens)
    return h('span', null, shortFigure(figureText(all, 'payout'), exactFigure(all)), ` tokens, ${held === 0n ? 'burned' : 'held'}`)
  }
  const both = [tokensLike(burnedTokens), tokensLike(held)]
  const { rows, total } = figureColumn(both, 'payout')
  const figures = [total, ...rows].map((text, index) => shortFigure(text, exactFigure([tokensLike(tokens), ...both][index]!)))
  return h('span', null, figures[0], ' tokens: ', figures[1], ' burned, ', figures[2], ' held')
}
