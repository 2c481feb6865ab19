import type { AmountView } from '../../src/domain/money/amount-json.ts'
import { decimalsAlone, figureAt, type FigureKind, figureTexts } from '../../src/domain/money/figure-text.ts'
import { type Child, fill, h, spoken } from './dom.ts'
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
}

/** What did not change is not touched. */
function writeFigure(fraction: HTMLElement, text: string): void {
  const [whole, rest] = splitAtPoint(text)
  if (fraction.textContent !== rest) fill(fraction, ...figureParts(rest))
  if (fraction.previousSibling!.textContent !== whole) fraction.previousSibling!.textContent = whole
}

/** Draws the figures of a list, each with as many decimals as all others of its currency and kind. */
export type FigureColumns = (amount: AmountView, kind: FigureKind) => HTMLElement

/** The same for lists too long for `alignPoints`: all are written again only when one that comes needs more decimals. */
export function createFigureColumns(lists: () => readonly HTMLElement[]): FigureColumns {
  const most = new Map<string, number>()
  let isDue = false
  const decimalsIn = (currency: string, kind: string) => most.get(`${currency} ${kind}`) ?? 0
  const writeAll = () => {
    isDue = false
    for (const fraction of lists().flatMap((list) => [...list.querySelectorAll<HTMLElement>('.figure-fraction')])) {
      const { amount, decimals, currency, kind } = fraction.dataset
      const shown = decimalsIn(currency!, kind!)
      writeFigure(fraction, figureAt({ amount: amount!, decimals: Number(decimals) }, shown, kind as FigureKind))
    }
  }
  return (amount, kind) => {
    const needed = decimalsAlone(amount, kind)
    if (needed > decimalsIn(amount.currency, kind)) {
      most.set(`${amount.currency} ${kind}`, needed)
      if (!isDue) queueMicrotask(writeAll)
      isDue = true
    }
    const text = `${figureAt(amount, decimalsIn(amount.currency, kind), kind)} ${amount.currency}`
    return shortFigure(text, exactAmount(amount), (short) => atPoint(short, amount, kind))
  }
}

/** A text in place of an exact one, which is its title, and what a screen reader says. */
export function shortFigure(short: string, exact: string, draw: (text: string) => readonly Child[] = figureParts): HTMLElement {
  if (short === exact) return h('span', { class: 'figure' }, ...draw(short))
  return h('span', { class: 'figure', title: exact }, h('span', { 'aria-hidden': 'true' }, ...draw(short)), spoken(exact))
}

/** Figures with their counted zeros lowered, in the text's own font: what is copied and read stays `0.0₇2983`. */
export const figureParts = (text: string): readonly Child[] =>
  zerosIn(text).map(({ text: part, zeros }) =>
    zeros === null ? part : h('sub', { class: 'zeros', 'data-zeros': zeros }, h('span', null, part)),
  )

const SMALL_ZERO = '₀'.codePointAt(0)!

/** The parts of a text; of the zeros that are counted in it, how many they are. */
export const zerosIn = (text: string): { readonly text: string; readonly zeros: string | null }[] =>
  text.split(/([₀-₉]+)/).map((part, index) => ({
    text: part,
    zeros: index % 2 === 0 ? null : [...part].map((digit) => digit.codePointAt(0)! - SMALL_ZERO).join(''),
  }))

const splitAtPoint = (text: string) => /^([^. ]*)(\S*)(.*)$/.exec(text)!.slice(1) as [whole: string, fraction: string, currency: string]

function atPoint(text: string, { amount, decimals, currency: unit }: AmountView, kind: FigureKind): readonly Child[] {
  const [whole, fraction, currency] = splitAtPoint(text)
  return [
    whole,
    h(
      'span',
      { class: 'figure-fraction', 'data-amount': amount, 'data-decimals': decimals, 'data-currency': unit, 'data-kind': kind },
      ...figureParts(fraction),
    ),
    h('span', { class: 'muted figure-currency' }, currency),
  ]
}
