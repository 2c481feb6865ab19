import { usdMicros } from '../brands.ts'
import { type Authorization, PAYMENT_NETWORK } from './payment.ts'
import { digitsOf, type HeaderJson, hexOf, objectOf, signatureOf, unreadable } from './header-members.ts'

/** Uniswap's Permit2 and the two contracts of x402 that spend by it, one a scheme; each has its address on every chain. */
export const PERMIT2 = {
  contract: '0x000000000022D473030F116dDEE9F6B43aC78BA3',
  proxies: { exact: '0x402085c248EeA27D92E8b30b2C58ed07f9E20001', upto: '0x4020A4f3b7b90ccA423B9fabCc0CE57C6C240002' },
} as const

/** Of a payment by Permit2: its scheme, who holds the right to spend, the token, and who alone may settle it where the scheme is `upto`. */
export interface Permit2Terms {
  readonly scheme: keyof typeof PERMIT2.proxies
  readonly spender: string
  readonly token: string
  readonly facilitator: string | null
}

const NONCE = /^permit2:0x[0-9a-f]{64}$/

/** How a nonce of Permit2 is stored, so that it is none of the token's. */
export const permit2Nonce = (nonce: bigint): string => `permit2:0x${nonce.toString(16).padStart(64, '0')}`

/** The nonce in a stored one; null where it is the token's. */
export const readPermit2Nonce = (stored: string): bigint | null => (NONCE.test(stored) ? BigInt(stored.slice('permit2:'.length)) : null)

/**
 * The payment that a client signed by Permit2. Its contract takes a signature up to the deadline itself, and the token before its time
 * is over: here it is a second later. @see x402 specification, schemes exact and upto on EVM
 */
export function readPermit2Transfer(written: HeaderJson, signature: unknown, scheme: string): Authorization {
  const witness = objectOf(written.witness, 'permit2Authorization.witness is missing')
  const permitted = objectOf(written.permitted, 'permit2Authorization.permitted is missing')
  const nonce = BigInt(digitsOf(written.nonce, 78, 'permit2Authorization.nonce'))
  if (nonce >= 2n ** 256n) throw unreadable('permit2Authorization.nonce has more than 256 bits')
  const isUpto = scheme === 'upto'
  return {
    version: 2,
    payer: hexOf(written.from, 40, 'permit2Authorization.from'),
    payTo: hexOf(witness.to, 40, 'witness.to'),
    amountUsdMicros: usdMicros(digitsOf(permitted.amount, 30, 'permitted.amount')),
    validAfterSec: Number(digitsOf(witness.validAfter, 15, 'witness.validAfter')),
    validBeforeSec: Number(digitsOf(written.deadline, 15, 'permit2Authorization.deadline')) + 1,
    nonce: permit2Nonce(nonce),
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
