import type { AmountView } from '../../src/domain/money/amount-json.ts'
import { amountFigure } from '../lib/amount-figure.ts'
import { ask, send } from '../lib/api.ts'
import { type Child, fill, foreign, h } from '../lib/dom.ts'
import { plural } from '../lib/format.ts'
import { icon } from '../lib/icons.ts'
import type { TradeSide } from '../../src/ports/simulation.ts'

const TOKEN_MICROS = 1_000_000n
const QUICK_SOL = ['0.1', '1', '5']

/** Where somebody buys and sells a simulated coin with a click. */
export interface TradeBox {
  /** Not seen until the service answered that trades are open, and while the price is not read. */
  readonly element: HTMLElement
  /** To the amount. */
  readonly focus: () => void
  /** Says what the browser's wallet holds. `ready` when trades are open. */
  refresh(): Promise<void>
  /** Nobody buys or sells at a price that was not read. */
  showPriced(isPriced: boolean): void
}

/** A wallet of the simulated chain, as this page shows it. */
interface WalletAnswer {
  readonly wallet: { readonly lamports: string; readonly holdings: readonly { readonly mint: string; readonly tokens: string }[] }
}

/** An executed trade. */
interface Traded {
  readonly trade: { readonly sol: number; readonly tokens: string; readonly creatorFeeLamports: string }
}

const solAmount = (amount: string): AmountView => ({ amount, currency: 'SOL', decimals: 9 })
const tokensText = (tokenMicros: string): string => plural(Number(BigInt(tokenMicros) / TOKEN_MICROS), 'token')

interface TradeBoxDeps {
  /** Whose trades they are. */
  readonly wallet: string
  /** Called after each trade. */
  readonly changed: () => void
}

/** Builds it. */
export function createTradeBox(mint: string, { wallet, changed }: TradeBoxDeps): TradeBox {
  const holds = h('p', { class: 'muted' })
  const said = h('p', { role: 'status' })
  const help = h(
    'p',
    { class: 'muted' },
    'Play money of the simulated chain, in a wallet made for this browser. Selling more than it holds sells all.',
  )
  const say = (...children: readonly Child[]) => (said.classList.remove('trade-done'), fill(said, ...children))
  const amount = h('input', { id: 'trade-sol', inputmode: 'decimal', autocomplete: 'off', value: '1', 'aria-describedby': 'trade-holds' })
  const buy = h('button', { type: 'button', class: 'button button-trade', onclick: () => void trade('buy') }, 'Buy')
  const sell = h('button', { type: 'button', class: 'button button-sell', onclick: () => void trade('sell') }, 'Sell')
  holds.id = 'trade-holds'
  let [isOpen, isPriced, tokens] = [false, true, '0']
  const draw = () => {
    sell.disabled = tokens === '0'
    element.hidden = !isOpen || !isPriced
  }
  const element = h(
    'section',
    { class: 'card trade', 'aria-labelledby': 'trade', hidden: true },
    h('h2', { id: 'trade' }, 'Buy or sell'),
    holds,
    h('label', { for: 'trade-sol' }, 'Amount in SOL'),
    h('div', { class: 'trade-line' }, amount, ...quickAmounts(amount)),
    h('div', { class: 'trade-line' }, buy, sell),
    said,
    help,
  )

  const refresh = async () => {
    const answer = await ask<WalletAnswer>(`/api/simulated/wallets/${wallet}`)
    if (answer.kind !== 'ok') return
    const { lamports, holdings } = answer.body.wallet
    tokens = holdings.find((held) => held.mint === mint)?.tokens ?? '0'
    fill(holds, 'You hold ', amountFigure(solAmount(lamports), 'payout'), ` and ${tokensText(tokens)} of this coin.`)
    isOpen = true
    draw()
  }
  const trade = async (side: TradeSide) => {
    const sol = Number(amount.value.replace(',', '.'))
    if (!(sol > 0)) return void say('Enter an amount above zero.')
    say('Sending…')
    const answer = await send<Traded>(`/api/simulated/${encodeURIComponent(mint)}/trades`, { wallet, side, sol })
    if (answer.kind === 'ok') {
      const { tokens, creatorFeeLamports } = answer.body.trade
      const fees = amountFigure(solAmount(creatorFeeLamports), 'payout')
      const done = `${side === 'buy' ? 'Bought' : 'Sold'} ${tokensText(tokens)}. `
      fill(said, icon('check'), h('span', null, done, fees, ' of it went to the creator fees.'))
      said.classList.add('trade-done')
      help.hidden = true
      changed()
    } else say(foreign(answer.kind === 'problem' ? answer.detail || 'The trade was refused.' : 'No connection: nothing was traded.'))
    await refresh()
  }
  const showPriced = (priced: boolean) => {
    isPriced = priced
    draw()
  }
  return { element, focus: () => amount.focus(), refresh, showPriced }
}

/** Buttons for amounts that many choose; the one that stands in the field is marked. */
function quickAmounts(amount: HTMLInputElement): readonly HTMLElement[] {
  const buttons = QUICK_SOL.map((sol) => {
    const choose = () => {
      amount.value = sol
      mark()
    }
    return h('button', { type: 'button', class: 'button button-quick', onclick: choose }, sol)
  })
  const mark = () => {
    for (const [index, button] of buttons.entries()) button.setAttribute('aria-pressed', String(QUICK_SOL[index] === amount.value))
  }
  amount.addEventListener('input', mark)
  mark()
  return buttons
}
