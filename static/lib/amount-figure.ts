import type { AmountView } from '../../src/domain/money/amount-json.ts'
import type { FigureKind } from '../../src/domain/money/figure-text.ts'
import { type Child, h, spoken } from './dom.ts'
import { amountText, exactAmount } from './format.ts'

/** An amount, shortened; the exact one is its title, and what a screen reader says. */
export const amountFigure = (amount: AmountView, kind: FigureKind): HTMLElement =>
  shortFigure(amountText(amount, kind), exactAmount(amount))

/** The same where figures of any size stand below each other: point below point, once `alignPoints` has seen them. */
export const alignedFigure = (amount: AmountView, kind: FigureKind): HTMLElement =>
  shortFigure(amountText(amount, kind), exactAmount(amount), atPoint)

/** The same in a column whose head has the currency. */
export const pointFigure = (amount: AmountView, kind: FigureKind): HTMLElement =>
  shortFigure(amountText(amount, kind), exactAmount(amount), (text) => atPoint(text).slice(0, 2))

/** Puts the figures of a list point below point, and the longest of them at the edge; the style sheet reserves what this measures. */
export function alignPoints(list: HTMLElement): void {
  const longest = [...list.querySelectorAll('.figure-fraction')].reduce((most, { textContent }) => Math.max(most, textContent.length), 0)
  reservePoints(list, longest)
}

/** The same where the list is too long to be measured: `longest` = characters of the longest fraction, its point among them. */
export const reservePoints = (list: HTMLElement, longest: number): void =>
  // The point is narrower than a digit.
  list.style.setProperty('--fraction', `${longest === 0 ? 0 : longest - 0.4}ch`)

/** A text in place of an exact one, which is its title, and what a screen reader says. */
export function shortFigure(short: string, exact: string, draw: (text: string) => readonly Child[] = (text) => [text]): HTMLElement {
  if (short === exact) return h('span', { class: 'figure' }, ...draw(short))
  return h('span', { class: 'figure', title: exact }, h('span', { 'aria-hidden': 'true' }, ...draw(short)), spoken(exact))
}

function atPoint(text: string): readonly Child[] {
  const [, whole, fraction, currency] = /^([^. ]*)(\S*)(.*)$/.exec(text)!
  return [whole, h('span', { class: 'figure-fraction' }, fraction), h('span', { class: 'muted figure-currency' }, currency)]
}
