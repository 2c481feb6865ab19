import { type UnixMs, type UsdMicros, usdMicros, type Wallet } from '../brands.ts'
import { priceText, readPrice } from '../money/price-text.ts'
import type { Payment } from './payment.ts'

/** Least and most that one payment buys. */
export const CREDIT_LIMITS = { leastUsdMicros: usdMicros(1_000_000n), mostUsdMicros: usdMicros(1_000_000_000n) } as const

/** The price of credit, for documents. */
export const CREDIT_PRICE_TEXT = `${priceText(CREDIT_LIMITS.leastUsdMicros)} to ${priceText(CREDIT_LIMITS.mostUsdMicros)}`

/** What a session has left, paid by one wallet beforehand. */
export interface Credit extends Pick<Payment, 'network' | 'asset' | 'payer'> {
  /** Whoever signs with it spends the balance. */
  readonly sessionKey: Wallet
  readonly balanceUsdMicros: UsdMicros
  /** All that was ever bought. */
  readonly boughtUsdMicros: UsdMicros
  readonly createdAtMs: UnixMs
}

/** What a body of POST /api/credits buys, which is what it costs: the least for one that says nothing valid. */
export function creditIn(body: unknown): UsdMicros {
  const { amountUsd } = (typeof body === 'object' && body !== null ? body : {}) as { readonly amountUsd?: unknown }
  const amountUsdMicros = typeof amountUsd === 'string' ? readPrice(amountUsd) : null
  const isSold =
    amountUsdMicros !== null && amountUsdMicros >= CREDIT_LIMITS.leastUsdMicros && amountUsdMicros <= CREDIT_LIMITS.mostUsdMicros
  return isSold ? amountUsdMicros : CREDIT_LIMITS.leastUsdMicros
}

/** A request as it was sent. */
export interface SentCall {
  readonly method: string
  /** Path and query. */
  readonly target: string
  /** In hex, of the bytes of its body; of none where it has none. */
  readonly bodySha256: string
}

/** What the session key signs for one call. */
export const spendMessage = (host: string, sessionKey: string, { method, target, bodySha256 }: SentCall, timestamp: string): string =>
  `svc-spend:${host}:${sessionKey}:${method}:${target}:${bodySha256}:${timestamp}`

/** What it signs to read its balance. */
export const readCreditMessage = (host: string, sessionKey: string, timestamp: string): string =>
  `svc-read-credit:${host}:${sessionKey}:${timestamp}`

/** What it signs to have the rest paid back. */
export const refundCreditMessage = (host: string, sessionKey: string, timestamp: string): string =>
  `svc-refund-credit:${host}:${sessionKey}:${timestamp}`
