import type { RemitView } from '../../src/features/remits/remit-view.ts'
import type { CoinView } from '../../src/features/coins/coin-view.ts'
import { figureColumn, percentText } from '../../src/domain/money/figure-text.ts'
import { shortFigure } from '../lib/amount-figure.ts'
import { foldedAddress } from '../lib/address.ts'
import { foreign, h, spoken } from '../lib/dom.ts'
import { amountLike, exactAmount } from '../lib/format.ts'
import { insideLink, walletPath } from '../lib/links.ts'
import { roleTag } from '../lib/shareholders.ts'

/** What the table shows of a coin. */
type SplitOf = Pick<CoinView, 'crew' | 'holderKol' | 'shareholders'> & Partial<Pick<CoinView, 'paid'>>

/** The split of a coin as rows: who, as what, where, how much; and what each was paid where `remits` is every payment. */
export function splitTable(coin: SplitOf, remits: readonly RemitView[] | null): HTMLElement {
  const paid = remits && Map.groupBy(remits, ({ wallet }) => wallet)
  const paidTo = (wallet: string): bigint =>
    (paid?.get(wallet) ?? []).reduce((sumAtomic, { amount }) => sumAtomic + BigInt(amount.amount), 0n)
  const unit = coin.paid
  const amounts = unit ? coin.shareholders.map(({ wallet }) => amountLike(unit, paidTo(wallet))) : []
  const figures = figureColumn(amounts, 'payout').rows.map((text, index) =>
    shortFigure(`${text} ${amounts[index]!.currency}`, exactAmount(amounts[index]!)),
  )
  const heads = ['Name', 'Role', 'Wallet', 'Share', ...(paid ? ['Paid'] : [])]
  const rows = coin.shareholders.map(({ wallet, role, handle, bps }, index) => {
    const hired = coin.crew.filter((seat) => seat.wallet === wallet && seat.hireRole !== role).map(({ hireRole }) => hireRole)
    return h(
      'tr',
      { class: 'shareholder-row' },
      h('th', { scope: 'row', class: 'shareholder-handle' }, insideLink(walletPath(wallet), { title: handle }, foreign(handle))),
      h('td', { class: 'split-role' }, roleTag(role), hired.length > 0 && h('span', { class: 'muted' }, ` · ${hired.join(', ')}`)),
      h('td', { class: 'split-wallet' }, foldedAddress(wallet, `address of ${handle}`)),
      h('td', { class: 'split-share figure' }, percentText(bps), spoken(' of creator fees')),
      paid && h('td', { class: 'split-paid' }, figures[index]!),
    )
  })
  const openBps = coin.shareholders.reduce((left, { bps }) => left - bps, 10_000)
  return h(
    'table',
    { class: 'split-table' },
    h('caption', { class: 'spoken' }, 'Who gets the creator fees'),
    h('thead', null, h('tr', null, ...heads.map((name) => h('th', { scope: 'col', class: `split-${name.toLowerCase()}` }, name)))),
    h('tbody', null, ...rows, coin.holderKol && openBps > 0 && openRow(openBps, paid !== null)),
  )
}

/** What nobody has yet. */
const openRow = (openBps: number, withPaid: boolean): HTMLElement =>
  h(
    'tr',
    { class: 'shareholder-row split-open-row' },
    h('th', { scope: 'row', class: 'shareholder-handle' }, 'Crew from the holders'),
    h('td', { class: 'split-role' }, h('span', { class: 'muted' }, 'Chosen at the lock')),
    h('td', { class: 'split-wallet muted' }, '–'),
    h('td', { class: 'split-share figure' }, percentText(openBps), spoken(' of creator fees')),
    withPaid && h('td', { class: 'split-paid' }),
  )
