import type { AmountView } from '../../src/domain/money/amount-json.ts'
import { amountFigure } from '../lib/amount-figure.ts'
import { ask, send } from '../lib/api.ts'
import { type Child, fill, foreign, h } from '../lib/dom.ts'
import { plural } from '../lib/format.ts'
import { icon } from '../lib/icons.ts'
import type { TradeSide } from '../../src/ports/simulation.ts'

const TOKEN_MICROS = 1_000_000n
const HELP = 'Play money of the simulated chain, in a wallet made for this browser.'
const CLOSED = 'Buying and selling open again once there is a price.'
const LAMPORTS_PER_SOL = 1e9
const QUICK_SOL = ['0.1', '1', '5']
const PARTS_PERCENT: readonly number[] = [25, 50, 100]
/** Somebody who types has stopped. */
const QUOTE_AFTER_MS = 250

/** Where somebody buys and sells a simulated coin with a click. */
export interface TradeBox {
  /** Not seen until the service answered that trades are open; closed, and says why, while the price is not read. */
  readonly element: HTMLElement
  /** To the amount. */
  readonly focus: () => void
  /** Asks what the browser's wallet holds, and what the trade that is chosen would bring. */
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

/** How much is traded: SOL of a buy, tokens of a sale. */
type Size = { readonly sol: number } | { readonly tokens: string }

/** Builds it. */
export function createTradeBox(mint: string, { wallet, changed }: TradeBoxDeps): TradeBox {
  const holds = h('p', { id: 'trade-holds', class: 'muted' })
  const [quoted, said] = [h('p', { class: 'trade-quote', 'aria-live': 'polite' }), h('p', { role: 'status' })]
  const help = h('p', { class: 'muted' }, HELP)
  const say = (...children: readonly Child[]) => (said.classList.remove('trade-done'), fill(said, ...children))
  let [isOpen, lamports, tokens, percent, side] = [false, '0', '0', 100, 'buy' as TradeSide]
  /** Null until the chain was asked. */
  let isPriced = null as boolean | null
  const amount = h('input', { id: 'trade-sol', inputmode: 'decimal', autocomplete: 'off', value: '1', 'aria-describedby': 'trade-holds' })
  const parts = choiceButtons(
    PARTS_PERCENT.map((part) => [`${part}%`, part] as const),
    (part) => ((percent = part), void showQuote()),
  )
  const quick = choiceButtons(
    QUICK_SOL.map((sol) => [sol, sol] as const),
    (sol) => ((amount.value = sol), void showQuote()),
  )
  const ofBuy = h(
    'div',
    { class: 'trade-size' },
    h('label', { for: 'trade-sol' }, 'Amount in SOL'),
    h('div', { class: 'trade-line' }, amount, ...quick.buttons),
  )
  const ofSale = h(
    'div',
    { class: 'trade-size' },
    h('p', null, 'Part of what you hold'),
    h('div', { class: 'trade-line' }, ...parts.buttons),
  )
  const act = h('button', { type: 'button', class: 'button button-trade', onclick: () => void trade() }, 'Buy')
  const sides = [sideChoice('buy', 'Buy', () => turn('buy')), sideChoice('sell', 'Sell', () => turn('sell'))] as const
  const turn = (to: TradeSide) => {
    side = to
    say()
    draw()
    void showQuote()
  }
  const draw = () => {
    const isClosed = isPriced !== true
    element.classList.toggle('trade-closed', isClosed)
    sides[1].radio.disabled = isClosed || tokens === '0'
    sides[side === 'buy' ? 0 : 1].radio.checked = true
    ;[ofBuy.hidden, ofSale.hidden] = [side !== 'buy', side !== 'sell']
    fill(act, side === 'buy' ? 'Buy' : 'Sell')
    quick.mark(amount.value)
    parts.mark(percent)
    element.hidden = !isOpen
    for (const control of [amount, act, sides[0].radio, ...quick.buttons, ...parts.buttons]) control.disabled = isClosed
  }
  const choice = h('div', { class: 'ranges', role: 'group', 'aria-label': 'What to do' }, ...sides.map(({ label }) => label))
  const element = cardOf(choice, holds, ofBuy, ofSale, quoted, act, said, help)

  /** What is asked for; null where the amount is none. */
  const size = (): Size | null => {
    if (side === 'sell') return { tokens: String((BigInt(tokens) * BigInt(percent)) / 100n) }
    const sol = Number(amount.value.replace(',', '.'))
    return sol > 0 ? { sol } : null
  }
  const calls = `/api/simulated/${encodeURIComponent(mint)}`
  let asks = 0
  const showQuote = async () => {
    quick.mark(amount.value)
    parts.mark(percent)
    const [asked, number] = [size(), (asks += 1)]
    if (!asked || element.hidden || isPriced !== true) return void fill(quoted)
    if ('sol' in asked && asked.sol * LAMPORTS_PER_SOL > Number(lamports)) return void fill(quoted, 'That is more than you hold.')
    const answer = await ask<Traded>(`${calls}/quote?${new URLSearchParams({ wallet, side, ...textsOf(asked) })}`)
    // Another amount was typed meanwhile.
    if (number !== asks) return
    if (answer.kind === 'ok') fill(quoted, ...quoteOf(answer.body, side))
    else fill(quoted, answer.kind === 'problem' ? foreign(answer.detail || 'It would be refused.') : '')
  }
  let typed: ReturnType<typeof setTimeout> | undefined
  amount.addEventListener('input', () => {
    clearTimeout(typed)
    typed = setTimeout(() => void showQuote(), QUOTE_AFTER_MS)
  })

  const refresh = async () => {
    const answer = await ask<WalletAnswer>(`/api/simulated/wallets/${wallet}`)
    if (answer.kind !== 'ok') return
    const { holdings } = answer.body.wallet
    lamports = answer.body.wallet.lamports
    tokens = holdings.find((held) => held.mint === mint)?.tokens ?? '0'
    if (tokens === '0') side = 'buy'
    fill(holds, 'You hold ', amountFigure(solAmount(lamports), 'payout'), ` and ${tokensText(tokens)} of this coin.`)
    isOpen = true
    draw()
    await showQuote()
  }
  const trade = async () => {
    const [asked, done] = [size(), side === 'buy' ? 'Bought' : 'Sold']
    if (!asked) return void say('Enter an amount above zero.')
    say('Sending…')
    const answer = await send<Traded>(`${calls}/trades`, { wallet, side, ...asked })
    if (answer.kind === 'ok') {
      fill(said, icon('check'), h('span', null, `${done} `, ...tradedText(answer.body, side)))
      said.classList.add('trade-done')
      help.hidden = true
      changed()
    } else say(foreign(answer.kind === 'problem' ? answer.detail || 'The trade was refused.' : 'No connection: nothing was traded.'))
    await refresh()
  }
  const showPriced = (priced: boolean) => {
    if (priced === isPriced) return
    isPriced = priced
    if (!priced) say()
    fill(help, priced ? HELP : CLOSED)
    help.hidden = false
    draw()
    void showQuote()
  }
  return { element, focus: () => amount.focus(), refresh, showPriced }
}

const cardOf = (...parts: readonly HTMLElement[]) =>
  h('section', { class: 'card trade', 'aria-labelledby': 'trade', hidden: true }, h('h2', { id: 'trade' }, 'Buy or sell'), ...parts)

const textsOf = (asked: Size): Record<string, string> =>
  Object.fromEntries(Object.entries(asked).map(([name, value]) => [name, String(value)]))

/** What a trade of now would bring, by the chain's own rules. */
function quoteOf({ trade: { sol, tokens } }: Traded, side: TradeSide): readonly Child[] {
  const got = side === 'buy' ? tokensText(tokens) : amountFigure(solAmount(String(Math.round(sol * LAMPORTS_PER_SOL))), 'payout')
  return ['You get about ', h('strong', null, got), '.']
}

/** What a trade brought: tokens, what they cost or gave, and what it paid of creator fees. */
function tradedText({ trade: { sol, tokens, creatorFeeLamports } }: Traded, side: TradeSide): readonly Child[] {
  const paid = amountFigure(solAmount(String(Math.round(sol * LAMPORTS_PER_SOL))), side === 'buy' ? 'cost' : 'payout')
  const fees = amountFigure(solAmount(creatorFeeLamports), 'payout')
  return [`${tokensText(tokens)} for `, paid, '. The trade paid ', fees, ' of creator fees.']
}

function sideChoice(side: TradeSide, name: string, choose: () => void) {
  const radio = h('input', { type: 'radio', name: 'trade-side', checked: side === 'buy', onchange: choose })
  return { radio, label: h('label', { class: 'range' }, radio, h('span', null, name)) }
}

/** Buttons for sizes that many choose; `mark` marks the one that is chosen. */
function choiceButtons<Value>(choices: readonly (readonly [name: string, Value])[], choose: (value: Value) => void) {
  const buttons = choices.map(([name, value]) =>
    h('button', { type: 'button', class: 'button button-quick', onclick: () => choose(value) }, name),
  )
  const mark = (chosen: Value) => {
    for (const [index, button] of buttons.entries()) button.setAttribute('aria-pressed', String(choices[index]![1] === chosen))
  }
  return { buttons, mark }
}
