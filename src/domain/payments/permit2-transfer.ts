import { usdMicros } from '../brands.ts'
import { type Authorization, PAYMENT_NETWORK, PERMIT2, type Permit2Terms } from './payment.ts'
import { digitsOf, type HeaderJson, hexOf, objectOf, signatureOf, unreadable } from './header-json.ts'

const NONCE = /^permit2:0x[0-9a-f]{64}$/

/**
 * How a nonce of Permit2, in decimal digits, is stored, so that it is none of the token's.
 *
 * @throws AppError payment_header_invalid for one of more than 256 bits
 */
export function permit2Nonce(digits: string): string {
  const hex = BigInt(digits).toString(16)
  if (hex.length > 64) throw unreadable('permit2Authorization.nonce has more than 256 bits')
  return `permit2:0x${hex.padStart(64, '0')}`
}

/** The nonce in a stored one, in decimal digits; null where it is the token's. */
export const readPermit2Nonce = (stored: string): string | null =>
  NONCE.test(stored) ? BigInt(stored.slice('permit2:'.length)).toString() : null

/**
 * The payment that a client signed by Permit2. Its contract takes a signature up to the deadline itself, and the token before its time
 * is over: here it is a second later. @see x402 specification, schemes exact and upto on EVM
 */
export function readPermit2Transfer(written: HeaderJson, signature: unknown, scheme: string): Authorization {
  const witness = objectOf(written.witness, 'permit2Authorization.witness is missing')
  const permitted = objectOf(written.permitted, 'permit2Authorization.permitted is missing')
  const isUpto = scheme === 'upto'
  return {
    version: 2,
    payer: hexOf(written.from, 40, 'permit2Authorization.from'),
    payTo: hexOf(witness.to, 40, 'witness.to'),
    amountUsdMicros: usdMicros(digitsOf(permitted.amount, 30, 'permitted.amount')),
    validAfterSec: Number(digitsOf(witness.validAfter, 15, 'witness.validAfter')),
    validBeforeSec: Number(digitsOf(written.deadline, 15, 'permit2Authorization.deadline')) + 1,
    nonce: permit2Nonce(digitsOf(written.nonce, 78, 'permit2Authorization.nonce')),
    signature: signatureOf(signature),
    permit2: {
      scheme: isUpto ? 'upto' : 'exact',
      spender: hexOf(written.spender, 40, 'permit2Authorization.spender'),
      token: hexOf(permitted.token, 40, 'permitted.token'),
      facilitator: isUpto ? hexOf(witness.facilitator, 40, 'witness.facilitator') : null,
    },
  }
}

/** Why a payment by Permit2 is not for this service, whose facilitators settle `upto` with these wallets; null where it is. */
export function permit2Problem({ scheme, spender, token, facilitator }: Permit2Terms, uptoWallets: readonly string[]): string | null {
  if (uptoWallets.length === 0) return 'nothing is taken by Permit2 here: sign a transfer of EIP-3009'
  const proxy = PERMIT2.proxies[scheme]
  if (spender !== proxy.toLowerCase()) return `the spender must be ${proxy}`
  if (token !== PAYMENT_NETWORK.asset.toLowerCase()) return `the asset must be ${PAYMENT_NETWORK.asset}`
  const isTheirs = facilitator === null || uptoWallets.some((wallet) => wallet.toLowerCase() === facilitator)
  return isTheirs ? null : `the facilitator must be ${uptoWallets[0]}`
}
