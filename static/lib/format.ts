import type { Currency } from '../../src/domain/money/currency.ts'

const DECIMALS: Record<Currency, number> = { SOL: 9, ETH: 18 }
const GROUPS = /\B(?=(\d{3})+(?!\d))/g

/** Exact SOL of an amount in lamports: `1,234.567891`. `decimals` cuts the fraction, and never to a zero that is none. */
export const solText = (lamports: string | number | bigint, decimals = 9): string => unitText(lamports, 'SOL', decimals)

/** The same of any currency, with its name: `0.5 ETH`. */
export const amountText = (smallest: string | number | bigint, currency: Currency, decimals = DECIMALS[currency]): string =>
  `${unitText(smallest, currency, decimals)} ${currency}`

function unitText(smallest: string | number | bigint, currency: Currency, decimals: number): string {
  const amount = BigInt(smallest)
  const unit = 10n ** BigInt(DECIMALS[currency])
  const whole = String(amount / unit).replace(GROUPS, ',')
  const fraction = String(amount % unit).padStart(DECIMALS[currency], '0')
  const cut = fraction.slice(0, decimals).replace(/0+$/, '')
  if (cut === '' && whole === '0' && amount > 0n) return `< 0.${'0'.repeat(Math.max(0, decimals - 1))}1`
  return cut === '' ? whole : `${whole}.${cut}`
}

/** Exact figures of amounts that stand below each other: all with as many decimals as the longest needs. */
export function amountColumn(amounts: readonly string[], currency: Currency): string[] {
  const texts = amounts.map((amount) => unitText(amount, currency, DECIMALS[currency]))
  const decimals = Math.max(...texts.map((text) => text.split('.')[1]?.length ?? 0))
  return texts.map((text) => {
    const [whole, fraction = ''] = text.split('.')
    return decimals === 0 ? whole! : `${whole}.${fraction.padEnd(decimals, '0')}`
  })
}

/** AtomicUnits of a SOL figure of the API, which has at most 9 decimals. */
export const lamportsOf = (sol: number): bigint => BigInt(Math.round(sol * 1e9))

/** `18.00%` of basis points. */
export const percentText = (bps: number): string => `${(bps / 100).toFixed(2)}%`

/** `1,234` */
export const countText = (count: number): string => String(count).replace(GROUPS, ',')

/** `1 wallet`, `2 wallets`. */
export const plural = (count: number, noun: string): string => `${countText(count)} ${noun}${count === 1 ? '' : 's'}`

/** `29:05`; hours are not needed, a dry-run lives for 30 minutes. */
export function clockText(leftMs: number): string {
  const seconds = Math.max(0, Math.ceil(leftMs / 1_000))
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
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
