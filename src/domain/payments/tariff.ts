import { type UsdMicros, usdMicros } from '../brands.ts'
import { LIMITS } from '../limits.ts'
import { priceText, readPrice } from '../money/price-text.ts'

/** What a call of a group costs: something in any case, and something for each crew member and each begun 100 kB of picture in its body. */
export interface Tariff {
  readonly baseUsdMicros: UsdMicros
  readonly memberUsdMicros: UsdMicros
  readonly pictureUsdMicros: UsdMicros
}

/** Bytes of picture that are paid for together. */
const PICTURE_STEP_BYTES = 100_000
const ADDITIONS = { crew: 'memberUsdMicros', '100kB': 'pictureUsdMicros' } as const

/** The tariff of a text such as `$1.00 + $0.05/crew + $0.01/100kB`, in which both additions may be left out; null when it is none. */
export function readTariff(text: string): Tariff | null {
  const [base = '', ...additions] = text.split('+')
  const read = additions.map((addition) => /^([^/]+)\/\s*(crew|100kB)\s*$/.exec(addition))
  const priceOf = (unit: string): UsdMicros | null => {
    const found = read.filter((addition) => addition?.[2] === unit)
    if (found.length > 1) return null
    return found.length === 0 ? usdMicros(0n) : readPrice(found[0]![1]!)
  }
  const [baseUsdMicros, memberUsdMicros, pictureUsdMicros] = [readPrice(base), priceOf('crew'), priceOf('100kB')]
  if (read.includes(null) || baseUsdMicros === null || memberUsdMicros === null || pictureUsdMicros === null) return null
  return { baseUsdMicros, memberUsdMicros, pictureUsdMicros }
}

/** The tariff as text that readTariff reads. */
export const tariffText = (tariff: Tariff): string =>
  [
    priceText(tariff.baseUsdMicros),
    ...Object.entries(ADDITIONS).flatMap(([unit, member]) => (tariff[member] === 0n ? [] : `${priceText(tariff[member])}/${unit}`)),
  ].join(' + ')

/** Whether the price depends on the body. */
export const isBySize = ({ memberUsdMicros, pictureUsdMicros }: Tariff): boolean => memberUsdMicros > 0n || pictureUsdMicros > 0n

/** The price of a call with this body, as it was sent: it may not be valid. The same body has the same price at any time. */
export function priceOfCall({ baseUsdMicros, memberUsdMicros, pictureUsdMicros }: Tariff, body: unknown): UsdMicros {
  const sent = (typeof body === 'object' && body !== null ? body : {}) as Readonly<Record<string, unknown>>
  return usdMicros(baseUsdMicros + memberUsdMicros * BigInt(membersIn(sent)) + pictureUsdMicros * BigInt(pictureStepsIn(sent)))
}

/** The crew that is named, or the seats that Autohire shall fill. */
function membersIn({ crew, autoHire }: Readonly<Record<string, unknown>>): number {
  if (Array.isArray(crew)) return crew.length
  if (typeof autoHire !== 'object' || autoHire === null) return 0
  const seats = Number((autoHire as { readonly seats?: unknown }).seats)
  return Number.isInteger(seats) && seats >= LIMITS.seatsMin && seats <= LIMITS.seatsMax ? seats : LIMITS.seatsDefault
}

/** A picture that is named by its address brings no bytes. */
const pictureStepsIn = ({ imageBase64 }: Readonly<Record<string, unknown>>): number =>
  typeof imageBase64 === 'string' ? Math.ceil(Math.floor((imageBase64.length * 3) / 4) / PICTURE_STEP_BYTES) : 0
