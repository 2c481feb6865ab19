import type { BuybacksAnswer, BuybackView } from '../../src/features/buyback/buyback-view.ts'
import { TOKEN_DECIMALS } from '../../src/domain/money/coin-price.ts'
import { exactFigure, figureText } from '../../src/domain/money/figure-text.ts'
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
    h('span', { class: 'entry-more muted entry-tokens' }, ...broughtBy(tokens ?? '0', burnedTokens ?? '0')),
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
    h('span', { class: 'entry-more muted entry-parts' }, ...partsOf(tokens, burnedTokens)),
    h('span', { class: 'entry-more entry-figure muted' }, plural(runs, 'buyback')),
  )

/** How many, and what became of them. */
function broughtBy(tokens: string, burnedTokens: string): HTMLElement[] {
  const fate = burnedTokens === '0' ? 'Held' : burnedTokens === tokens ? 'Burned' : 'Part burned'
  return [
    tokensFigure(tokensLike(tokens)),
    h('span', { class: fate === 'Held' ? 'badge entry-fate entry-held' : 'badge entry-fate' }, fate),
  ]
}

/** `12,000 burned`, and below it `345 held`: one of them where there is no more. */
function partsOf(tokens: string, burnedTokens: string): HTMLElement[] {
  const parts = [
    { fate: 'burned', amount: BigInt(burnedTokens) },
    { fate: 'held', amount: BigInt(tokens) - BigInt(burnedTokens) },
  ].filter(({ amount }) => amount > 0n)
  return parts.map(({ fate, amount }) => h('span', null, tokensFigure(tokensLike(amount)), ` ${fate}`))
}

const tokensFigure = (amount: ReturnType<typeof tokensLike>): HTMLElement => shortFigure(figureText(amount, 'payout'), exactFigure(amount))
