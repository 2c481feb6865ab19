import type { AmountView } from '../../src/domain/money/amount-json.ts'
import { type FigureKind, figureTexts } from '../../src/domain/money/figure-text.ts'
import { type Child, h, spoken } from './dom.ts'
import { amountText, exactAmount } from './format.ts'

/** An amount, shortened; the exact one is its title, and what a screen reader says. */
export const amountFigure = (amount: AmountView, kind: FigureKind): HTMLElement =>
  shortFigure(amountText(amount, kind), exactAmount(amount))

/** The same where figures of any size stand below each other: with as many decimals each, once `alignPoints` has seen them. */
export const alignedFigure = (amount: AmountView, kind: FigureKind): HTMLElement =>
  shortFigure(amountText(amount, kind), exactAmount(amount), (text) => atPoint(text, amount, kind))

/** The same in a column whose head has the currency. */
export const pointFigure = (amount: AmountView, kind: FigureKind): HTMLElement =>
  shortFigure(amountText(amount, kind), exactAmount(amount), (text) => atPoint(text, amount, kind).slice(0, 2))

/** Gives the figures of a list as many decimals each, those of one currency and kind among themselves: they end at one edge. */
export function alignPoints(list: HTMLElement): void {
  const parts = [...list.querySelectorAll<HTMLElement>('.figure-fraction')]
  for (const alike of Map.groupBy(parts, ({ dataset }) => `${dataset['currency']} ${dataset['kind']}`).values()) {
    const amounts = alike.map(({ dataset }) => ({ amount: dataset['amount']!, decimals: Number(dataset['decimals']) }))
    figureTexts(amounts, alike[0]!.dataset['kind'] as FigureKind).forEach((text, index) => writeFigure(alike[index]!, text))
  }
  // What the style sheet reserved until here is not needed among equals.
  list.style.setProperty('--fraction', '0ch')
}

/** What did not change is not touched. */
function writeFigure(fraction: HTMLElement, text: string): void {
  const [whole, rest] = splitAtPoint(text)
  if (fraction.textContent !== rest) fraction.textContent = rest
  if (fraction.previousSibling!.textContent !== whole) fraction.previousSibling!.textContent = whole
}

/** Point below point, in a list too long for `alignPoints`: `longest` = characters of the longest fraction, its point among them. */
export const reservePoints = (list: HTMLElement, longest: number): void =>
  // The point is narrower than a digit.
  list.style.setProperty('--fraction', `${longest === 0 ? 0 : longest - 0.4}ch`)

/** A text in place of an exact one, which is its title, and what a screen reader says. */
export function shortFigure(short: string, exact: string, draw: (text: string) => readonly Child[] = (text) => [text]): HTMLElement {
  if (short === exact) return h('span', { class: 'figure' }, ...draw(short))
  return h('span', { class: 'figure', title: exact }, h('span', { 'aria-hidden': 'true' }, ...draw(short)), spoken(exact))
}

const splitAtPoint = (text: string) => /^([^. ]*)(\S*)(.*)$/.exec(text)!.slice(1) as [whole: string, fraction: string, currency: string]

function atPoint(text: string, { amount, decimals, currency: unit }: AmountView, kind: FigureKind): readonly Child[] {
  const [whole, fraction, currency] = splitAtPoint(text)
  return [
    whole,
    h(
      'span',
      { class: 'figure-fraction', 'data-amount': amount, 'data-decimals': decimals, 'data-currency': unit, 'data-kind': kind },
      fraction,
    ),
    h('span', { class: 'muted figure-currency' }, currency),
  ]
}
