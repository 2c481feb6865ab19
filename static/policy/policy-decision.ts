import type { PolicyTextView, PolicyView } from '../../src/features/policies/policy-view.ts'
import { addressKey } from '../../src/domain/crew/payee.ts'
import { percentText } from '../../src/domain/money/figure-text.ts'
import { typedPolicy } from '../../src/domain/policy/typed-policy.ts'
import { comparableAddress, copyMainButton } from '../lib/address.ts'
import { ask } from '../lib/api.ts'
import { type Child, fill, h } from '../lib/dom.ts'
import { utcText, plural } from '../lib/format.ts'
import { icon } from '../lib/icons.ts'
import { insideLink } from '../lib/links.ts'
import type { ServerClock } from '../lib/server-clock.ts'
import { createSigningPanel } from '../lib/signing/signing-panel.ts'
import type { ConnectedWallet } from '../lib/signing/wallets.ts'
import { dayMeter } from './day-meter.ts'
import { policyRefused } from './policy-notices.ts'
import { revoking } from './policy-revoking.ts'
import { policiesPath, STATE_WORDS } from './policy-states.ts'

/** The panel in which a policy is signed, and which says what it is. */
export interface PolicyDecision {
  readonly element: HTMLElement
  show(view: PolicyTextView): void
}

/** Builds the panel, empty until a policy is shown. */
export function createPolicyDecision(deps: { readonly clock: ServerClock; readonly refresh: () => Promise<void> }): PolicyDecision {
  const heading = h('h2', { id: 'decision', tabindex: '-1' }, 'Your signature')
  const body = h('div', { class: 'decision-body' })
  const element = h('section', { class: 'card decision', 'aria-labelledby': 'decision' }, heading, body)
  keepHeight(element)
  // Its own wallets are in sight then, and its text.
  new IntersectionObserver(([seen]) => void element.classList.toggle('is-seen', seen!.isIntersecting)).observe(element)
  let view: PolicyTextView | null = null
  let mine: string | null = null
  /** What is spent of the day, as the answer to a signature here said it. */
  let spent: PolicyView | null = null
  /** Who revoked it here. */
  let revoker: string | null = null
  /** Who signed it here, and may end it without connecting again. */
  let signer: ConnectedWallet | null = null
  const exact = exactText()
  let drawn = ''

  const panel = createSigningPanel<{ readonly policy: PolicyView }>(deps.clock, {
    connect: 'Connect an approver’s wallet. It signs the text of this policy; it spends nothing.',
    button: 'Sign this policy',
    bar: 'always',
    read() {
      const text = exact.open()
      text.focus({ preventScroll: true })
      text.scrollIntoView({ block: 'start' })
    },
    text: (_address, timestamp) => `${view?.text}\nsigned at: ${timestamp}`,
    typed: (timestamp) => view && typedPolicy(view.text, timestamp),
    reads: (timestamp) => figuresInWords(view?.clauses.wallets ?? [], timestamp),
    blocked: (address) =>
      view?.signed?.approvals.some(({ wallet }) => addressKey(wallet) === addressKey(address))
        ? 'This wallet has signed it. Another approver’s is needed.'
        : null,
    send: (headers) =>
      ask('/api/policies', {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify(view?.clauses),
      }),
    done({ policy }, by) {
      signer = by
      mine = policy.approvals.at(-1)?.wallet ?? null
      spent = policy
      heading.focus()
      void deps.refresh()
    },
    refused: policyRefused,
  })

  const revoked = (wallet: string) => {
    revoker = wallet
    void deps.refresh()
  }

  return {
    element,
    show(next) {
      view = next
      const looks = JSON.stringify([next.signed, mine])
      if (looks === drawn) return
      drawn = looks
      const open = next.signed === null || (next.signed.state === 'waiting' && mine === null)
      const living = next.signed !== null && ['waiting', 'early', 'allowing'].includes(next.signed.state)
      const end = living && !open && revoking(next, { clock: deps.clock, signer: () => signer, changed: revoked })
      heading.textContent = open ? 'Your signature' : 'Result'
      exact.show(next.text)
      const ways = next.signed !== null && h('div', { class: 'policy-ways' }, ...waysOn(next, mine), end)
      fill(body, ...standing(next, { mine, spent, revoker }), open && panel.element, open && exact.element, ways)
      if (open) panel.renew()
    },
  }
}

/** The text before somebody is connected, who then reads it with the time of the signature. */
function exactText() {
  const text = h('pre', { class: 'policy-text', tabindex: '0' })
  const element = h(
    'details',
    { class: 'exact' },
    h('summary', null, 'The exact text'),
    h('p', { class: 'muted' }, 'The time of your signature is added as its last line.'),
    text,
  )
  return {
    element,
    show: (exact: string) => void (text.textContent = exact),
    open() {
      element.open = true
      return text
    },
  }
}

/** What two of its figures are, in the words of the page. */
const figuresInWords = (wallets: PolicyTextView['clauses']['wallets'], timestamp: string): string => {
  const [bps = null, ...others] = new Set(wallets.map(({ bpsMax }) => bpsMax))
  const shares = bps === null ? '' : others.length > 0 ? '100 basis points are 1%; ' : `${bps} basis points are ${percentText(bps)}; `
  return `${shares}${shares === '' ? 'T' : 't'}he last line is the time, ${utcText(Number(timestamp))}.`
}

/** Gives the style sheet the height of the panel, which stays in sight whole, or with its end. */
function keepHeight(panel: HTMLElement): void {
  new ResizeObserver(() => panel.style.setProperty('--height', `${panel.offsetHeight}px`)).observe(panel)
}

/** What is left to do once it was signed. */
const NOW_CLOSE = ' The agent can go on; you may close this page.'

/** What was done on this page. */
interface Done {
  readonly mine: string | null
  readonly spent: PolicyView | null
  readonly revoker: string | null
}

/** Who has signed so far, and what that comes to. */
function standing({ signed, approvalsRequired }: PolicyTextView, { mine, spent, revoker }: Done): Child[] {
  if (signed === null) return [approvalsRequired > 1 && h('p', { class: 'muted' }, `It needs ${plural(approvalsRequired, 'signature')}.`)]
  const { state, approvals, revokedAt } = signed
  const on = state === 'allowing' || state === 'early'
  const isWaiting = state === 'waiting'
  const isPassedOn = isWaiting && mine !== null
  const title = isWaiting ? `${approvals.length} of ${plural(signed.approvalsRequired, 'signature')}` : STATE_WORDS[state].title
  return [
    h(
      'p',
      { class: `result ${on ? 'result-on' : 'result-off'}`, role: 'status' },
      icon(on ? 'check' : state === 'revoked' || state === 'altered' ? 'cross' : 'clock'),
      title,
    ),
    h('p', null, STATE_WORDS[state].text, isPassedOn && ' Send this page’s address to another approver.', on && mine !== null && NOW_CLOSE),
    isPassedOn && copyMainButton(location.origin + location.pathname, 'the address of this page'),
    on && spent !== null && dayMeter(spent),
    h('ul', { class: 'policy-signers', role: 'list' }, ...approvals.map((approval) => signer(approval, mine))),
    revokedAt !== null &&
      h(
        'div',
        { class: 'verdict' },
        h('p', { class: 'label' }, revoker === null ? 'It was revoked on' : 'You revoked it'),
        h('p', { class: 'muted' }, utcText(revokedAt)),
        revoker !== null && comparableAddress(revoker, 'address'),
      ),
  ]
}

/** Where all policies are, with what was spent under each; who has passed it on has another thing to do. */
const waysOn = ({ hash, signed }: PolicyTextView, mine: string | null): Child[] => [
  !(signed?.state === 'waiting' && mine !== null) && insideLink(policiesPath(hash), { class: 'button' }, 'All policies'),
]

/** Who signed it and when: the same two rows for each, as on the page of a plan. */
const signer = ({ wallet, at }: PolicyView['approvals'][number], mine: string | null) =>
  h(
    'li',
    { class: 'verdict' },
    h('p', { class: 'label' }, wallet === mine ? 'You signed' : 'Signed by the wallet'),
    h('p', { class: 'muted' }, utcText(at)),
    comparableAddress(wallet, 'address'),
  )
