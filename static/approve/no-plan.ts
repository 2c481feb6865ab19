import type { Answer } from '../lib/api.ts'
import { h } from '../lib/dom.ts'
import { shortText } from '../lib/format.ts'
import { icon } from '../lib/icons.ts'
import { OFFLINE } from '../lib/signing/notices.ts'
import { expiredWays, pendingPlans } from './expired-ways.ts'

/** An answer without the plan. */
export type Refused = Exclude<Answer<never>, { kind: 'ok' } | { kind: 'same' }>

const ENDS = {
  expired: [
    'clock',
    'This plan has expired',
    'It can no longer be approved, and nothing was launched by it. The agent can make the same plan again, with a new link.',
  ],
  unknown: ['warn', 'There is no such plan', 'Check that the link is complete. Plans are removed some time after they expire.'],
  offline: ['warn', OFFLINE.title, OFFLINE.text],
  broken: ['warn', 'The service has a problem', 'This page tries again by itself. If it goes on, tell the operator.'],
} as const

/** Why there is no plan to see, with what to do next; `retry` where the next look may find one. */
export function noPlan(answer: Refused, dryRunId: string, retry: HTMLElement): { readonly title: string; readonly element: HTMLElement } {
  const end = endOf(answer)
  const [sign, title, text] = ENDS[end]
  const isGone = end === 'expired' || end === 'unknown'
  return {
    title,
    element: h(
      'section',
      { class: 'card end' },
      icon(sign),
      h('h1', null, title),
      h('p', null, text),
      isGone && h('p', { class: 'muted' }, 'Plan ', h('code', { title: dryRunId }, shortText(dryRunId))),
      end === 'expired' ? expiredWays(dryRunId, false) : h('div', { class: 'end-ways' }, isGone ? pendingPlans() : retry),
    ),
  }
}

function endOf(answer: Refused): keyof typeof ENDS {
  if (answer.kind === 'offline') return 'offline'
  if (answer.status !== 404) return 'broken'
  return answer.code === 'dry_run_expired' ? 'expired' : 'unknown'
}
