import type { PolicyView } from '../../src/features/policies/policy-view.ts'
import { typedRevocation } from '../../src/domain/policy/typed-policy.ts'
import { ask } from '../lib/api.ts'
import { fill, foreign, h } from '../lib/dom.ts'
import { shortText } from '../lib/format.ts'
import type { ServerClock } from '../lib/server-clock.ts'
import { createSigningPanel } from '../lib/signing/signing-panel.ts'
import { action } from '../lib/signing/wallet-steps.ts'
import { policyRefused } from './policy-notices.ts'

/** What comes of it, said until it is signed. */
const WHAT = 'Launches under way go on. Each later one needs an approval.'

/** The way to end a policy: a button, and behind it the steps to a signature. */
export function revoking(
  { hash, key }: Pick<PolicyView, 'hash' | 'key'>,
  { clock, changed }: { readonly clock: ServerClock; readonly changed: () => void },
): HTMLElement {
  const box = h('div', { class: 'policy-revoke' })
  const begin = () => {
    const panel = createSigningPanel<unknown>(clock, {
      connect: 'Connect an approver’s wallet, and sign once. Nothing is spent.',
      button: 'Sign to revoke it',
      ends: true,
      text: (_address, timestamp) => `svc-revoke-policy:${hash}:${timestamp}`,
      typed: (timestamp) => typedRevocation(document.documentElement.dataset['host'] ?? '', hash, timestamp),
      send: (headers) => ask(`/api/policies/${hash}`, { method: 'DELETE', headers }),
      parts: () => [
        h(
          'p',
          { class: 'decision-note' },
          'In the text below, ',
          h('code', null, shortText(hash)),
          ' is the policy of ',
          foreign(key.label),
          '.',
        ),
      ],
      done() {
        fill(box, h('p', { class: 'busy', role: 'status' }, 'Revoked.'))
        changed()
      },
      refused: policyRefused,
      way: keep(),
    })
    fill(box, h('h3', null, 'Revoke the policy of ', foreign(key.label)), h('p', null, WHAT), panel.element)
    panel.element.focus({ preventScroll: true })
    box.scrollIntoView({ block: 'nearest' })
  }
  const revokeButton = () => action('Revoke', begin, { class: 'button button-bad' })
  const keep = () => action('Keep it', () => fill(box, revokeButton()))
  fill(box, revokeButton())
  return box
}
