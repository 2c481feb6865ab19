import type { UsdMicros } from '../domain/brands.ts'
import { gweiReader } from './evm-config.ts'
import { PRICE_GROUPS, type PriceGroup } from '../domain/payments/payment.ts'
import { readPrice } from '../domain/money/price-text.ts'
import { Secret } from '../lib/secret.ts'

/** What the environment says of paying per call. */
export interface PaymentSettings {
  /** 0x and 40 hex digits; its checksum is held against it when payments are set up. */
  readonly payTo: string
  readonly prices: Readonly<Record<PriceGroup, UsdMicros>>
  /** Another's facilitator, or the key of the one in this process. */
  readonly facilitator: { readonly url: string } | { readonly key: Secret<string> }
  /** Most that the facilitator in this process spends in a day, and the most gas that it gives one settlement. */
  readonly facilitatorDailyWei: bigint
  readonly facilitatorGasMax: bigint
  /** Where the chain is read, and written to by the facilitator in this process. */
  readonly rpcUrl: Secret<string>
}

/** Base's public node: enough for looking up the few settlements that a facilitator left open. */
const PUBLIC_RPC_URL = 'https://mainnet.base.org'

const STANDARD_PRICES: Readonly<Record<PriceGroup, string>> = { autohire: '$0.01', 'dry-run': '$0.05', launch: '$1.00', upkeep: '$0.05' }

/** Paying per call as these variables have it; null while X402_PAY_TO is not set. Each problem is told to `check`. */
export function readPaymentSettings(
  optional: (name: string) => string | null,
  check: (ok: boolean, problem: string) => void,
): PaymentSettings | null {
  const payTo = optional('X402_PAY_TO')
  if (payTo === null) return null
  check(/^0x[0-9a-fA-F]{40}$/.test(payTo), 'X402_PAY_TO must be an EVM address')
  check(!/^0x0{37}/.test(payTo), 'X402_PAY_TO is an address that nobody holds: no payment could be settled')
  const url = optional('X402_FACILITATOR_URL')
  const key = optional('X402_FACILITATOR_KEY')
  // Launches on Base take several, in order.
  const rpcUrl = optional('BASE_RPC_URL')?.split(',')[0]!.trim() ?? null
  check((url === null) !== (key === null), 'X402_PAY_TO needs either X402_FACILITATOR_URL or X402_FACILITATOR_KEY')
  check(key === null || rpcUrl !== null, 'X402_FACILITATOR_KEY needs BASE_RPC_URL')
  check(key === null || /^0x[0-9a-fA-F]{64}$/.test(key), 'X402_FACILITATOR_KEY must be 0x and 64 hex digits')
  check(url === null || isHttp(url), 'X402_FACILITATOR_URL must be an http(s) address')
  check(rpcUrl === null || isHttp(rpcUrl), 'BASE_RPC_URL must be an http(s) address')
  const gwei = gweiReader({ optional, check })
  const gasMax = optional('X402_GAS_LIMIT') ?? '150000'
  check(/^\d{5,7}$/.test(gasMax), 'X402_GAS_LIMIT must be a whole number of gas from 10000 to 9999999')
  return {
    payTo,
    facilitatorDailyWei: gwei('X402_DAILY_GWEI', '5000000'),
    facilitatorGasMax: /^\d{5,7}$/.test(gasMax) ? BigInt(gasMax) : 0n,
    prices: readPrices(optional('X402_PRICES'), check),
    facilitator: key === null ? { url: (url ?? '').replace(/\/+$/, '') } : { key: new Secret(key) },
    rpcUrl: new Secret(rpcUrl ?? PUBLIC_RPC_URL),
  }
}

const isHttp = (url: string): boolean => /^https?:\/\//.test(url) && URL.canParse(url)

function readPrices(text: string | null, check: (ok: boolean, problem: string) => void): PaymentSettings['prices'] {
  const given = text === null ? {} : parseObject(text)
  check(given !== null, 'X402_PRICES must be a JSON object such as {"launch":"$1.00"}')
  const unknown = Object.keys(given ?? {}).filter((name) => !(PRICE_GROUPS as readonly string[]).includes(name))
  check(unknown.length === 0, `X402_PRICES has no price named ${unknown.join(', ')}; there are ${PRICE_GROUPS.join(', ')}`)
  const prices = PRICE_GROUPS.map((group) => {
    const price = readPrice(String(given?.[group] ?? STANDARD_PRICES[group]))
    check(price !== null, `X402_PRICES: the price of ${group} must be dollars above zero with at most six decimals, such as "$0.05"`)
    return [group, price ?? readPrice(STANDARD_PRICES[group])!] as const
  })
  return Object.fromEntries(prices) as Record<PriceGroup, UsdMicros>
}

function parseObject(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : null
  } catch {
    return null
  }
}
