import type { AmountView } from '../../src/domain/money/amount-json.ts'
import type { FigureKind } from '../../src/domain/money/figure-text.ts'
import { type Child, h, spoken } from './dom.ts'
import { amountText, exactAmount } from './format.ts'

/** An amount, shortened; the exact one is its title, and what a screen reader says. */
export const amountFigure = (amount: AmountView, kind: FigureKind): HTMLElement =>
  shortFigure(amountText(amount, kind), exactAmount(amount))

/** The same where figures of any size stand below each other: point below point. */
export const alignedFigure = (amount: AmountView, kind: FigureKind): HTMLElement =>
  shortFigure(amountText(amount, kind), exactAmount(amount), atPoint)

/** So many decimals end all figures of a column at the same place, but for those far below a thousandth. */
const PADDED_DECIMALS = 6

/** The same with zeros that end each figure at the same place; the style sheet shows them where all are in one currency. */
export const paddedFigure = (amount: AmountView, kind: FigureKind): HTMLElement =>
  shortFigure(amountText(amount, kind), exactAmount(amount), (text) => {
    const [whole, fraction, currency] = atPoint(text)
    const digits = text.split(' ')[0]!.split('.')[1]?.length ?? 0
    const zeros = '0'.repeat(Math.max(0, PADDED_DECIMALS - digits))
    return [whole, fraction, h('span', { class: 'muted figure-zeros', 'aria-hidden': 'true' }, digits === 0 && '.', zeros), currency]
  })

/** The same in a column whose head has the currency. */
export const pointFigure = (amount: AmountView, kind: FigureKind): HTMLElement =>
  shortFigure(amountText(amount, kind), exactAmount(amount), (text) => atPoint(text).slice(0, 2))

/** A text in place of an exact one, which is its title, and what a screen reader says. */
export function shortFigure(short: string, exact: string, draw: (text: string) => readonly Child[] = (text) => [text]): HTMLElement {
  if (short === exact) return h('span', { class: 'figure' }, ...draw(short))
  return h('span', { class: 'figure', title: exact }, h('span', { 'aria-hidden': 'true' }, ...draw(short)), spoken(exact))
}

function atPoint(text: string): readonly Child[] {
  const [, whole, fraction, currency] = /^([^. ]*)(\S*)(.*)$/.exec(text)!
  return [whole, h('span', { class: 'figure-fraction' }, fraction), h('span', { class: 'muted figure-currency' }, currency)]
}
