import { CREDIT_PRICE_TEXT } from '../../domain/payments/credit.ts'
import type { ErrorCode } from '../../domain/errors.ts'
import { LIMITS } from '../../domain/limits.ts'
import type { RouteDescription } from './route-table.ts'

/** Who may call a route, in the terms that `auth` explains. */
export function authOf({ guard, routeDocs: docs }: RouteDescription): string {
  if (docs.walletSigns !== undefined) return 'wallet signature'
  if (guard.payerOnly) return `a payment of ${guard.price ?? CREDIT_PRICE_TEXT}`
  if (guard.price !== undefined) return `key, or a payment of ${guard.price}`
  return { any: 'key', ops: 'ops key', operator: 'operator key', none: 'none' }[guard.key ?? 'none']
}

/** Whether a route reads `x-launcher-key`. */
export const launcherKeyOf = ({ guard, routeDocs: docs }: RouteDescription) => (guard.launcher ? 'required' : (docs.launcherSecret ?? 'no'))

/** Every code that a route may answer with. */
export const codesOf = ({ refusals }: RouteDescription): ErrorCode[] => [...refusals.values()].flat()

/** What each header proves. @see rules 5 */
export const AUTH = {
  'x-svc-api-key': 'A svc_ak_… key: claim one with POST /api/agent/keys/claim, or get one from the operator.',
  'x-launcher-key':
    'Secret of the launcher wallet, base58 or a JSON byte array: in this header and nowhere else. Never stored, logged or echoed.',
  'x-idempotency-key': `${LIMITS.idempotencyKeyMin} to ${LIMITS.idempotencyKeyMax} visible ASCII characters, on launch: the same key and body get the same answer for 15 minutes, and nothing is done twice.`,
  'x-svc-wallet, x-svc-timestamp, x-svc-signature':
    'A wallet, a time in ms (at most 5 minutes off), and the ed25519 signature of the route’s message, plain or in Solana’s off-chain envelope. Each counts once.',
} as const

/** Added to AUTH where payments are taken: how a payer is identified. */
export const PAYMENT_AUTH = {
  'PAYMENT-SIGNATURE': 'A signed payment in the place of the key (x402 version 2; version 1 in X-PAYMENT): the payer is the caller.',
} as const
