import { fromBase64 } from '../../lib/bytes.ts'
import { type UnixMs, type UsdMicros, usdMicros } from '../brands.ts'
import { AppError } from '../errors.ts'
import {
  type Authorization,
  PAYMENT_LIFETIME_MAX_SEC,
  PAYMENT_MARGIN_SEC,
  PAYMENT_NETWORK,
  PAYMENT_TIMEOUT_SEC,
  SOLANA_PAYMENT_NETWORK,
} from './payment.ts'
import { digitsOf, type HeaderJson, hexOf, objectOf, signatureOf, textOf, unreadable } from './header-json.ts'
import { permit2Problem, readPermit2Transfer } from './permit2-transfer.ts'
import { readSolanaTransfer } from './solana-transfer.ts'

/** Far more than any payment needs, a smart wallet's included. */
const HEADER_CHARACTERS_MAX = 16_384

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
export function readPaymentHeaders(headers: Pick<Headers, 'get'>, nowMs: UnixMs): ReadPayment {
  const current = onlyValue(headers, 'payment-signature')
  if (current === null) return readPayload(objectIn(onlyValue(headers, 'x-payment') ?? ''), 1, nowMs)
  const payload = objectIn(current)
  const older = payload.x402Version === 1 ? onlyValue(headers, 'x-payment') : null
  if (older === null) return readPayload(payload, 2, nowMs)
  const [written, repeated] = [readPayload(payload, 1, nowMs), readPayload(objectIn(older), 1, nowMs)]
  const isSame =
    written.authorization.nonce === repeated.authorization.nonce && written.authorization.signature === repeated.authorization.signature
  return isSame ? written : readPayload(payload, 2, nowMs)
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

function readPayload(payload: HeaderJson, version: 1 | 2, nowMs: UnixMs): ReadPayment {
  if (payload.x402Version !== version) {
    const other = version === 2 ? 'x402Version 2; version 1 belongs in X-PAYMENT' : 'x402Version 1; version 2 belongs in PAYMENT-SIGNATURE'
    throw unreadable(`this header takes ${other}`)
  }
  const accepted = version === 2 ? objectOf(payload.accepted, 'accepted is missing') : payload
  const inner = objectOf(payload.payload, 'payload is missing')
  const terms = {
    scheme: textOf(accepted.scheme, 'scheme'),
    network: textOf(accepted.network, 'network'),
    asset: version === 2 ? textOf(accepted.asset, 'accepted.asset') : null,
    amount: version === 2 ? textOf(accepted.amount, 'accepted.amount') : null,
  }
  if (version === 2 && terms.network.startsWith('solana:')) {
    // A transaction says no time: until then its blockhash is long dead, and the chain is asked whether it is.
    return { accepted: terms, authorization: readSolanaTransfer(inner.transaction, Math.ceil(nowMs / 1_000) + PAYMENT_TIMEOUT_SEC) }
  }
  if (version === 2 && inner.permit2Authorization !== undefined) {
    const byPermit2 = objectOf(inner.permit2Authorization, 'payload.permit2Authorization is no object')
    return { accepted: terms, authorization: readPermit2Transfer(byPermit2, inner.signature, terms.scheme) }
  }
  const authorization = objectOf(inner.authorization, 'payload.authorization is missing')
  return { accepted: terms, authorization: authorizationOf(authorization, inner.signature, version) }
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

/** What a call asks of a payment: its price, and who is paid on either network. */
export interface CallTerms {
  readonly payTo: string
  readonly amountUsdMicros: UsdMicros
  /** The recipient's token account on Solana, and the wallets that may pay the fee there; null where no payments are taken there. */
  readonly solana: { readonly account: string; readonly feePayers: readonly string[] } | null
  /** The wallets that settle `upto`; empty where nothing is taken by Permit2. */
  readonly uptoWallets: readonly string[]
}

/** Checks the payment against the requirements of the call, without a signature by an EVM wallet, which the facilitator verifies. */
export function checkPayment(payment: ReadPayment, terms: CallTerms, nowMs: UnixMs): void {
  const { solana, permit2 } = payment.authorization
  const problem = solana
    ? solanaProblem(payment, terms)
    : (termsProblem(payment, terms, {
        network: payment.authorization.version === 2 ? PAYMENT_NETWORK.caip2 : PAYMENT_NETWORK.legacyName,
        asset: PAYMENT_NETWORK.asset,
        payTo: terms.payTo.toLowerCase(),
        shownPayTo: terms.payTo,
      }) ??
      (permit2 ? permit2Problem(permit2, terms.uptoWallets) : null) ??
      timeProblem(payment.authorization, nowMs))
  if (problem !== null) throw new AppError('payment_mismatch', { reason: problem })
}

function solanaProblem(payment: ReadPayment, terms: CallTerms): string | null {
  const { caip2: network, asset } = SOLANA_PAYMENT_NETWORK
  if (terms.solana === null) return `the network must be ${PAYMENT_NETWORK.caip2}`
  const { account, feePayers } = terms.solana
  const { feePayer } = payment.authorization.solana!
  return (
    termsProblem(payment, terms, { network, asset, payTo: account, shownPayTo: account }) ??
    (feePayers.includes(feePayer) ? null : `the fee payer must be ${feePayers[0] ?? 'one of the facilitator’s, which does not answer'}`)
  )
}

function termsProblem(
  { accepted, authorization: { payTo, amountUsdMicros, permit2 } }: ReadPayment,
  price: Pick<CallTerms, 'amountUsdMicros'>,
  wanted: { network: string; asset: string; payTo: string; shownPayTo: string },
): string | null {
  const scheme = permit2?.scheme ?? 'exact'
  if (accepted.scheme !== scheme) return `the scheme must be ${scheme}`
  if (accepted.network !== wanted.network) return `the network must be ${wanted.network}`
  if (accepted.asset !== null && accepted.asset.toLowerCase() !== wanted.asset.toLowerCase()) return `the asset must be ${wanted.asset}`
  if (payTo !== wanted.payTo) return `the recipient must be ${wanted.shownPayTo}`
  const isExact = amountUsdMicros === price.amountUsdMicros && [null, String(price.amountUsdMicros)].includes(accepted.amount)
  return isExact ? null : `the amount must be exactly ${price.amountUsdMicros}`
}

/** The answer shows our time, so that a client with a wrong clock can see it. */
function timeProblem({ validAfterSec, validBeforeSec }: Authorization, nowMs: UnixMs): string | null {
  const nowSec = Math.floor(nowMs / 1_000)
  const serverTime = new Date(nowMs).toISOString()
  if (validAfterSec > nowSec) return `it is not valid yet: serverTime is ${serverTime}`
  if (validBeforeSec < nowSec + PAYMENT_MARGIN_SEC) return `it has expired: serverTime is ${serverTime}`
  if (validBeforeSec <= nowSec + PAYMENT_LIFETIME_MAX_SEC) return null
  return `it may be valid for ${PAYMENT_LIFETIME_MAX_SEC} seconds at most: serverTime is ${serverTime}`
}

function parse(text: string): unknown {
  const bytes = fromBase64(text)
  try {
    return bytes && JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    return null
  }
}
