import { type Lamports, lamports, type UsdMicros, type Wei, wei } from '../../domain/brands.ts'
import { formatAmount } from '../../domain/money/currency.ts'
import { parseSol } from '../../domain/money/sol.ts'
import { parseUsd } from '../../domain/money/usd.ts'
import { PRICE_GROUPS, type PriceGroup } from '../../domain/payments/payment.ts'
import { isBySize, readTariff, type Tariff } from '../../domain/payments/tariff.ts'
import { type Parser, Unfit } from '../variable.ts'

const WEI_PER_GWEI = 1_000_000_000n

/** A whole number of lamports up to a maximum. @throws Unfit when the text is no whole number, or above the maximum */
export const lamportsUpTo =
  (mostLamports: Lamports | null = null): Parser<Lamports> =>
  (value, name) => {
    if (!/^\d{1,18}$/.test(value)) throw new Unfit(`${name} must be a whole number of lamports`)
    if (mostLamports !== null && BigInt(value) > mostLamports) throw new Unfit(`${name} must be at most ${mostLamports}`)
    return lamports(value)
  }

/** Lamports, from an amount of SOL. @throws Unfit when the text is no such amount, or has more than nine decimals */
export const sol: Parser<Lamports> = (value, name) => {
  const amountLamports = parseSol(value)
  if (amountLamports === null) throw new Unfit(`${name} must be an amount of SOL with at most 9 decimals`)
  return amountLamports
}

/** Lamports, from an amount of SOL above zero. @throws Unfit when the text is no such amount */
export const someSol: Parser<Lamports> = (value, name) => {
  const amountLamports = sol(value, name)
  if (amountLamports === 0n) throw new Unfit(`${name} must be above 0, not ${formatAmount(amountLamports, 'SOL')}`)
  return amountLamports
}

/** A multiple of an amount of SOL, as text; empty when the text is not an amount. */
export const timesSol = (value: string, times: bigint): string => formatAmount(lamports((parseSol(value) ?? 0n) * times), 'SOL')

/** Wei, from a whole number of gwei below 1 ETH. @throws Unfit when the text is no such number */
export const gwei: Parser<Wei> = (value, name) => {
  if (!/^\d{1,9}$/.test(value)) throw new Unfit(`${name} must be a whole number of gwei, less than an ETH`)
  return wei(BigInt(value) * WEI_PER_GWEI)
}

/** A gas limit that one settlement can need. @throws Unfit when the text is no number from 10,000 to 9,999,999 */
export const gas: Parser<bigint> = (value, name) => {
  if (!/^\d{5,7}$/.test(value)) throw new Unfit(`${name} must be a whole number of gas from 10000 to 9999999`)
  return BigInt(value)
}

/** An amount of dollars above zero. @throws Unfit when the text is no such amount */
export const someUsd: Parser<UsdMicros> = (value, name) => {
  const amountUsdMicros = parseUsd(value)
  if (amountUsdMicros === null || amountUsdMicros === 0n) throw new Unfit(`${name} must be an amount of dollars above 0`)
  return amountUsdMicros
}

/** Prices of calls by default. */
const DEFAULT_PRICES: Readonly<Record<PriceGroup, string>> = { autohire: '$0.01', 'dry-run': '$0.05', launch: '$1.00', upkeep: '$0.05' }

/** The default prices as readable text. */
export const DEFAULT_PRICES_SHOWN = PRICE_GROUPS.map((group) => DEFAULT_PRICES[group]).join(', ')

/**
 * Prices of calls from a JSON object; groups that it omits have the default price.
 *
 * @throws Unfit when the text is no JSON object, and with each group that is unknown or has no price
 */
export const prices: Parser<Readonly<Record<PriceGroup, Tariff>>> = (value, name) => {
  const given = parseObject(value)
  if (given === null) throw new Unfit(`${name} must be a JSON object such as {"launch":"$1.00"}`)
  const unknown = Object.keys(given).filter((key) => !(PRICE_GROUPS as readonly string[]).includes(key))
  const read = PRICE_GROUPS.map((group) => [group, readTariff(String(given[group] ?? DEFAULT_PRICES[group]))] as const)
  const problems = [
    ...(unknown.length === 0 ? [] : [`${name} has no price named ${unknown.join(', ')}; there are ${PRICE_GROUPS.join(', ')}`]),
    ...read
      .filter(([, tariff]) => tariff === null)
      .map(
        ([group]) =>
          `${name}: the price of ${group} must be dollars above zero with at most six decimals, such as "$0.05" or "$1.00 + $0.05/crew + $0.01/100kB"`,
      ),
    ...read
      .filter(([group, tariff]) => group === 'autohire' && tariff && isBySize(tariff))
      .map(() => `${name}: the price of autohire has no additions`),
  ]
  if (problems.length > 0) throw new Unfit(...problems)
  return Object.fromEntries(read) as Record<PriceGroup, Tariff>
}

function parseObject(value: string): Record<string, unknown> | null {
  try {
    const object: unknown = JSON.parse(value)
    return typeof object === 'object' && object !== null && !Array.isArray(object) ? (object as Record<string, unknown>) : null
  } catch {
    return null
  }
}
