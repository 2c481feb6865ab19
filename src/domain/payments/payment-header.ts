import { fromBase64 } from '../../lib/bytes.ts'
import { type UnixMs, type UsdMicros, usdMicros } from '../brands.ts'
import { AppError } from '../errors.ts'
import { type Authorization, PAYMENT_LIFETIME_MAX_SEC, PAYMENT_MARGIN_SEC, PAYMENT_NETWORK } from './payment.ts'

/** Far more than any payment needs, a smart wallet's included. */
const HEADER_CHARACTERS_MAX = 16_384

type HeaderJson = Readonly<Record<string, unknown>>

/** A payment as its header carried it, with the payment requirements that it accepts. */
export interface ReadPayment {
  readonly authorization: Authorization
  readonly accepted: { readonly scheme: string; readonly network: string; readonly asset: string | null; readonly amount: string | null }
}

/** True when a payment came in one of the two headers: a blank one is none. */
export const carriesPayment = (headers: Pick<Headers, 'get'>): boolean =>
  ['payment-signature', 'x-payment'].some((name) => /[^\s,]/.test(headers.get(name) ?? ''))

/**
 * The payment in the headers `PAYMENT-SIGNATURE` (version 2) and `X-PAYMENT` (legacy, version 1). Only its form is checked. Wallets that
 * serve sellers of either version write the same payment into both; of two different ones, PAYMENT-SIGNATURE counts.
 *
 * @see x402 specification 5.2 and transports-v2/http.md; specification v1
 */
export function readPaymentHeaders(headers: Pick<Headers, 'get'>): ReadPayment {
  const current = onlyValue(headers, 'payment-signature')
  if (current === null) return readPayload(objectIn(onlyValue(headers, 'x-payment') ?? ''), 1)
  const payload = objectIn(current)
  const older = payload.x402Version === 1 ? onlyValue(headers, 'x-payment') : null
  if (older === null) return readPayload(payload, 2)
  const [written, repeated] = [readPayload(payload, 1), readPayload(objectIn(older), 1)]
  const isSame =
    written.authorization.nonce === repeated.authorization.nonce && written.authorization.signature === repeated.authorization.signature
  return isSame ? written : readPayload(payload, 2)
}

/** The header's value, null for a blank one; a payment that came in two lines is one. */
function onlyValue(headers: Pick<Headers, 'get'>, name: string): string | null {
  const whole = headers.get(name) ?? ''
  if (whole.length > HEADER_CHARACTERS_MAX) throw unreadable(`it has more than ${HEADER_CHARACTERS_MAX} characters`)
  const values = new Set(whole.split(',').map((value) => value.trim()))
  values.delete('')
  if (values.size > 1) throw unreadable('there are two of them')
  const [value = null] = values
  return value
}

/** The JSON object that a header carries in base64. */
export const objectIn = (text: string): HeaderJson => objectOf(parse(text), 'it is not a JSON object in base64')

function readPayload(payload: HeaderJson, version: 1 | 2): ReadPayment {
  if (payload.x402Version !== version) {
    const other = version === 2 ? 'x402Version 2; version 1 belongs in X-PAYMENT' : 'x402Version 1; version 2 belongs in PAYMENT-SIGNATURE'
    throw unreadable(`this header takes ${other}`)
  }
  const accepted = version === 2 ? objectOf(payload.accepted, 'accepted is missing') : payload
  const inner = objectOf(payload.payload, 'payload is missing')
  const authorization = objectOf(inner.authorization, 'payload.authorization is missing: only EIP-3009 payments are taken')
  return {
    accepted: {
      scheme: textOf(accepted.scheme, 'scheme'),
      network: textOf(accepted.network, 'network'),
      asset: version === 2 ? textOf(accepted.asset, 'accepted.asset') : null,
      amount: version === 2 ? textOf(accepted.amount, 'accepted.amount') : null,
    },
    authorization: authorizationOf(authorization, inner.signature, version),
  }
}

/** The authorization that these members write. */
export const authorizationOf = (written: HeaderJson, signature: unknown, version: 1 | 2): Authorization => ({
  version,
  payer: hexOf(written.from, 40, 'authorization.from'),
  payTo: hexOf(written.to, 40, 'authorization.to'),
  amountUsdMicros: usdMicros(digitsOf(written.value, 30, 'authorization.value')),
  validAfterSec: Number(digitsOf(written.validAfter, 15, 'authorization.validAfter')),
  validBeforeSec: Number(digitsOf(written.validBefore, 15, 'authorization.validBefore')),
  nonce: hexOf(written.nonce, 64, 'authorization.nonce'),
  signature: signatureOf(signature),
})

/** Checks the payment against the requirements of the call, without its signature, which the facilitator verifies. */
export function checkPayment(
  { accepted, authorization }: ReadPayment,
  price: { payTo: string; amountUsdMicros: UsdMicros },
  nowMs: UnixMs,
): void {
  const { caip2, legacyName, asset } = PAYMENT_NETWORK
  const network = authorization.version === 2 ? caip2 : legacyName
  const { payTo, amountUsdMicros, validAfterSec, validBeforeSec } = authorization
  const nowSec = Math.floor(nowMs / 1_000)
  // The answer shows our time, so that a client with a wrong clock can see it.
  const serverTime = new Date(nowMs).toISOString()
  const problem =
    accepted.scheme !== 'exact'
      ? 'the scheme must be exact'
      : accepted.network !== network
        ? `the network must be ${network}`
        : accepted.asset !== null && accepted.asset.toLowerCase() !== asset.toLowerCase()
          ? `the asset must be ${asset}`
          : payTo !== price.payTo.toLowerCase()
            ? `the recipient must be ${price.payTo}`
            : amountUsdMicros !== price.amountUsdMicros || (accepted.amount !== null && accepted.amount !== String(price.amountUsdMicros))
              ? `the amount must be exactly ${price.amountUsdMicros}`
              : validAfterSec > nowSec
                ? `it is not valid yet: serverTime is ${serverTime}`
                : validBeforeSec < nowSec + PAYMENT_MARGIN_SEC
                  ? `it has expired: serverTime is ${serverTime}`
                  : validBeforeSec > nowSec + PAYMENT_LIFETIME_MAX_SEC
                    ? `it may be valid for ${PAYMENT_LIFETIME_MAX_SEC} seconds at most: serverTime is ${serverTime}`
                    : null
  if (problem !== null) throw new AppError('payment_mismatch', { reason: problem })
}

function parse(text: string): unknown {
  const bytes = fromBase64(text)
  try {
    return bytes && JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    return null
  }
}

const unreadable = (reason: string) => new AppError('payment_header_invalid', { reason })

/** The value, which has to be an object. */
export function objectOf(value: unknown, problem: string): HeaderJson {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw unreadable(problem)
  return value as HeaderJson
}

function textOf(value: unknown, name: string): string {
  if (typeof value !== 'string' || value.length > 128) throw unreadable(`${name} must be a text`)
  return value
}

function hexOf(value: unknown, digits: number, name: string): string {
  if (typeof value !== 'string' || !new RegExp(`^0x[0-9a-fA-F]{${digits}}$`).test(value)) {
    throw unreadable(`${name} must be 0x and ${digits} hex digits`)
  }
  return value.toLowerCase()
}

function digitsOf(value: unknown, digitsMax: number, name: string): string {
  if (typeof value !== 'string' || !new RegExp(`^\\d{1,${digitsMax}}$`).test(value)) throw unreadable(`${name} must be a text of digits`)
  return value
}

function signatureOf(value: unknown): string {
  if (typeof value !== 'string' || !/^0x([0-9a-fA-F]{2}){65,4096}$/.test(value))
    throw unreadable('payload.signature must be 0x and hex digits')
  return value
}
