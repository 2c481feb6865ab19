import { serviceHost } from '../../domain/text/service-host.ts'
import { sha256Hex } from '../../lib/bytes.ts'
import { LIMITS } from '../../domain/limits.ts'
import { spendMessage } from '../../domain/payments/credit.ts'
import type { Authorization } from '../../domain/payments/payment.ts'
import type { Deps } from '../../ports/deps.ts'
import { sentCallOf } from '../request/request-context.ts'
import { readWalletSignature } from './verify-wallet-signature.ts'

/** True of a call that a session key signed, in the place of a payment. */
export const isSigned = (headers: Pick<Headers, 'has'>): boolean => headers.has('x-svc-signature')

/**
 * The payment of a call whose body was read, out of the prepaid balance of the session key that signed it. Who paid the balance is not
 * known yet. The same signed call is the same payment.
 *
 * @throws AppError wallet_signature_invalid for a signature over anything but this very request
 */
export function readSessionCall(
  { clock, policy }: Pick<Deps, 'clock' | 'policy'>,
  request: Request,
  amountUsdMicros: Authorization['amountUsdMicros'],
): Authorization {
  const sent = sentCallOf(request)
  const { wallet, text, timestamp } = readWalletSignature({ clock, policy }, request.headers, (sessionKey, time) =>
    spendMessage(serviceHost(policy), sessionKey, sent, time),
  )
  // A message can have several signatures, and is one call.
  const nonce = `0x${sha256Hex(text)}`
  const validBeforeSec = Math.ceil((Number(timestamp) + LIMITS.walletTimestampToleranceMs) / 1_000)
  return {
    version: 2,
    payer: '',
    payTo: wallet,
    amountUsdMicros,
    validAfterSec: 0,
    validBeforeSec,
    nonce,
    signature: nonce,
    sessionKey: wallet,
  }
}
