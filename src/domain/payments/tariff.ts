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
  const baseUsdMicros = readPrice(base)
  if (baseUsdMicros === null) return null
  const added = new Map<string, UsdMicros>()
  for (const addition of additions) {
    const [, price = '', unit = ''] = /^([^/]+)\/\s*(crew|100kB)\s*$/.exec(addition) ?? []
    const amountUsdMicros = readPrice(price)
    if (amountUsdMicros === null || added.has(unit)) return null
    added.set(unit, amountUsdMicros)
  }
  const none = usdMicros(0n)
  return { baseUsdMicros, memberUsdMicros: added.get('crew') ?? none, pictureUsdMicros: added.get('100kB') ?? none }
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
  return usdMicros(baseUsdMicros + memberUsdMicros * membersIn(sent) + pictureUsdMicros * pictureStepsIn(sent))
}

/** The crew that is named, or the seats that Autohire shall fill. */
function membersIn({ crew, autoHire }: Readonly<Record<string, unknown>>): bigint {
  if (Array.isArray(crew)) return BigInt(crew.length)
  if (typeof autoHire !== 'object' || autoHire === null) return 0n
  const { seats } = autoHire as { readonly seats?: unknown }
  return BigInt(
    Number.isInteger(seats) && Number(seats) >= LIMITS.seatsMin && Number(seats) <= LIMITS.seatsMax ? Number(seats) : LIMITS.seatsDefault,
  )
}

/** A picture that is named by its address brings no bytes. */
function pictureStepsIn({ imageBase64 }: Readonly<Record<string, unknown>>): bigint {
  if (typeof imageBase64 !== 'string') return 0n
  const bytes = Math.floor((imageBase64.length * 3) / 4)
  return BigInt(Math.ceil(bytes / PICTURE_STEP_BYTES))
}
