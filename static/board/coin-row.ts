import type { ListedCoin } from '../../src/features/coins/listed-coin-view.ts'
import { ROLES } from '../../src/domain/crew/role.ts'
import type { FigureColumns } from '../lib/amount-figure.ts'
import { ago, coinPicture, coinTitle, lockBadge } from '../lib/coin-parts.ts'
import { type Child, foreign, h } from '../lib/dom.ts'
import { plural } from '../lib/format.ts'
import { coinPath, insideLink } from '../lib/links.ts'
import { splitGlyph } from '../lib/shareholders.ts'

const PICTURE_PX = 32

/** A coin as a row of the table; `market` is the place of its market cap and its progress. */
export const coinRow = (coin: ListedCoin, market: HTMLElement, figure: FigureColumns): HTMLElement =>
  h(
    'div',
    // What the style sheet asks of a row stands on the row: asked of its cells it would be asked again with every one that comes.
    {
      class: ['coin-row', !coin.feeShareLocked && 'coin-open', coin.status === 'graduated' && 'coin-done'].filter(Boolean).join(' '),
      role: 'row',
    },
    cell(
      'coin-name',
      // That fees are locked is the rule, and says nothing new.
      insideLink(
        coinPath(coin.mint),
        { class: 'coin-link' },
        coinPicture(coin, PICTURE_PX),
        coinTitle(coin, h('span', { class: 'coin-beside' }, chainTag(coin), !coin.feeShareLocked && lockBadge(coin))),
      ),
    ),
    cell('coin-agent muted', coin.agentName !== null && h('span', { title: coin.agentName }, foreign(coin.agentName))),
    cell(
      `coin-split muted${paysItsSplit(coin) ? '' : ' split-idle'}`,
      splitGlyph(ROLES.map((role) => ({ role, bps: coin.split[role] ?? 0 })).filter(({ bps }) => bps > 0)),
      h('span', { class: 'coin-wallets' }, paidText(coin)),
    ),
    market,
    coin.paid.amount === '0' ? cell('coin-paid', noFigure()) : cell('coin-paid', figure(coin.paid, 'payout'), label('paid')),
    cell('coin-age muted', ago(coin.launchedAt)),
  )

/** Where the list has coins of more than one chain the style sheet shows it. */
const chainTag = ({ paid: { currency } }: ListedCoin) => h('span', { class: 'coin-chain muted' }, currency === 'SOL' ? 'Solana' : 'Base')

const paysItsSplit = ({ feeShareLocked, feesRedirected }: ListedCoin): boolean => feeShareLocked && !feesRedirected

/** Whom the fees reach. */
const paidText = (coin: ListedCoin): string =>
  coin.feesRedirected ? 'elsewhere' : paysItsSplit(coin) ? plural(coin.wallets, 'wallet') : 'nobody yet'

/** A cell of the table. */
export const cell = (name: string, ...children: readonly Child[]): HTMLElement => h('span', { class: name, role: 'cell' }, ...children)

/** Stands where it is known that there is no figure. */
export const noFigure = (title = ''): HTMLElement => h('span', { class: 'muted no-figure', ...(title && { title }) }, '–')

/** What a figure is, where no head of a column says it. */
export const label = (name: string): HTMLElement => h('span', { class: 'coin-label muted' }, ` ${name}`)
