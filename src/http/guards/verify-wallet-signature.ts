import { type UnixMs, type Wallet, unixMs } from '../../domain/brands.ts'
import { AppError } from '../../domain/errors.ts'
import { iso } from '../../domain/json.ts'
import { LIMITS } from '../../domain/limits.ts'
import { serviceHost } from '../../domain/text/service-host.ts'
import { sha256Hex } from '../../lib/bytes.ts'
import { isAddress } from '../../lib/ed25519.ts'
import { isEvmAddress } from '../../lib/evm-address.ts'
import { signatureBytes } from '../../lib/signatures/signature-bytes.ts'
import { proveText, type SignatureProof } from '../../lib/signatures/prove-text.ts'
import type { Deps } from '../../ports/deps.ts'

/** The text that a wallet signs at this time. */
export type MessageOf = (wallet: string, timestamp: string) => string

/**
 * The wallet that signed `message(wallet, timestamp)`, plain or in an off-chain envelope, and sent it in the wallet headers. Each signed
 * message is accepted once. `hostless` is a second form that names no service: it is taken for a minute only.
 *
 * @see rules 5, 5.6, 5.7; rules 10.5
 */
export const verifyWalletSignature = async (...asked: Parameters<typeof proveWalletSignature>): Promise<Wallet> =>
  (await proveWalletSignature(...asked)).wallet

/** As verifyWalletSignature, with what proves it to others. */
export async function proveWalletSignature(
  { clock, storage, policy }: Pick<Deps, 'clock' | 'storage' | 'policy'>,
  headers: Headers,
  message: MessageOf,
  hostless?: MessageOf,
): Promise<{ readonly wallet: Wallet; readonly proof: SignatureProof }> {
  const { wallet, text, proof, timestamp } = readWalletSignature({ clock, policy }, headers, message, hostless)
  await takeOnce({ storage }, { wallet, text, timestamp })
  return { wallet, proof }
}

/** As proveWalletSignature, with the text that was signed, and without taking the signature: the same is read as often as it comes. */
export function readWalletSignature(
  { clock, policy }: Pick<Deps, 'clock' | 'policy'>,
  headers: Headers,
  message: MessageOf,
  hostless?: MessageOf,
): { readonly wallet: Wallet; readonly proof: SignatureProof; readonly text: string; readonly timestamp: string } {
  const nowMs = clock.nowMs()
  const { wallet, timestamp, signature } = walletHeaders(headers, nowMs)
  const signatures = signatureBytes(signature)
  if (signatures.length === 0) throw refuse(NO_FORM)
  const host = serviceHost(policy)
  const texts = [message, hostless].flatMap((form) => form?.(wallet, timestamp) ?? [])
  const [signed] = texts.flatMap((text) => {
    const proof = proveText({ wallet, text, host }, signatures)
    return proof === null ? [] : [{ text, proof }]
  })
  if (signed === undefined) throw refuse(`the signature is not one of this wallet over "${message(wallet, timestamp)}", ${TAKEN_FORMS}`)
  const { text, proof } = signed
  if (text === hostless?.(wallet, timestamp) && Math.abs(nowMs - Number(timestamp)) > LIMITS.hostlessTimestampToleranceMs)
    throw refuse(`a text without this service’s host counts for a minute: sign "${message(wallet, timestamp)}"`)
  return { wallet: wallet as Wallet, proof, text, timestamp }
}

/** Takes what a wallet signed, once: it is known by the message, and not by the signature's bytes, of which a message can have several. */
export async function takeOnce(
  { storage }: Pick<Deps, 'storage'>,
  { wallet, text, timestamp }: { readonly wallet: string; readonly text: string; readonly timestamp: string },
): Promise<void> {
  const digest = sha256Hex(`${wallet}\n${text}`)
  const taken = await storage.signatures.take(digest, unixMs(Number(timestamp) + 2 * LIMITS.walletTimestampToleranceMs))
  if (!taken) throw new AppError('wallet_signature_used')
}

/** Of the text that was sent, and not of the wallet. */
const NO_FORM = 'x-svc-signature is in no form that is read here, so it is not known whose it is: 64 bytes are wanted'

/** What else may have gone wrong, so that nobody looks at the wallet alone. */
const TAKEN_FORMS = 'plain or in an off-chain envelope of this one signer, with no application domain or this service’s host'

const EVM_WALLET =
  'x-svc-wallet is an EVM wallet, which may sign spending policies and end them; plans are approved, and all else is signed, with a Solana wallet'

/** The refusal of a signature. */
export const refuse = (reason: string) => new AppError('wallet_signature_invalid', { reason })

/** The wallet headers, of a wallet of this kind at a time that is not far off. */
export function walletHeaders(headers: Headers, nowMs: UnixMs, isWallet = isAddress) {
  const [wallet, timestamp, signature] = ['x-svc-wallet', 'x-svc-timestamp', 'x-svc-signature'].map(
    (name) => headers.get(name)?.trim() ?? '',
  )
  if (!wallet || !timestamp || !signature) throw refuse('x-svc-wallet, x-svc-timestamp and x-svc-signature are all needed')
  if (!isWallet(wallet)) throw refuse(isEvmAddress(wallet) ? EVM_WALLET : 'x-svc-wallet is not a wallet')
  if (!/^\d{13}$/.test(timestamp)) throw refuse('x-svc-timestamp is not a time in milliseconds')
  if (Math.abs(nowMs - Number(timestamp)) > LIMITS.walletTimestampToleranceMs)
    throw refuse(`x-svc-timestamp is more than 5 minutes off: serverTime is ${iso(nowMs)}`)
  return { wallet, timestamp, signature }
}
