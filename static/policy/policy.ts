import type { PolicyTextView } from '../../src/features/policies/policy-view.ts'
import { clausesOfFragment } from '../../src/domain/policy/policy-path.ts'
import { type Answer, send } from '../lib/api.ts'
import { byId, fill, foreign, h } from '../lib/dom.ts'
import { utcText } from '../lib/format.ts'
import { icon } from '../lib/icons.ts'
import { insideLink } from '../lib/links.ts'
import { poll } from '../lib/poll.ts'
import { createServerClock } from '../lib/server-clock.ts'
import { createPolicyDecision } from './policy-decision.ts'
import { policyDetails } from './policy-details.ts'

const POLL_MS = 15_000

/** Shows the policy that the address has behind its `#`, and takes an approver to a signature under it. */
function startPolicy(): void {
  const clock = createServerClock()
  clock.learn(document.documentElement.dataset['serverTime'] ?? '')
  const [page, connection] = [byId('page'), byId('connection')]
  const clauses = clausesOfFragment(location.hash.slice(1))
  let shown: string | null = null
  const details = h('div', { class: 'details' })
  const decision = createPolicyDecision({ clock, refresh: () => update() })

  const show = (view: PolicyTextView): void => {
    clock.learn(view.serverTime)
    const look = `${view.hash} ${view.signed?.state}`
    if (shown === null)
      fill(
        page,
        h('h1', null, 'Spending policy of ', foreign(view.key.label)),
        h('div', { class: 'policy-columns' }, details, decision.element),
      )
    if (shown !== look) {
      shown = look
      fill(details, ...policyDetails(view))
    }
    decision.show(view)
  }
  const update = async (): Promise<void> => {
    if (clauses === null) return end(NO_POLICY)
    if (isOver(clauses, clock.nowMs())) return end(over(clauses))
    const answer = await send<PolicyTextView>('/api/policies/text', clauses)
    connection.hidden = answer.kind !== 'offline'
    if (answer.kind === 'ok') show(answer.body)
    else if (answer.kind === 'problem' && shown === null) end(refused(answer))
    if (answer.kind !== 'offline') page.removeAttribute('aria-busy')
  }
  const end = ({ title, text, mark = 'warn' }: NothingToSign): void => {
    fill(
      page,
      h(
        'section',
        { class: 'card end' },
        icon(mark),
        h('h1', null, title),
        h('p', { class: 'muted' }, text),
        h('p', { class: 'end-ways' }, insideLink('/policies', { class: 'button' }, 'All policies')),
      ),
    )
    page.removeAttribute('aria-busy')
  }
  addEventListener('hashchange', () => location.reload())
  poll(POLL_MS, update).now()
}

/** Why there is nothing to sign. */
interface NothingToSign {
  readonly title: string
  readonly text: string
  readonly mark?: 'clock' | 'warn'
}

const NO_POLICY: NothingToSign = {
  title: 'There is no policy in this link',
  text: 'The link is incomplete. Ask whoever sent it to copy all of it.',
}

const untilMs = (clauses: object): number => Date.parse(String((clauses as { readonly until?: unknown }).until))

const isOver = (clauses: object, nowMs: number): boolean => untilMs(clauses) <= nowMs

const over = (clauses: object): NothingToSign => ({
  title: 'This policy is over',
  mark: 'clock',
  text: `It ended on ${utcText(new Date(untilMs(clauses)).toISOString())}. It allows nothing any more and cannot be signed.`,
})

const refused = ({ code, detail, status }: Extract<Answer<unknown>, { kind: 'problem' }>): NothingToSign =>
  code === 'policy_invalid' || status === 400
    ? { title: 'This policy cannot be signed here', text: detail || NO_POLICY.text }
    : { title: 'The service did not show this policy', text: detail || 'Wait a minute, then reload this page.' }

startPolicy()
