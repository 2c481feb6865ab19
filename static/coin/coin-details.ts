import type { CoinView } from '../../src/features/coins/coin-view.ts'
import type { JobView } from '../../src/domain/results/job-json.ts'
import type { KitResponse } from '../../src/features/kit/kit-view.ts'
import type { RemitView } from '../../src/features/remits/remit-view.ts'
import { figureColumn } from '../../src/domain/money/figure-text.ts'
import { amountFigure, shortFigure } from '../lib/amount-figure.ts'
import { comparableAddress, foldedAddress } from '../lib/address.ts'
import { coinPicture, lockBadge } from '../lib/coin-parts.ts'
import { type Child, foreign, h } from '../lib/dom.ts'
import { amountLike, exactAmount, dateTimeText } from '../lib/format.ts'
import { icon } from '../lib/icons.ts'
import { explorerUrl, givenLink, insideLink, outsideLink, safeUrl, walletPath } from '../lib/links.ts'
import { shareholderList, splitBar } from '../lib/shareholders.ts'
import { jobParts, kitParts } from './kit-sections.ts'

/** What the page of a coin shows. */
export interface CoinPage {
  readonly coin: CoinView
  readonly remits: readonly RemitView[]
  /** `remits` are all payments there ever were, and may be summed. */
  readonly complete: boolean
  readonly payouts: HTMLElement
  /** What it trades at. */
  readonly market: HTMLElement
  /** Null while nothing was paid. */
  readonly chart: HTMLElement | null
  /** What passes the page's link on. */
  readonly share: HTMLElement
  /** Null until it is known. */
  readonly kit: KitResponse | null
  /** Null where jobs are switched off. */
  readonly jobs: readonly JobView[] | null
}

const fact = (name: string, ...value: readonly Child[]) => h('div', { class: 'fact' }, h('dt', null, name), h('dd', null, ...value))

const section = (id: string, title: string, ...children: readonly Child[]) =>
  h('section', { class: 'card', 'aria-labelledby': id }, h('h2', { id }, title), ...children)

/** Everything the public may know of a coin. */
export function coinDetails({ coin, remits, complete, payouts, market, chart, share, kit, jobs }: CoinPage): HTMLElement[] {
  const note = coin.feeShareLocked
    ? 'Creator fees are split among these wallets on chain. Neither the launcher nor this service can change that.'
    : 'The split is not locked yet: until it is, creator fees are not shared.'
  return [
    headSection(coin, share),
    h(
      'div',
      { class: 'coin-columns' },
      h(
        'div',
        { class: 'coin-main' },
        section(
          'split',
          'Who gets the creator fees',
          splitBar(coin.shareholders),
          splitList(coin, remits, complete),
          coin.feesRedirected ? h('p', null, ...redirectNote(coin.feesRedirected)) : h('p', { class: 'muted' }, note),
        ),
        chart && section('fees', 'Creator fees paid', chart),
      ),
      h(
        'div',
        { class: 'board-side' },
        market,
        section('timeline', 'Timeline', timeline(coin)),
        section(
          'payouts',
          'Latest payouts',
          h('p', { class: 'paid-total' }, h('strong', null, amountFigure(coin.paid, 'payout')), ' paid so far'),
          remits.length === 0 ? h('p', { class: 'muted' }, 'None yet. Fees are paid out once enough have come together.') : payouts,
        ),
      ),
      h(
        'div',
        { class: 'coin-main' },
        kit && section('kit', 'Kit', ...kitParts(kit)),
        jobs && section('jobs', 'Jobs', ...jobParts(jobs)),
        section('chain', 'On chain', chainFacts(coin)),
      ),
    ),
  ]
}

const redirectNote = ({ at, to }: NonNullable<CoinView['feesRedirected']>): Child[] => [
  'These wallets are paid no more: the launchpad’s own team took the creator fees from them and gives them to ',
  foreign(to),
  `. Found on ${dateTimeText(at)}.`,
]

function headSection(coin: CoinView, share: HTMLElement): HTMLElement {
  const launchpad = safeUrl(coin.launchpadUrl)
  return h(
    'section',
    { class: 'card coin-head', 'aria-label': 'The coin' },
    coinPicture(coin, 112),
    h(
      'div',
      { class: 'coin-head-text' },
      h('h1', null, foreign(coin.name), ' ', h('span', { class: 'coin-ticker' }, foreign(`$${coin.ticker}`))),
      h('p', { class: 'coin-badges' }, lockBadge(coin), h('span', { class: 'badge' }, coin.status === 'graduated' ? 'Graduated' : 'Live')),
      h('p', { class: 'description' }, foreign(coin.description)),
      h('div', { class: 'coin-mint' }, h('span', { class: 'muted' }, 'Mint'), comparableAddress(coin.mint, 'mint')),
      h(
        'p',
        { class: 'coin-links' },
        coin.website !== null && h('span', null, 'Website: ', givenLink(coin.website)),
        coin.twitter !== null && h('span', null, 'Twitter: ', givenLink(coin.twitter)),
      ),
      h('div', { class: 'coin-actions' }, launchpad !== null && tradeLink(coin, launchpad), share),
    ),
  )
}

/** Where the coin is traded; on a simulated chain only its figures can be looked at. */
function tradeLink({ platform }: CoinView, launchpad: string): HTMLElement {
  const isReal = document.documentElement.dataset['cluster'] === 'mainnet-beta'
  const link = outsideLink(launchpad, isReal ? 'Trade on ' : 'See it on ', isReal ? foreign(platform) : 'the launchpad')
  link.classList.add('button', 'button-main')
  return link
}

function splitList(coin: CoinView, remits: readonly RemitView[], complete: boolean): HTMLElement {
  const paid = new Map<string, bigint>()
  for (const { wallet, amount } of remits) paid.set(wallet, (paid.get(wallet) ?? 0n) + BigInt(amount.amount))
  const amounts = coin.shareholders.map(({ wallet }) => amountLike(coin.paid, paid.get(wallet) ?? 0n))
  const { rows } = figureColumn(amounts, 'payout')
  const paidTo = new Map(
    coin.shareholders.map(({ wallet }, index) => [wallet, shortFigure(`${rows[index]} ${coin.currency}`, exactAmount(amounts[index]!))]),
  )
  return shareholderList(coin.shareholders, {
    whole: false,
    hiredAs: (wallet) => coin.crew.filter((seat) => seat.wallet === wallet).map(({ hireRole }) => hireRole),
    note: ({ wallet }) =>
      complete && remits.length > 0 ? h('span', { class: 'shareholder-note muted' }, paidTo.get(wallet)!, ' paid') : null,
  })
}

function timeline({ timeline: states, featuredUrl }: CoinView): HTMLElement {
  const items = states.map(({ state, at, reached }) => {
    const post = state === 'Featured' && featuredUrl !== null ? safeUrl(featuredUrl) : null
    return h(
      'li',
      { class: reached ? 'moment moment-reached' : 'moment' },
      h('span', { class: 'moment-mark', 'aria-hidden': 'true' }, reached && icon('check')),
      h(
        'div',
        null,
        h('strong', null, state),
        h('span', { class: 'muted' }, at === null ? 'Not yet' : dateTimeText(at)),
        post && outsideLink(post, 'See the post'),
      ),
    )
  })
  return h('ol', { class: 'timeline' }, ...items)
}

function chainFacts(coin: CoinView): HTMLElement {
  const transaction = (signature: string, what: string) => {
    const url = explorerUrl('tx', signature)
    return h('div', null, foldedAddress(signature, `${what} signature`), url && outsideLink(url, 'Look it up'))
  }
  return h(
    'dl',
    { class: 'facts' },
    fact('Launcher', foldedAddress(coin.launcher, 'launcher address'), insideLink(walletPath(coin.launcher), {}, 'What it earned')),
    fact('Created', `slot ${coin.createSlot}`, transaction(coin.signature, 'create')),
    coin.feeShareSignature !== null &&
      fact('Fees locked', coin.lockSlot === null ? '' : `slot ${coin.lockSlot}`, transaction(coin.feeShareSignature, 'lock')),
    fact('Lock path', h('code', null, coin.lockPath)),
    fact('Mode', foreign(coin.mode)),
    fact('Launchpad', foreign(coin.platform)),
    coin.agent?.name !== undefined && fact('Agent', foreign(coin.agent.name)),
    coin.agent?.objective !== undefined && fact('Objective', foreign(coin.agent.objective)),
  )
}
