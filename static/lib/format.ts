import type { AmountView } from '../../src/domain/money/amount-json.ts'

/** An amount of any currency, as the service gives it. */
type AmountFigures = Pick<AmountView, 'amount' | 'decimals'>

const GROUPS = /\B(?=(\d{3})+(?!\d))/g

/** Exact figure of an amount in whole units: `1,234.567891`. `shown` cuts the fraction, and never to a zero that is none. */
export function figureText({ amount: text, decimals }: AmountFigures, shown = decimals): string {
  const amountAtomic = BigInt(text)
  const unitAtomic = 10n ** BigInt(decimals)
  const whole = String(amountAtomic / unitAtomic).replace(GROUPS, ',')
  const fraction = String(amountAtomic % unitAtomic).padStart(decimals, '0')
  const cut = fraction.slice(0, shown).replace(/0+$/, '')
  if (cut === '' && whole === '0' && amountAtomic > 0n) return `< 0.${'0'.repeat(Math.max(0, shown - 1))}1`
  return cut === '' ? whole : `${whole}.${cut}`
}

/** The same with its currency: `0.5 ETH`. */
export const amountText = (amount: AmountView, shown = amount.decimals): string => `${figureText(amount, shown)} ${amount.currency}`

/** So many more or fewer of the same. */
export const amountLike = (amount: AmountView, amountAtomic: bigint): AmountView => ({ ...amount, amount: String(amountAtomic) })

/** Exact figures of amounts that stand below each other: all with as many decimals as the longest needs. */
export function amountColumn(amounts: readonly AmountFigures[]): string[] {
  const texts = amounts.map((amount) => figureText(amount))
  const decimals = Math.max(...texts.map((text) => text.split('.')[1]?.length ?? 0))
  return texts.map((text) => {
    const [whole, fraction = ''] = text.split('.')
    return decimals === 0 ? whole! : `${whole}.${fraction.padEnd(decimals, '0')}`
  })
}

const SOL_DECIMALS = 9

/** The same of SOL, which the chart is in. */
export const solText = (amountAtomic: bigint, shown = SOL_DECIMALS): string =>
  figureText({ amount: String(amountAtomic), decimals: SOL_DECIMALS }, shown)

/** The same of a first buy, which is a number of whole SOL with at most 9 decimals. */
export const solFigure = (sol: number): string => solText(BigInt(Math.round(sol * 10 ** SOL_DECIMALS)))

/** `18.00%` of basis points. */
export const percentText = (bps: number): string => `${(bps / 100).toFixed(2)}%`

/** `1,234` */
export const countText = (count: number): string => String(count).replace(GROUPS, ',')

/** `1 wallet`, `2 wallets`. */
export const plural = (count: number, noun: string): string => `${countText(count)} ${noun}${count === 1 ? '' : 's'}`

const twoDigits = (count: number): string => String(Math.floor(count)).padStart(2, '0')

/** `29:05`, `5:04:03`, `6 d 23 h`. */
export function clockText(leftMs: number): string {
  const seconds = Math.max(0, Math.ceil(leftMs / 1_000))
  if (seconds < 3_600) return `${Math.floor(seconds / 60)}:${twoDigits(seconds % 60)}`
  const hours = Math.floor(seconds / 3_600)
  if (hours < 24) return `${hours}:${twoDigits((seconds % 3_600) / 60)}:${twoDigits(seconds % 60)}`
  return `${Math.floor(hours / 24)} d ${hours % 24} h`
}

const DATE_TIME = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' })

/** Date and time as the reader's own system writes them. */
export const dateTimeText = (iso: string): string => DATE_TIME.format(new Date(iso))

/** `5 min ago`. */
export function agoText(iso: string, nowMs: number): string {
  const seconds = Math.max(0, (nowMs - Date.parse(iso)) / 1_000)
  if (seconds < 45) return 'just now'
  if (seconds < 3_570) return `${Math.round(seconds / 60)} min ago`
  if (seconds < 84_600) return `${Math.round(seconds / 3_600)} h ago`
  if (seconds < 2_592_000) return `${Math.round(seconds / 86_400)} d ago`
  return new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' }).format(new Date(iso))
}

/** The first and last four characters; all of a text that is not longer than eleven. */
export const shortText = (text: string): string => (text.length <= 11 ? text : `${text.slice(0, 4)}…${text.slice(-4)}`)

/** The text in groups of four, which eyes can compare. */
export const groupsOfFour = (text: string): string[] => text.match(/.{1,4}/gsu) ?? []
