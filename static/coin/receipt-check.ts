import type { PublicJwk } from '../../src/domain/a2a/public-jwk.ts'
import { ask } from '../lib/api.ts'
import { type Child, fill, h } from '../lib/dom.ts'

const TIMEOUT_MS = 30_000

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
      // Few ask for it, and it is half as large as all else of the page.
      const { checkInBrowser } = await import('./check-in-browser.ts')
      const checks = await checkInBrowser(new Uint8Array(await response.arrayBuffer()), keys.body.keys)
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
