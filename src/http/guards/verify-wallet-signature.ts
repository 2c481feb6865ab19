import { type Wallet, unixMs } from '../../domain/brands.ts'
import { AppError } from '../../domain/errors.ts'
import { iso } from '../../domain/json.ts'
import { LIMITS } from '../../domain/limits.ts'
import { sha256Hex } from '../../lib/bytes.ts'
import { isAddress, verifySignature } from '../../lib/ed25519.ts'
import type { Deps } from '../../ports/deps.ts'

/**
 * The wallet that signed `message(wallet, timestamp)` and sent it in the wallet headers. Each signed message is accepted once.
 *
 * @throws AppError wallet_signature_invalid | wallet_signature_used
 * @see rules 5, 5.6, 5.7; rules 10.5
 */
export async function verifyWalletSignature(
  { clock, storage }: Pick<Deps, 'clock' | 'storage'>,
  headers: Headers,
  message: (wallet: string, timestamp: string) => string,
): Promise<Wallet> {
  const refuse = (reason: string) => new AppError('wallet_signature_invalid', { reason })
  const [wallet, timestamp, signature] = ['x-svc-wallet', 'x-svc-timestamp', 'x-svc-signature'].map(
    (name) => headers.get(name)?.trim() ?? '',
  )
  if (!wallet || !timestamp || !signature) throw refuse('x-svc-wallet, x-svc-timestamp and x-svc-signature are all needed')
  if (!isAddress(wallet)) throw refuse('x-svc-wallet is not a wallet')
  if (!/^\d{13}$/.test(timestamp)) throw refuse('x-svc-timestamp is not a time in milliseconds')
  const nowMs = clock.nowMs()
  if (Math.abs(nowMs - Number(timestamp)) > LIMITS.walletTimestampToleranceMs)
    throw refuse(`x-svc-timestamp is more than 5 minutes off: serverTime is ${iso(nowMs)}`)
  const text = message(wallet, timestamp)
  if (!verifySignature(wallet, text, signature)) throw refuse(`the signature is not one of this wallet over "${text}"`)
  // Identified by the signed message, not by the signature's bytes, of which a message can have several.
  const digest = sha256Hex(`${wallet}\n${text}`)
  const taken = await storage.signatures.take(digest, unixMs(Number(timestamp) + 2 * LIMITS.walletTimestampToleranceMs))
  if (!taken) throw new AppError('wallet_signature_used')
  return wallet as Wallet
}
