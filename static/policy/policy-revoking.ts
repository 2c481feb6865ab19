import type { PolicyView } from '../../src/features/policies/policy-view.ts'
import { typedRevocation } from '../../src/domain/policy/typed-policy.ts'
import { ask } from '../lib/api.ts'
import { fill, foreign, h } from '../lib/dom.ts'
import { shortText, utcText } from '../lib/format.ts'
import type { ServerClock } from '../lib/server-clock.ts'
import { createSigningPanel } from '../lib/signing/signing-panel.ts'
import type { ConnectedWallet } from '../lib/signing/wallets.ts'
import { action } from '../lib/signing/wallet-steps.ts'
import { policyRefused } from './policy-notices.ts'

/** What comes of it, said until it is signed. */
const WHAT = 'It ends for good. Launches under way go on; each later one needs an approval. Nothing is spent.'

/** What a revocation needs of the page. */
interface RevokingDeps {
  readonly clock: ServerClock
  /** Who is connected on this page already. */
  readonly signer: () => ConnectedWallet | null
  /** Called once it is revoked, with the wallet that did it. */
  readonly changed: (wallet: string) => void
}

/**
 * The way to end a policy: a button, and behind it a dialog with the steps to a signature. It is no modal one: what a wallet puts on the
 * page to ask for a signature has to stay within reach, above it.
 */
export function revoking({ hash, key }: Pick<PolicyView, 'hash' | 'key'>, { clock, signer, changed }: RevokingDeps): HTMLElement {
  const begin = () => {
    const dialog = h('dialog', { class: 'revoke', 'aria-labelledby': 'revoke-title', 'aria-modal': 'true' })
    const close = () => {
      setBehind(false)
      dialog.remove()
      if (revokeButton.isConnected) revokeButton.focus()
    }
    let by = ''
    const panel = createSigningPanel<unknown>(clock, {
      connect: 'Connect an approver’s wallet, and sign once.',
      button: 'Sign to revoke it',
      ends: true,
      signer: signer(),
      text: (_address, timestamp) => `svc-revoke-policy:${hash}:${timestamp}`,
      typed: (timestamp) => typedRevocation(document.documentElement.dataset['host'] ?? '', hash, timestamp),
      send(headers) {
        by = headers['x-svc-wallet'] ?? ''
        return ask(`/api/policies/${hash}`, { method: 'DELETE', headers })
      },
      reads: (timestamp) => `Its parts: what it does, this policy (${shortText(hash)}), and the time ${utcText(Number(timestamp))}.`,
      done() {
        close()
        changed(by)
      },
      refused: policyRefused,
      way: action('Keep it', close, { class: 'button button-quiet button-other' }),
    })
    dialog.addEventListener('keydown', ({ key: pressed }) => pressed === 'Escape' && close())
    fill(dialog, h('h2', { id: 'revoke-title' }, 'Revoke the policy of ', foreign(key.label), '?'), h('p', null, WHAT), panel.element)
    document.body.append(dialog)
    setBehind(true)
    dialog.show()
    panel.element.focus({ preventScroll: true })
  }
  const revokeButton = action('Revoke', begin, { class: 'button button-bad' })
  return h('div', { class: 'policy-revoke' }, revokeButton)
}

/** The page behind the dialog: out of reach while it is open. */
function setBehind(isBehind: boolean): void {
  for (const part of document.querySelectorAll<HTMLElement>('header, main, .bar')) part.inert = isBehind
}
