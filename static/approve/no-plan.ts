import type { Answer } from '../lib/api.ts'
import { copyButton } from '../lib/address.ts'
import { h } from '../lib/dom.ts'
import { shortText, utcText } from '../lib/format.ts'
import { icon } from '../lib/icons.ts'
import type { ServerClock } from '../lib/server-clock.ts'
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
  unknown: ['paper', 'There is no such plan', 'Check that the link is complete. Plans are removed some time after they expire.'],
  offline: ['warn', OFFLINE.title, OFFLINE.text],
  broken: [
    'warn',
    'The service has a problem',
    'Nothing was approved or launched by this. If it keeps happening, send the operator this line:',
  ],
} as const

/** The way to a look that may find a plan, and when the page looks by itself. */
export interface Retrying {
  readonly parts: readonly HTMLElement[]
  /** A look found none: the pause before the next begins. */
  failed(): void
  /** Writes how long that is; called each second. */
  tick(): void
}

/** Builds it; `now` looks at once. */
export function createRetrying({ elapsedMs }: Pick<ServerClock, 'elapsedMs'>, everyMs: number, now: () => void): Retrying {
  const left = h('p', { class: 'muted end-next' })
  const button = h('button', { type: 'button', class: 'button', onclick: now }, 'Try now')
  let nextMs = 0
  const tick = () => void (left.textContent = `Trying again in ${Math.max(1, Math.ceil((nextMs - elapsedMs()) / 1_000))} s`)
  const failed = () => {
    nextMs = elapsedMs() + everyMs
    tick()
  }
  return { parts: [button, left], failed, tick }
}

/** What the operator needs to find what went wrong, to be copied. */
function troubleLine({ status, code }: Refused & { kind: 'problem' }, dryRunId: string, nowMs: number): HTMLElement {
  const parts = (id: string) => [`Plan ${id}`, `${status} ${code}`, utcText(new Date(nowMs).toISOString())]
  return h(
    'p',
    { class: 'address-line end-line', title: dryRunId },
    h('code', null, ...parts(shortText(dryRunId)).map((part) => h('span', null, part))),
    copyButton(parts(dryRunId).join(' · '), 'this line for the operator'),
  )
}

/** Which plan it was, short: its whole id is copied. */
const planLine = (dryRunId: string): HTMLElement =>
  h(
    'p',
    { class: 'address-line end-line', title: dryRunId },
    h('code', null, `Plan ${shortText(dryRunId)}`),
    copyButton(dryRunId, 'plan id'),
  )

/** Where a look found no plan, and when. */
interface Looked {
  readonly dryRunId: string
  readonly nowMs: number
  readonly retrying: Retrying
}

/** Why there is no plan to see, with what to do next. */
export function noPlan(answer: Refused, { dryRunId, nowMs, retrying }: Looked): { readonly title: string; readonly element: HTMLElement } {
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
      end === 'broken' && answer.kind === 'problem' && troubleLine(answer, dryRunId, nowMs),
      isGone && planLine(dryRunId),
      end === 'expired' ? expiredWays(dryRunId, false) : h('div', { class: 'end-ways' }, ...(isGone ? [pendingPlans()] : retrying.parts)),
    ),
  }
}

function endOf(answer: Refused): keyof typeof ENDS {
  if (answer.kind === 'offline') return 'offline'
  if (answer.status !== 404) return 'broken'
  return answer.code === 'dry_run_expired' ? 'expired' : 'unknown'
}
