import { CURRENCIES } from '../../src/domain/money/currency.ts'
import type { LeaderView } from '../../src/features/wallets/leader-view.ts'
import type { ListAnswer } from '../../src/http/answers/wire.ts'
import { countText, countUpTo } from '../../src/domain/money/figure-text.ts'
import { alignPoints, pointFigure } from '../lib/amount-figure.ts'
import { ask } from '../lib/api.ts'
import { ago } from '../lib/coin-parts.ts'
import { createConnectionBar } from '../lib/connection.ts'
import { byId, fill, foreign, h, spoken } from '../lib/dom.ts'
import { plural, shortText } from '../lib/format.ts'
import { icon } from '../lib/icons.ts'
import { insideLink, kolPath, walletPath } from '../lib/links.ts'
import { noneMain } from '../lib/none-card.ts'
import { createPageTimes } from '../lib/page-times.ts'
import { createServerClock } from '../lib/server-clock.ts'
import { OWN_LIMITS } from '../../src/domain/limits/own-limits.ts'

const PAGE_ROWS = 25
/** What a phone has under the name. */
const MORE_HEADS = ['Coins', 'Payments', 'Last paid']

/** The table of leaders, empty. */
function createTable() {
  const body = h('tbody')
  const paidHead = h('th', { scope: 'col' })
  const rankHead = h('th', { scope: 'col' }, h('span', { 'aria-hidden': 'true' }, '#'), spoken('Place'))
  const table = h(
    'table',
    { class: 'leaders' },
    h('caption', { class: 'spoken' }, 'Promoters, best paid first'),
    h(
      'thead',
      null,
      h(
        'tr',
        null,
        rankHead,
        h(
          'th',
          { scope: 'col' },
          h('div', { class: 'leader-both' }, nameLine(h('span', null, 'Name')), moreLine(h('span', null, 'Wallet'))),
        ),
        ...MORE_HEADS.map((name) => h('th', { scope: 'col', class: 'leader-more' }, name)),
        paidHead,
      ),
    ),
    body,
  )
  return { table, body, paidHead }
}

/** Puts the leaders in their place, those of the first currency until another is chosen. */
function startLeaderboard(): void {
  createPageTimes({ clock: createServerClock() })
  const connection = createConnectionBar(() => void load(true))
  const { table, body, paidHead } = createTable()
  const more = h('button', { type: 'button', class: 'button button-quiet', hidden: true }, 'Show more')
  const none = noneMain('clock', {
    title: 'No payouts yet',
    text: ['Fees are paid out once enough has accrued. Whoever is paid first appears here first.'],
    way: insideLink('/board', { class: 'button' }, 'See the coins'),
  })
  none.hidden = true
  const paidIn = CURRENCIES.filter((one) => (document.documentElement.dataset['paidIn'] ?? '').split(' ').includes(one))
  let currency = paidIn[0] ?? CURRENCIES[0]!
  let cursor: string | null = null
  let last: { readonly amount: string; readonly place: number } | null = null

  /** Loads the next page, or with `anew` the first. */
  const load = async (anew: boolean): Promise<void> => {
    const asked = currency
    more.disabled = true
    const query = new URLSearchParams({ currency, limit: String(PAGE_ROWS), ...(anew || cursor === null ? {} : { cursor }) })
    const answer = await ask<ListAnswer<'leaders', LeaderView>>(`/api/leaderboard?${query}`)
    if (asked !== currency) return
    more.disabled = false
    connection.show(answer.kind === 'ok')
    byId('page').removeAttribute('aria-busy')
    if (answer.kind !== 'ok') return
    const first = anew ? 0 : body.childElementCount
    if (anew) body.replaceChildren()
    paidHead.textContent = `Paid, ${currency}`
    if (anew) last = null
    answer.body.leaders.forEach((leader, index) => {
      // Who was paid the same has the same place.
      const place = last?.amount === leader.amount.amount ? last.place : first + index + 1
      last = { amount: leader.amount.amount, place }
      body.append(row(leader, place))
    })
    alignPoints(body)
    cursor = answer.body.nextCursor
    more.hidden = cursor === null
    table.hidden = body.childElementCount === 0
    none.hidden = !table.hidden
    // The mark of which it says something stands on no page without leaders.
    byId('naming').hidden = table.hidden
    if (!anew) body.children[first]?.querySelector('a')?.focus({ preventScroll: true })
  }
  const choices = paidIn.map((one) => {
    const choose = () => {
      currency = one
      void load(true)
    }
    const radio = h('input', { type: 'radio', name: 'currency', value: one, checked: one === currency, onchange: choose })
    return h('label', { class: 'range' }, radio, h('span', null, one))
  })
  more.addEventListener('click', () => void load(false))
  const currencies = h('fieldset', { class: 'ranges' }, h('legend', { class: 'spoken' }, 'Currency'), ...choices)
  fill(byId('leaders'), paidIn.length > 1 && currencies, table, more, none)
  addEventListener('online', () => void load(true))
  void load(true)
}

/** The name, which is that of the directory or says that nobody verified it, and the wallet. */
function row({ wallet, handle, kol, amount, coins, payments, lastPaidAt }: LeaderView, place: number): HTMLElement {
  const address = insideLink(walletPath(wallet), { title: wallet }, h('code', null, shortText(wallet)))
  const count = h('span', { class: 'leader-count muted' }, plural(payments, 'payment'))
  const name =
    kol !== null
      ? [
          insideLink(kolPath(kol), { class: 'leader-name' }, foreign(`@${kol}`)),
          h('span', { class: 'badge badge-on' }, icon('check'), 'Directory'),
        ]
      : [h('span', { class: 'muted' }, handle === '' ? 'No name' : foreign(handle)), ...(handle === '' ? [] : [unverified()])]
  return h(
    'tr',
    null,
    h('th', { scope: 'row' }, countText(place)),
    h('td', null, h('div', { class: 'leader-both' }, nameLine(...name), moreLine(address, count))),
    h('td', { class: 'leader-more' }, countUpTo(coins, OWN_LIMITS.leaderCoinsMax)),
    h('td', { class: 'leader-more' }, countText(payments)),
    h('td', { class: 'leader-more' }, ago(lastPaidAt)),
    h('td', null, h('strong', null, pointFigure(amount, 'paid')), h('span', { class: 'leader-line muted' }, ago(lastPaidAt))),
  )
}

/** So many rows have it that it is a sign, which the head of the page explains. */
const unverified = () =>
  h('span', { class: 'leader-mark', title: 'Unverified' }, h('span', { 'aria-hidden': 'true' }, '?'), spoken('unverified'))

const nameLine = (...parts: readonly HTMLElement[]) => h('span', { class: 'leader-who' }, ...parts)

const moreLine = (...parts: readonly HTMLElement[]) => h('span', { class: 'leader-who leader-wallet' }, ...parts)

startLeaderboard()
