import { AppError } from '../../domain/errors.ts'
import type { Authorization, Payment } from '../../domain/payments/payment.ts'
import { paymentRefused } from '../../domain/payments/payment-requirements.ts'
import { sha256Hex } from '../../lib/bytes.ts'
import type { PaidRequest } from '../../ports/payments.ts'

/** The hash of the signature, however its hex digits are written. */
export const signatureHash = ({ signature }: Pick<Authorization, 'signature'>): string => sha256Hex(signature.toLowerCase())

/**
 * Throws unless whoever repeats a payment may have what it paid for: the signature is the one that was verified, and the request comes from
 * the payer's address or has an idempotency key that nobody guesses. Payer and nonce are public once it is settled, and so is the
 * signature, so that neither is enough by itself.
 *
 * @see EIP-3009: what is settled is the calldata of a transaction
 */
export function checkRepeat({ authorization, client }: Pick<PaidRequest, 'authorization' | 'client'>, found: Payment): void {
  const { signatureSha256, idempotencyKey } = found
  if (signatureSha256 !== null && signatureSha256 !== signatureHash(authorization)) throw paymentRefused('invalid_exact_evm_signature')
  const unguessed = idempotencyKey !== null && isUnguessable(idempotencyKey)
  if (found.client !== client && !unguessed) throw new AppError('payment_used')
}

const DISTINCT_MIN = 9
/** A UUID, 16 bytes in hex, or 22 letters of either case and digits. */
const DRAWN =
  /[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}|[0-9a-fA-F]{32}|(?=[A-Za-z]{0,21}\d)(?=[A-Z\d]{0,21}[a-z])(?=[a-z\d]{0,21}[A-Z])[A-Za-z\d]{22}/

/** True of a text with a part that looks drawn by chance: 16 bytes or more, in hex, as UUID or in letters and digits. */
export function isUnguessable(text: string): boolean {
  const [drawn] = DRAWN.exec(text) ?? []
  return drawn !== undefined && new Set(drawn).size >= DISTINCT_MIN
}
