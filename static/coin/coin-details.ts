import type { CoinView } from '../../src/features/coins/coin-view.ts'
import type { JobView } from '../../src/domain/results/job-json.ts'
import type { KitResponse } from '../../src/features/kit/kit-view.ts'
import { amountFigure } from '../lib/amount-figure.ts'
import { coinAddressName, foldedAddress } from '../lib/address.ts'
import { type Child, foreign, h } from '../lib/dom.ts'
import { plural } from '../lib/format.ts'
import { explorerUrl, insideLink, outsideLink, safeUrl, walletPath } from '../lib/links.ts'
import type { LoadedRemits } from '../lib/remits.ts'
import { mainRole, splitBar } from '../lib/shareholders.ts'
import { coinHead, type CoinHeadParts, launchpadTitle } from './coin-head.ts'
import { feesNotice, payoutsNote } from './fees-notice.ts'
import type { Fold } from './folds.ts'
import { countsMoney, jobParts, kitParts } from './kit-sections.ts'
import { splitTable } from './split-table.ts'
import { timeline } from './timeline.ts'

const LOCKED_NOTE = 'Creator fees are split among these wallets on chain. Neither the launcher nor this service can change that.'

/** What the page of a coin shows. */
export interface CoinPage extends CoinHeadParts {
  readonly coin: CoinView
  readonly loaded: LoadedRemits
  readonly payouts: HTMLElement
  /** What waits for the next payout. */
  readonly next: HTMLElement
  /** What it cost. */
  readonly price: HTMLElement
  /** Who traded it. */
  readonly trades: HTMLElement
  /** All stands in one column: then it is traded directly below its price. */
  readonly narrow: boolean
  /** Who holds it. */
  readonly market: HTMLElement
  /** Checks the coin's receipt when asked to. */
  readonly receipt: HTMLElement
  /** Null while nothing was paid. */
  readonly chart: HTMLElement | null
  readonly fold: Fold
  /** Null until it is known. */
  readonly kit: KitResponse | null
  /** Null where jobs are switched off. */
  readonly jobs: readonly JobView[] | null
}

const fact = (name: string, ...value: readonly Child[]) => h('div', { class: 'fact' }, h('dt', null, name), h('dd', null, ...value))

const section = (id: string, title: string, ...children: readonly Child[]) =>
  h('section', { class: 'card', 'aria-labelledby': id }, h('h2', { id }, title), ...children)

/** Everything the public may know of a coin. */
export function coinDetails(page: CoinPage): Child[] {
  const { coin, graduated, market, price, trades, narrow, chart, trade, fold, kit, jobs } = page
  // Where neither holders nor a curve are read there is room beside the split.
  const tradesAside = !narrow && coinAddressName(coin.mint) === 'Contract'
  return [
    feesNotice(coin),
    coinHead(coin, page),
    h(
      'div',
      { class: 'coin-columns' },
      h(
        'div',
        { class: 'coin-main' },
        price,
        narrow && trade?.element,
        splitSection(page),
        chart && !isOneDay(page) && section('fees', 'Creator fees paid', chart),
        !tradesAside && trades,
      ),
      h(
        'div',
        { class: 'board-side' },
        !narrow && trade?.element,
        payoutsSection(page),
        tradesAside && trades,
        market,
        section('timeline', 'Timeline', timeline(coin, graduated)),
      ),
      h(
        'div',
        { class: 'coin-folds' },
        // One column says no more than its sum.
        chart &&
          isOneDay(page) &&
          fold('fees', 'Creator fees paid', h('span', null, amountFigure(coin.paid, 'payout'), ' on one day'), chart),
        kit && hasKit(kit) && fold('kit', 'Kit', kitNote(kit), ...kitParts(kit)),
        jobs && fold('jobs', 'Jobs', jobs.length === 0 ? 'none yet' : plural(jobs.length, 'job'), ...jobParts(jobs)),
        fold('chain', 'On chain', 'addresses and transactions', chainFacts(coin), page.receipt),
      ),
    ),
  ]
}

/** The part of a crew that is still to be chosen stays open, whoever was in mind for it. */
const withoutCrew = (coin: CoinView): CoinView => ({
  ...coin,
  shareholders: coin.shareholders.filter(({ role }) => mainRole(role) !== 'kol'),
})

/** The split, in muted colours while nobody is paid by it. */
function splitSection({ coin, loaded }: CoinPage): HTMLElement {
  const allPaid = loaded.complete && loaded.remits.length > 0 ? loaded.remits : null
  const paysNow = coin.feeShareLocked && !coin.feesRedirected
  const shown = coin.holderKol && !paysNow && !coin.feesRedirected ? withoutCrew(coin) : coin
  const bar = splitBar(shown.shareholders)
  bar.classList.toggle('split-idle', !paysNow)
  return section(
    'split',
    paysNow ? 'Who gets the creator fees' : coin.feesRedirected ? 'Original fee split' : 'Planned split',
    bar,
    splitTable(shown, allPaid),
    paysNow && h('p', { class: 'muted' }, LOCKED_NOTE),
  )
}

/** Fees in a currency without a price here unlock nothing of it: it is shown once somebody has set something aside. */
const hasKit = (kit: KitResponse): boolean => countsMoney(kit) || kit.items.some(({ state }) => state !== 'locked')

const kitNote = (kit: KitResponse) =>
  countsMoney(kit) ? h('span', null, amountFigure(kit.budget.free.amount, 'payout'), ' for promotion') : ''

/** All payments, as far as they are known, were of one day: its chart has one column. */
const isOneDay = ({ loaded: { remits, complete } }: CoinPage): boolean =>
  complete && remits.length > 0 && new Set(remits.map(({ at }) => at.slice(0, 10))).size === 1

function payoutsSection({ coin, loaded: { remits }, payouts, next }: CoinPage): HTMLElement {
  const note = payoutsNote(coin, remits.length > 0)
  return section(
    'payouts',
    'Latest payouts',
    coin.paid.amount !== '0' && h('p', { class: 'paid-total' }, h('strong', null, amountFigure(coin.paid, 'payout')), ' paid so far'),
    note !== null && h('p', { class: 'muted payouts-note' }, note),
    next,
    remits.length > 0 && payouts,
  )
}

function chainFacts(coin: CoinView): HTMLElement {
  const launchpad = safeUrl(coin.launchpadUrl)
  const transaction = (signature: string, what: string) => {
    const url = explorerUrl('tx', signature)
    return h('div', null, foldedAddress(signature, `${what} signature`), url && outsideLink(url, 'Look it up'))
  }
  return h(
    'dl',
    { class: 'facts' },
    fact(
      'Launcher',
      foldedAddress(coin.launcher, 'launcher address'),
      insideLink(walletPath(coin.launcher), {}, 'What it earned and launched'),
    ),
    fact('Created', `slot ${coin.createSlot}`, transaction(coin.signature, 'create')),
    coin.feeShareSignature !== null &&
      fact('Fees locked', coin.lockSlot === null ? '' : `slot ${coin.lockSlot}`, transaction(coin.feeShareSignature, 'lock')),
    fact('Launchpad', h('span', null, foreign(launchpadTitle(coin))), launchpad && outsideLink(launchpad, 'The coin there')),
    coin.agent?.name !== undefined && fact('Agent', foreign(coin.agent.name)),
    coin.agent?.objective !== undefined && fact('Objective', foreign(coin.agent.objective)),
  )
}
