import { largestRemainder } from './largest-remainder.ts'

/** An amount of any currency, as the service gives it. */
export interface AmountFigures {
  /** A whole number of the smallest unit. */
  readonly amount: string
  readonly decimals: number
}

/**
 * How an amount is shortened: a cost is never shown lower than it is, a payout never higher, a value as near as can be. What a
 * wallet was paid is a payout with six decimals, so that it reads the same alone, in a list and on another page.
 */
export type FigureKind = 'cost' | 'payout' | 'value' | 'paid'

/** Amounts below each other, with as many decimals each; what stands there adds up to the total that stands beneath. */
export interface FigureColumn {
  readonly rows: readonly string[]
  readonly total: string
}

const SIGNIFICANT_DIGITS = 4
const PAID_DECIMALS = 6
/** From so many zeros after the point on they are counted in a small figure: `0.0₇2983`. */
const COUNTED_ZEROS_MIN = 4
/** More decimals than this are not compared. */
const COMPARED_DECIMALS_MAX = 9
const GROUPS = /\B(?=(\d{3})+(?!\d))/g
const SMALL_DIGITS = '₀₁₂₃₄₅₆₇₈₉'

/** `1,234` */
export const countText = (count: number): string => String(count).replace(GROUPS, ',')

/** The same of a count that ends at `most`, which stands for so many or more: `1,000+`. */
export const countUpTo = (count: number, most: number): string => `${countText(count)}${count === most ? '+' : ''}`

/** The amount in whole units with every digit that it has: `1,234.567891`. */
export const exactFigure = ({ amount, decimals }: AmountFigures): string => withoutZeros(decimalText(BigInt(amount), decimals))

/** The amount in whole units with four significant digits, and all digits before the point: `0.1201`, `12,346`, `0.0₇2983`. */
export function figureText({ amount, decimals }: AmountFigures, kind: FigureKind): string {
  const value = BigInt(amount)
  const shown = shownDecimals(value, decimals, kind)
  if (value === 0n) return '0'
  const text = shortened(decimalText(roundedUnits(value, 10n ** BigInt(decimals - shown), kind), shown), kind)
  return countedZeros(text, zerosOf(text))
}

/**
 * Amounts of one currency on one axis, exactly: with as many digits each, after as many counted zeros. Where that would need more digits
 * than anybody compares, each as it stands alone.
 */
export function axisTexts(amounts: readonly AmountFigures[]): string[] {
  const texts = alignedTexts(amounts.map(({ amount, decimals }) => decimalText(BigInt(amount), decimals)))
  const zeros = Math.min(...texts.filter((text) => /[1-9]/.test(text)).map(zerosOf))
  if ((texts[0]?.split('.')[1]?.length ?? 0) - zeros > SIGNIFICANT_DIGITS) return amounts.map((amount) => figureText(amount, 'value'))
  return texts.map((text) => (/[1-9]/.test(text) ? countedZeros(text, zeros) : '0'))
}

/** How many zeros stand between the point and the first other digit of an amount below one. */
const zerosOf = (text: string): number => /^0\.(0+)/.exec(text)?.[1]!.length ?? 0

/** So many of its zeros counted, where they are many. */
const countedZeros = (text: string, zeros: number): string =>
  zeros < COUNTED_ZEROS_MIN
    ? text
    : `0.0${String(zeros).replaceAll(/\d/g, (digit) => SMALL_DIGITS[Number(digit)]!)}${text.slice('0.'.length + zeros)}`

/**
 * Amounts of one currency as they stand below each other. Four significant digits of the total, more where the least of them would
 * become zero; what is left over goes to the largest remainders. A bill, of costs, has every digit.
 */
export function figureColumn(amounts: readonly AmountFigures[], kind: FigureKind): FigureColumn {
  const decimals = amounts[0]?.decimals ?? 0
  const rowsAtomic = amounts.map(({ amount }) => BigInt(amount))
  const totalAtomic = sumUnits(rowsAtomic)
  const least = rowsAtomic.filter((rowAtomic) => rowAtomic > 0n).map((rowAtomic) => decimalsOf(rowAtomic, decimals, 1))
  const shown = kind === 'cost' ? decimals : Math.max(shownDecimals(totalAtomic, decimals, kind), ...least)
  const stepUnits = 10n ** BigInt(decimals - shown)
  const total = roundedUnits(totalAtomic, stepUnits, kind)
  const rows = rowsAtomic.map((rowAtomic) => rowAtomic / stepUnits)
  const missing = Number(total - sumUnits(rows))
  rowsAtomic
    .map((rowAtomic, index) => ({ index, restAtomic: rowAtomic % stepUnits }))
    .sort((a, b) => (a.restAtomic === b.restAtomic ? a.index - b.index : a.restAtomic > b.restAtomic ? -1 : 1))
    .slice(0, missing)
    .forEach(({ index }) => (rows[index]! += 1n))
  const whole = [...rows, total].map((quantity) => decimalText(quantity, shown))
  const texts = kind === 'paid' ? whole : alignedTexts(whole)
  return { rows: texts.slice(0, -1), total: texts.at(-1)! }
}

/** Decimals of an amount where it stands alone; none where it would need more than anybody compares. */
export function decimalsAlone({ amount, decimals }: AmountFigures, kind: FigureKind): number {
  const shown = shownDecimals(BigInt(amount), decimals, kind)
  return shown > COMPARED_DECIMALS_MAX ? 0 : (shortened(figureAt({ amount, decimals }, shown, kind), kind).split('.')[1]?.length ?? 0)
}

/** The amount with so many decimals, zeros among them; as it would stand alone where it needs more than anybody compares. */
export function figureAt({ amount, decimals }: AmountFigures, shown: number, kind: FigureKind): string {
  const value = BigInt(amount)
  if (decimalsOf(value, decimals, SIGNIFICANT_DIGITS) > COMPARED_DECIMALS_MAX) return figureText({ amount, decimals }, kind)
  if (value === 0n && kind === 'paid') return '0'
  const kept = Math.min(decimals, shown)
  return decimalText(roundedUnits(value, 10n ** BigInt(decimals - kept), kind), kept)
}

/** Amounts of one currency that nothing adds up, below each other: with as many decimals as the one that has most where it stands alone. */
export function figureTexts(amounts: readonly AmountFigures[], kind: FigureKind): string[] {
  const most = Math.max(0, ...amounts.map((amount) => decimalsAlone(amount, kind)))
  return amounts.map((amount) => figureAt(amount, most, kind))
}

/** `18%`, `12.5%` of basis points. */
export const percentText = (bps: number): string => `${bps / 100}%`

/** Percentages as they stand below each other, all with as many decimals. */
export const percentTexts = (parts: readonly number[]): string[] =>
  alignedTexts(parts.map((bps) => decimalText(BigInt(bps), 2))).map((text) => `${text}%`)

/** The part of each in the sum of them, all with as many decimals; they add up to 100%. */
export function percentColumn(weights: readonly bigint[]): string[] {
  if (sumUnits(weights) <= 0n) return weights.map(() => '0%')
  return percentTexts(largestRemainder(10_000, weights))
}

const sumUnits = (weights: readonly bigint[]): bigint => weights.reduce((total, amount) => total + amount, 0n)

function roundedUnits(value: bigint, stepUnits: bigint, kind: FigureKind): bigint {
  const addedAtomic = { cost: stepUnits - 1n, payout: 0n, paid: 0n, value: stepUnits / 2n }[kind]
  return (value + addedAtomic) / stepUnits
}

/** Decimals of an amount of this kind. */
const shownDecimals = (value: bigint, decimals: number, kind: FigureKind): number =>
  Math.max(decimalsOf(value, decimals, SIGNIFICANT_DIGITS), kind === 'paid' ? Math.min(decimals, PAID_DECIMALS) : 0)

/** Decimals that show so many digits from the first that is not zero. */
function decimalsOf(value: bigint, decimals: number, digits: number): number {
  const length = value === 0n ? 1 : String(value).length
  return Math.min(decimals, Math.max(0, digits + decimals - length))
}

/** So many quantity of which `10 ** decimals` are one, with every decimal. */
function decimalText(quantity: bigint, decimals: number): string {
  const digits = String(quantity).padStart(decimals + 1, '0')
  const whole = digits.slice(0, digits.length - decimals).replace(GROUPS, ',')
  return decimals === 0 ? whole : `${whole}.${digits.slice(-decimals)}`
}

/** Without zeros at the end; of what was paid, without those beyond its decimals. */
const shortened = (text: string, kind: FigureKind): string =>
  kind === 'paid' ? text.replace(/(\.\d{6}\d*?)0+$/, '$1') : withoutZeros(text)

const withoutZeros = (text: string): string => (text.includes('.') ? text.replace(/\.?0+$/, '') : text)

/** Texts with as many decimals each, without those that are zero in all of them. */
function alignedTexts(texts: readonly string[]): string[] {
  const least = Math.max(0, ...texts.map((text) => withoutZeros(text).split('.')[1]?.length ?? 0))
  return texts.map((text) => {
    const [whole, fraction = ''] = text.split('.')
    return least === 0 ? whole! : `${whole}.${fraction.slice(0, least)}`
  })
}
