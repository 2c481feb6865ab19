import bs58 from 'bs58'
import type { PublicJwk } from '../../src/domain/a2a/public-jwk.ts'
import { checkReceipt, type ReceiptCrypto } from '../../src/domain/receipt/check-receipt.ts'
import { ask } from '../lib/api.ts'
import { type Child, fill, h } from '../lib/dom.ts'

const TIMEOUT_MS = 30_000

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
    // Few receipts need it, and browsers have nothing of it themselves.
    const { verifyTyped } = await import('../../src/lib/signatures/verify-typed.ts')
    return verifyTyped(wallet, data, signature)
  },
  async verifyEs256({ kty, crv, x, y }, text, signature) {
    const key = await crypto.subtle.importKey('jwk', { kty, crv, x, y }, { name: 'ECDSA', namedCurve: 'P-256' }, false, ['verify'])
    return crypto.subtle.verify({ name: 'ECDSA', hash: 'SHA-256' }, key, new Uint8Array(signature), encoded(text))
  },
}

/** A button that loads the coin's receipt, checks it in this browser, and shows what each check found. */
export function createReceiptCheck(mint: string): HTMLElement {
  const path = `/api/coins/${encodeURIComponent(mint)}/receipt`
  const found = h('div', { role: 'status' })
  const say = (...children: readonly Child[]) => fill(found, ...children)
  const verify = async (): Promise<void> => {
    say(h('p', { class: 'muted' }, 'Reading the receipt…'))
    try {
      if (!globalThis.isSecureContext) return say(h('p', null, 'A browser checks signatures on https pages alone.'))
      const response = await fetch(path, { credentials: 'omit', signal: AbortSignal.timeout(TIMEOUT_MS) })
      const keys = await ask<{ readonly keys: readonly PublicJwk[] }>('/.well-known/jwks.json')
      if (!response.ok || keys.kind !== 'ok') return say(h('p', null, 'The service does not give the receipt now. Try again.'))
      const checks = await checkReceipt(browserCrypto, new Uint8Array(await response.arrayBuffer()), keys.body.keys)
      const all = checks.every(({ ok }) => ok)
      const lines = checks.map(({ ok, text }) => h('li', null, h('strong', null, ok ? 'Holds: ' : 'Does not hold: '), text))
      say(h('p', null, all ? 'This browser checked it: everything holds.' : 'Something does not hold.'), h('ul', null, ...lines))
    } catch {
      say(h('p', null, 'No connection: nothing was checked.'))
    }
  }
  const button = h('button', { type: 'button', class: 'button', onclick: () => void verify() }, 'Verify the receipt')
  return h('div', { class: 'receipt' }, button, found)
}
