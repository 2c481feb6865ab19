import type { PoliciesView, PolicyView } from '../../src/features/policies/policy-view.ts'
import type { OpenedList } from '../approvals/opened-list.ts'
import type { Access } from '../approvals/opening.ts'
import { type Answer, ask } from '../lib/api.ts'
import { fill, foreign, h } from '../lib/dom.ts'
import { icon } from '../lib/icons.ts'
import { keyedList } from '../lib/keyed-list.ts'
import { insideLink } from '../lib/links.ts'
import type { ServerClock } from '../lib/server-clock.ts'
import { policyRow } from './policy-row.ts'

/** Policies of one request, and how many more each "Show more" adds. */
const PAGE = 20

const NONE = 'A policy lets an agent launch within limits that you sign.'

/** Builds the list of policies with what was spent under each, newest first, for this access; empty until it is refreshed. */
export function createPolicyList(access: Access, clock: ServerClock): OpenedList {
  const path = access.untilMs === null ? '/api/policies' : '/api/approvals/policies'
  const list = h('ul', { class: 'policy-list', role: 'list' })
  const more = h('button', { type: 'button', class: 'button button-quiet', hidden: true }, 'Show more')
  const none = h(
    'div',
    { class: 'card end', hidden: true },
    icon('paper'),
    h('h2', null, 'No policies yet'),
    h('p', { class: 'muted' }, NONE),
    h('p', { class: 'end-ways' }, insideLink('/docs#readPolicyText', { class: 'button' }, 'How an agent asks for one')),
  )
  const rows = keyedList<PolicyView>(
    list,
    ({ hash }) => hash,
    (policy) =>
      policyRow(policy, { path, headers: access.headers, clock, signer: () => access.signer, changed: () => void revoked(policy) }),
  )
  const done = h('div', { class: 'notice notice-done', role: 'status', tabindex: '-1', hidden: true })
  let wanted = PAGE
  let counted = ''
  let sought: string | null = location.hash.slice(1)

  const refresh = async (): Promise<Answer<unknown>> => {
    const policies: PolicyView[] = []
    let cursor: string | null = null
    do {
      const query = new URLSearchParams({ limit: String(PAGE), ...(cursor === null ? {} : { cursor }) })
      const answer: Answer<PoliciesView> = await ask<PoliciesView>(`${path}?${query}`, { headers: access.headers })
      if (answer.kind !== 'ok') return answer
      clock.learn(answer.body.serverTime)
      policies.push(...answer.body.policies)
      cursor = answer.body.nextCursor
    } while (cursor !== null && policies.length < wanted)
    rows.show(policies)
    list.classList.toggle('one-network', new Set(policies.flatMap(({ clauses }) => clauses.platforms)).size === 1)
    const some = policies.length === 1 && cursor === null ? '1 policy' : `${policies.length} policies${cursor === null ? '' : ' and more'}`
    counted = policies.length === 0 ? '' : some
    more.hidden = cursor === null
    none.hidden = policies.length > 0
    seek()
    return { kind: 'same' }
  }
  /** Says what one has just done: the row alone would only look different. */
  const revoked = async ({ key }: PolicyView) => {
    await refresh()
    fill(
      done,
      icon('check'),
      h('p', null, h('strong', null, 'Revoked just now: '), foreign(key.label), '. Each later launch needs an approval.'),
    )
    done.hidden = false
    done.focus()
  }
  /** Goes once to the policy that the address names. */
  const seek = () => {
    if (sought === null) return
    document.getElementById(`policy-${sought}`)?.scrollIntoView()
    sought = null
  }
  more.addEventListener('click', () => {
    wanted += PAGE
    void refresh()
  })

  const element = h('div', null)
  fill(element, done, list, none, more)
  return { element, refresh, tick: () => {}, count: () => counted }
}
