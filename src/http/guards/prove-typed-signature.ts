import type { Wallet } from '../../domain/brands.ts'
import { spelledWallet } from '../../domain/text/wallet-address.ts'
import { toBase64 } from '../../lib/bytes.ts'
import { canonicalJson } from '../../lib/canonical-json.ts'
import { isEvmAddress, looksLikeEvmAddress } from '../../lib/evm-address.ts'
import type { SignatureProof } from '../../lib/signatures/prove-text.ts'
import type { TypedData } from '../../lib/signatures/typed-data.ts'
import { typedSignature, verifyTyped } from '../../lib/signatures/verify-typed.ts'
import type { Deps } from '../../ports/deps.ts'
import { type MessageOf, proveWalletSignature, refuse, takeOnce, walletHeaders } from './verify-wallet-signature.ts'

/**
 * As proveWalletSignature, and of an EVM wallet what it signed as typed data at this time. The proof of that has the canonical JSON of the
 * typed data as its message. A wallet that is a contract has no key, and signs nothing here.
 */
export async function proveTypedSignature(
  deps: Pick<Deps, 'clock' | 'storage' | 'policy'>,
  headers: Headers,
  { text, typed }: { readonly text: MessageOf; readonly typed: (timestamp: string) => TypedData },
): Promise<{ readonly wallet: Wallet; readonly proof: SignatureProof }> {
  if (!looksLikeEvmAddress(headers.get('x-svc-wallet')?.trim() ?? '')) return proveWalletSignature(deps, headers, text)
  const sent = walletHeaders(headers, deps.clock.nowMs(), isEvmAddress)
  const [wallet, signature, data] = [spelledWallet(sent.wallet), typedSignature(sent.signature), typed(sent.timestamp)]
  if (signature === null) throw refuse(NO_FORM)
  const json = canonicalJson(data)
  if (!verifyTyped(wallet, data, signature)) throw refuse(`the signature is not one by this wallet’s key over the typed data ${json}`)
  await takeOnce(deps, { wallet, text: json, timestamp: sent.timestamp })
  return { wallet, proof: { message: toBase64(new TextEncoder().encode(json)), signature: toBase64(signature) } }
}

const NO_FORM = 'x-svc-signature of an EVM wallet is 65 bytes in hex, as eth_signTypedData_v4 answers them, with the lower s'
