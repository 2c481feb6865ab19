import type { AmountView } from '../../src/domain/money/amount-json.ts'
import { countText, exactFigure, type FigureKind, figureText } from '../../src/domain/money/figure-text.ts'

/** An amount with its currency, shortened: `0.5 ETH`. */
export const amountText = (amount: AmountView, kind: FigureKind): string => `${figureText(amount, kind)} ${amount.currency}`

/** The same with every digit that it has. */
export const exactAmount = (amount: AmountView): string => `${exactFigure(amount)} ${amount.currency}`

/** So many more or fewer of the same. */
export const amountLike = (amount: AmountView, amountAtomic: bigint): AmountView => ({ ...amount, amount: String(amountAtomic) })

const SOL_DECIMALS = 9

/** A first buy, which is a number of whole SOL with at most 9 decimals, with every digit that it has. */
export const solFigure = (sol: number): string =>
  exactFigure({ amount: String(Math.round(sol * 10 ** SOL_DECIMALS)), decimals: SOL_DECIMALS })

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

const DUE_TIME = new Intl.DateTimeFormat(undefined, {
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
  hour12: false,
  timeZone: 'UTC',
})

/** `28 Nov, 00:06 UTC`: of what is due within weeks nobody needs the year. */
export const dueText = (iso: string): string => `${DUE_TIME.format(new Date(iso))} UTC`

/** `6 days left`. */
export function leftText(iso: string, nowMs: number): string {
  const minutes = Math.max(0, Math.floor((Date.parse(iso) - nowMs) / 60_000))
  if (minutes < 60) return `${minutes} min left`
  const hours = Math.floor(minutes / 60)
  return hours < 48 ? `${plural(hours, 'hour')} left` : `${plural(Math.floor(hours / 24), 'day')} left`
}

const CLOCK_TIME = new Intl.DateTimeFormat(undefined, { timeStyle: 'short' })

const DAY = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short' })

/** `12:04` as the reader's own system writes it; of another day than today's `20 Nov, 12:04`. */
export function clockTimeText(atMs: number, nowMs: number): string {
  const [day, time] = [DAY.format(atMs), CLOCK_TIME.format(atMs)]
  return day === DAY.format(nowMs) ? time : `${day}, ${time}`
}

const UTC_DATE_TIME = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' })

/** The same by UTC, and says so: beside what is signed, which has such times. */
export const utcText = (at: string | number): string => `${UTC_DATE_TIME.format(new Date(at))} UTC`

const UTC_TIME = new Intl.DateTimeFormat(undefined, { timeStyle: 'medium', timeZone: 'UTC' })

/** Only the time of day of the same, to the second: where the day stands beside it. */
export const utcTimeText = (iso: string): string => `${UTC_TIME.format(new Date(iso))} UTC`

const UTC_DATE = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeZone: 'UTC' })

/** The day alone, by UTC. */
export const utcDay = (iso: string): string => UTC_DATE.format(new Date(iso))

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
