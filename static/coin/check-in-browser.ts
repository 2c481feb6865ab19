import bs58 from 'bs58'
import type { PublicJwk } from '../../src/domain/a2a/public-jwk.ts'
import { checkReceipt, type ReceiptCrypto } from '../../src/domain/receipt/check-receipt.ts'
import { verifyTyped } from '../../src/lib/signatures/verify-typed.ts'

const encoded = (text: string) => new TextEncoder().encode(text)

const browserCrypto: ReceiptCrypto = {
  async sha256Hex(text) {
    const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', encoded(text)))
    return [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  },
  async verifyWallet(wallet, message, signature) {
    const key = await crypto.subtle.importKey('raw', new Uint8Array(bs58.decode(wallet)), 'Ed25519', false, ['verify'])
    return crypto.subtle.verify('Ed25519', key, new Uint8Array(signature), new Uint8Array(message))
  },
  async verifyTyped(wallet, data, signature) {
    return verifyTyped(wallet, data, signature)
  },
  async verifyEs256({ kty, crv, x, y }, text, signature) {
    const key = await crypto.subtle.importKey('jwk', { kty, crv, x, y }, { name: 'ECDSA', namedCurve: 'P-256' }, false, ['verify'])
    return crypto.subtle.verify({ name: 'ECDSA', hash: 'SHA-256' }, key, new Uint8Array(signature), encoded(text))
  },
}

/** What each check of a receipt found: with the browser's own signatures, and with those of EVM wallets, which it has not. */
export const checkInBrowser = (receipt: Uint8Array, keys: readonly PublicJwk[]) => checkReceipt(browserCrypto, receipt, keys)
