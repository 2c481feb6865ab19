import { createPublicKey, type JsonWebKey, verify } from 'node:crypto'
import { fromBase58, sha256Hex } from '../bytes.ts'
import { verifyDetached } from '../ed25519.ts'
import { verifyTyped } from './verify-typed.ts'

/** What checks of receipts compute, by node:crypto. */
export const receiptCrypto = {
  sha256Hex,
  verifyWallet(wallet: string, message: Uint8Array, signature: Uint8Array): boolean {
    const key = fromBase58(wallet)
    return key !== null && verifyDetached(message, signature, key)
  },
  verifyTyped,
  verifyEs256(jwk: object, text: string, signature: Uint8Array): boolean {
    try {
      const key = createPublicKey({ key: jwk as JsonWebKey, format: 'jwk' })
      return verify('sha256', Buffer.from(text), { key, dsaEncoding: 'ieee-p1363' }, signature)
    } catch {
      return false
    }
  },
}
