import type { AmountView } from '../../src/domain/money/amount-json.ts'
import type { WalletCoinView, WalletResponse } from '../../src/features/wallets/wallet-view.ts'
import type { RemitView } from '../../src/features/remits/remit-view.ts'
import { ask } from '../lib/api.ts'
import { ago, columnHeads, lockMark } from '../lib/coin-parts.ts'
import { type Child, fill, foreign, h } from '../lib/dom.ts'
import { createFeeChart } from '../lib/fee-chart.ts'
import { noneMain } from '../lib/none-card.ts'
import { plural } from '../lib/format.ts'
import { coinPath, insideLink } from '../lib/links.ts'
import { createPagedList } from '../lib/paged-list.ts'
import { transactionLink } from '../lib/payouts.ts'
import { roleTag, roleText } from '../lib/shareholders.ts'
import { FIELD_LIMITS } from '../../src/domain/limits/field-limits.ts'
import { countText, countUpTo, percentText } from '../../src/domain/money/figure-text.ts'
import { OWN_LIMITS } from '../../src/domain/limits/own-limits.ts'
import { alignedFigure, amountFigure, pointFigure } from '../lib/amount-figure.ts'
import type { RefreshedPart } from '../lib/refreshed-part.ts'

/** Rows of each list until more are asked for. A coin has two lines where a payment has one. */
const PAYMENTS = { firstRows: 10, pageSize: 50 }
const COINS = { firstRows: 6, pageSize: 100 }

const MONTH = { days: 30, name: '30 days' }
const RANGES = [MONTH, { days: 90, name: '90 days', stepHours: 3 * 24 }, { days: 364, name: '52 weeks', stepHours: 7 * 24 }]

const PAYMENT_HEADS = () => columnHeads('Coin', 'When', 'Transaction', 'Paid')

const NOTHING_PAID = 'This wallet has not been paid yet'

/** What a wallet earned: figures, charts, payments, coins; one card that says so where there is none of these. */
export interface WalletSections {
  readonly element: HTMLElement
  /** Asks the service again. `missing` when there can be no such wallet, `offline` when it did not answer. */
  refresh(): Promise<'ok' | 'missing' | 'offline'>
  /** What the service said of the wallet last. */
  said(): WalletResponse | null
}

/** Builds the sections, empty until they are refreshed. `under` is the id of the heading that they stand under, where there is one. */
export function createWalletSections(wallet: string, under = ''): WalletSections {
  const path = `/api/wallets/${encodeURIComponent(wallet)}`
  const stats = h('dl', { class: 'stats', 'aria-label': 'Figures' })
  const charts = h('div', { class: 'board', hidden: true })
  const drawn = new Map<string, RefreshedPart>()
  const { coins, nameOf } = namedCoins(path)
  const remits = createPagedList<'remits', RemitView>({
    name: 'remits',
    path: `/api/remits?wallet=${encodeURIComponent(wallet)}`,
    ...PAYMENTS,
    keyOf: ({ id }) => id,
    draw: (remit) => remitRow(remit, nameOf(remit.mint)),
    none: `${NOTHING_PAID}.`,
  })
  const download = insideLink(`${path as `/${string}`}/remits.csv`, { class: 'button button-quiet', download: '' }, 'Download CSV')
  const units = [h('span', { class: 'unit muted' }), h('span', { class: 'unit muted' })] as const
  const total = h('span', { class: 'coins-total' })
  const columns = h(
    'div',
    { class: 'board-columns' },
    section(under, `remits-${wallet}`, ['Payments', units[0], download], PAYMENT_HEADS(), remits.element),
    h(
      'div',
      { class: 'board-side' },
      section(under, `coins-${wallet}`, ['Coins', h('span', { class: 'unit muted' }, ' and their fees', units[1]), total], coins.element),
    ),
  )
  const element = h('div', { class: 'board' })
  const nothing = h('section', { class: 'card', 'aria-label': 'Payments' }, nothingPaid())
  let etag: string | null = null
  let said: WalletResponse | null = null

  const drawCharts = async (): Promise<boolean> => {
    for (const { amount, ...unit } of said!.paid.filter((paid) => paid.amount !== '0')) {
      if (drawn.has(unit.currency)) continue
      const chart = createFeeChart({
        path: (days) => `${path}/days?days=${days}`,
        unit,
        ranges: RANGES,
        first: MONTH,
        kind: 'paid',
        foldsFew: true,
        wholeAtomic: BigInt(amount),
      })
      drawn.set(unit.currency, chart)
      charts.append(section(under, `chart-${wallet}-${unit.currency}`, `Paid in ${unit.currency}`, chart.element))
    }
    charts.hidden = drawn.size === 0
    return !(await Promise.all([...drawn.values()].map((chart) => chart.refresh()))).includes(false)
  }

  const drawLists = async (): Promise<boolean> => {
    const isNamed = await coins.refresh()
    return (await remits.refresh()) && isNamed
  }

  return {
    element,
    said: () => said,
    async refresh() {
      const answer = await ask<WalletResponse>(path, { etag })
      if (answer.kind === 'same') return 'ok'
      if (answer.kind === 'problem' && answer.status === 400) return 'missing'
      if (answer.kind !== 'ok') return 'offline'
      said = answer.body
      download.hidden = said.remits === 0
      if (said.remits > FIELD_LIMITS.csvRowsMax) download.textContent = `Download CSV (newest ${countText(FIELD_LIMITS.csvRowsMax)})`
      const isBare = said.remits === 0 && said.coins === 0
      if (isBare !== (nothing.parentElement === element) || element.childElementCount === 0)
        fill(element, ...(isBare ? [nothing] : [stats, charts, columns]))
      fill(stats, ...figures(said))
      showUnit(element, units, said)
      fill(total, ...totalOf(said))
      const loads = await Promise.all([drawCharts(), drawLists()])
      // With a part missing the wallet counts as not seen: it is asked for again.
      etag = loads.includes(false) ? null : answer.etag
      return loads.includes(false) ? 'offline' : 'ok'
    },
  }
}

/** The coins of the wallet, and what those that were read are called: its payments have the ticker alone. */
function namedCoins(path: string) {
  const names = new Map<string, string>()
  const coins = createPagedList<'coins', WalletCoinView>({
    name: 'coins',
    path: `${path}/coins`,
    ...COINS,
    keyOf: ({ mint }) => mint,
    draw: coinRow,
    order: mostPaid,
    arrived: (all) => all.forEach(({ mint, name }) => names.set(mint, name)),
    none: 'No coin names this wallet in its split.',
  })
  return { coins, nameOf: (mint: string) => names.get(mint) ?? null }
}

const nothingPaid = (): HTMLElement =>
  noneMain('clock', {
    title: NOTHING_PAID,
    text: ['Its payments, and the coins that name it in their split, appear here.'],
    way: insideLink('/board', { class: 'button' }, 'See the coins'),
  })

function section(
  under: string,
  id: string,
  title: string | readonly [words: string, unit: HTMLElement, beside?: HTMLElement],
  ...children: readonly Child[]
): HTMLElement {
  const [words, unit, beside] = typeof title === 'string' ? ([title, null] as const) : title
  const heading = h('h2', { id }, words, unit)
  return h(
    'section',
    { class: 'card', 'aria-labelledby': `${id} ${under}`.trim() },
    h('div', { class: 'card-head' }, heading, beside),
    ...children,
  )
}

/** Amounts of several currencies in one line: those that are not zero, or nothing of what such a wallet is paid in. */
function sums(wallet: string, amounts: readonly AmountView[]): Child[] {
  const some = amounts.filter(({ amount }) => amount !== '0')
  const ofChain = amounts.filter(({ currency }) => currency !== 'WETH' && (currency === 'ETH') === wallet.startsWith('0x'))
  return (some.length > 0 ? some : ofChain).flatMap((amount, index) => [index > 0 && ' + ', amountFigure(amount, 'paid')])
}

function figures({ wallet, paid, remits, unpaid, coins, referrals }: WalletResponse): HTMLElement[] {
  const figure = (name: string, value: Child[], ...note: Child[]) =>
    h('div', { class: 'stat' }, h('dt', null, name), h('dd', null, h('strong', null, ...value), h('span', { class: 'muted' }, ...note)))
  const someWaits = unpaid?.amounts.some(({ amount }) => amount !== '0') ?? false
  const isOfNoCoin = referrals.coins === 0 && referrals.paid.some(({ amount }) => amount !== '0')
  const waiting = unpaid === null ? 'the chain does not answer' : someWaits ? 'with the next payout' : 'held on chain'
  return [
    figure('Paid', sums(wallet, paid), `in ${plural(remits, 'payment')}`),
    figure('Fees waiting', unpaid === null ? ['Not known'] : sums(wallet, unpaid.amounts), waiting),
    figure('Coins', [countUpTo(coins, OWN_LIMITS.walletCoinsMax)], 'that name this wallet'),
    // A wallet was paid for referrals of coins that no longer name it, or came to the record by their payments alone.
    isOfNoCoin
      ? figure('Referrals', sums(wallet, referrals.paid), 'paid')
      : figure('Referrals', [plural(referrals.coins, 'coin')], ...sums(wallet, referrals.paid), ' paid'),
  ]
}

const remitRow = ({ mint, ticker, role, amount, signature, at }: RemitView, name: string | null): HTMLElement =>
  h(
    'li',
    { class: 'entry' },
    // As a KOL most are paid: only another role is named.
    h(
      'span',
      null,
      insideLink(coinPath(mint), {}, foreign(name ?? `$${ticker}`)),
      name !== null && ' ',
      name !== null && h('span', { class: 'coin-ticker' }, foreign(`$${ticker}`)),
      role !== 'kol' && h('span', { class: 'unit muted' }, ` as ${roleText(role)}`),
    ),
    h('strong', { class: 'entry-figure' }, alignedFigure(amount, 'paid')),
    h('span', { class: 'entry-more entry-figure entry-when muted' }, ago(at), transactionLink(signature, `the payment of ${ticker}`)),
  )

const coinRow = ({ mint, name, ticker, role, bps, paid, unpaid, ...lock }: WalletCoinView): HTMLElement =>
  h(
    'li',
    { class: 'entry' },
    h('span', null, insideLink(coinPath(mint), {}, foreign(name)), ' ', h('span', { class: 'coin-ticker' }, foreign(`$${ticker}`))),
    h('strong', { class: 'entry-figure' }, alignedFigure(paid, 'paid')),
    h('span', { class: 'entry-more' }, roleTag(role), h('span', { class: 'muted' }, percentText(bps)), lockMark(lock)),
    h(
      'span',
      { class: 'entry-more entry-figure muted' },
      ...(unpaid === null || unpaid.amount === '0' ? [] : [amountFigure(unpaid, 'paid'), ' waiting']),
    ),
  )

/** Most fees first, one currency after the other. */
function mostPaid({ paid: one }: WalletCoinView, { paid: other }: WalletCoinView): number {
  if (one.currency !== other.currency) return one.currency < other.currency ? 1 : -1
  const lessAtomic = BigInt(other.amount) - BigInt(one.amount)
  return lessAtomic > 0n ? 1 : lessAtomic < 0n ? -1 : 0
}

/** What all coins of the list paid, where that is all that was paid, and in one currency. */
function totalOf({ paid, coins, referrals }: WalletResponse): Child[] {
  const [one, ...others] = paid.filter(({ amount }) => amount !== '0')
  const isAll = coins > 1 && (referrals.coins > 0 || referrals.paid.every(({ amount }) => amount === '0'))
  return one && others.length === 0 && isAll ? [h('span', { class: 'muted' }, 'Total '), pointFigure(one, 'paid')] : []
}

/** Where all payments are in one currency, the heads say it, and the figures stand point below point. */
function showUnit(element: HTMLElement, heads: readonly HTMLElement[], { paid }: Pick<WalletResponse, 'paid'>): void {
  const [one, ...others] = paid.filter(({ amount }) => amount !== '0')
  const unit = one && others.length === 0 ? one.currency : null
  element.classList.toggle('one-currency', unit !== null)
  for (const place of heads) place.textContent = unit === null ? '' : ` in ${unit}`
}
