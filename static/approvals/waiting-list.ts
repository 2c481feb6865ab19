import type { EarlierView } from '../../src/features/dry-run/earlier-view.ts'
import type { PlansListed, WaitingPlans, WaitingPlanView } from '../../src/features/approvals/waiting-plan-view.ts'
import { countUpTo, percentText } from '../../src/domain/money/figure-text.ts'
import { isGrave, rowWarnings } from '../approve/plan-warnings.ts'
import { type Answer, ask } from '../lib/api.ts'
import { changedFields, changeList } from '../lib/change-list.ts'
import { type Child, fill, foreign, h } from '../lib/dom.ts'
import { keyedList } from '../lib/keyed-list.ts'
import { OWN_LIMITS } from '../../src/domain/limits/own-limits.ts'
import { clockText, dateTimeText, exactAmount, plural, shortText } from '../lib/format.ts'
import { icon } from '../lib/icons.ts'
import { insideLink } from '../lib/links.ts'
import type { ServerClock } from '../lib/server-clock.ts'
import { mainRole, roleTag, splitBar } from '../lib/shareholders.ts'
import { createChangedFilter } from './changed-filter.ts'
import type { OpenedList } from './opened-list.ts'
import type { Access } from './opening.ts'
import { createPlanFind } from './plan-find.ts'

/** Plans of one request, and how many more each "Show more" adds. */
const PAGE = 20
/** A plan with less time than this is marked. */
const SHORT_MS = 300_000

/** Builds the list of plans that wait, least time first once all are shown, newest first until then; empty until it is refreshed. */
export function createWaitingList(access: Access, of: PlansListed, clock: ServerClock): OpenedList {
  const list = h('ul', { class: 'waiting', role: 'list' })
  const more = h('button', { type: 'button', class: 'button button-quiet', hidden: true }, 'Show more')
  const none = h('div', { class: 'card end', hidden: true })
  const rows = keyedList<WaitingPlanView>(
    list,
    ({ dryRunId }) => dryRunId,
    (plan) => planRow(plan, access.who),
  )
  let wanted = PAGE
  let counted = ''
  let read: { readonly plans: readonly WaitingPlanView[]; readonly more: boolean } = { plans: [], more: false }
  const showRows = () => {
    rows.show(find.of(filter.of(read.plans, read.more), !read.more))
    tick()
  }
  const [filter, find] = [createChangedFilter(showRows), createPlanFind(showRows)]

  const refresh = async (): Promise<Answer<unknown>> => {
    const plans: WaitingPlanView[] = []
    let cursor: string | null = null
    do {
      const query = new URLSearchParams({ of, limit: String(PAGE), ...(cursor === null ? {} : { cursor }) })
      const answer: Answer<WaitingPlans> = await ask<WaitingPlans>(`${access.path}?${query}`, { headers: access.headers })
      if (answer.kind !== 'ok') return answer
      clock.learn(answer.body.serverTime)
      plans.push(...answer.body.plans)
      cursor = answer.body.nextCursor
    } while (cursor !== null && plans.length < wanted)
    // Once all are here, what expires first is to be decided first.
    const sorted = cursor === null ? plans.toSorted((one, other) => Date.parse(one.expiresAt) - Date.parse(other.expiresAt)) : plans
    read = { plans: sorted, more: cursor !== null }
    counted = plans.length === 0 ? '' : cursor === null ? plural(plans.length, 'plan') : `${plans.length} plans and more`
    more.hidden = cursor === null
    more.disabled = false
    none.hidden = plans.length > 0
    if (plans.length === 0) fill(none, icon('check'), h('h2', null, 'No plans to approve'), h('p', { class: 'muted' }, NOTHING[of]))
    showRows()
    return { kind: 'same' }
  }
  more.addEventListener('click', () => {
    wanted += PAGE
    more.disabled = true
    void refresh()
  })
  const tick = () => {
    for (const time of list.querySelectorAll<HTMLTimeElement>('time')) {
      const leftMs = Date.parse(time.dateTime) - clock.nowMs()
      time.parentElement?.classList.toggle('is-short', leftMs < SHORT_MS)
      time.textContent = leftMs > 0 ? `${clockText(leftMs)} left` : 'Expired'
    }
  }
  return {
    element: h('div', null, list, more, none),
    filter: h('div', { class: 'waiting-filter' }, filter.element, find.element),
    refresh,
    tick,
    count: () => (filter.element.hidden ? counted : ''),
  }
}

const NOTHING = {
  required: 'New plans that need an approval appear here by themselves.',
  all: 'New plans appear here by themselves.',
} as const

function planRow(plan: WaitingPlanView, viewer: string): HTMLElement {
  const { dryRunId, intent, name, ticker, mint, expiresAt, askedBy, approvals, approvalsRequired, shareholders, cost, changedSince } = plan
  const warnings = rowWarnings(plan)
  const grave = warnings.some(isGrave)
  const badge = grave ? 'badge badge-warn' : 'waiting-note'
  const title = intent === 'launch' ? [foreign(name), ' ', h('span', { class: 'coin-ticker' }, foreign(`$${ticker}`))] : lockTitle(plan)
  return h(
    'li',
    { class: 'waiting-plan' },
    picture(plan),
    h(
      'div',
      { class: 'waiting-what' },
      h('h2', null, insideLink(`/approve/${encodeURIComponent(dryRunId)}`, { class: 'waiting-link' }, ...title)),
      mint !== null && h('p', { class: 'muted' }, 'Fee lock of ', h('code', null, shortText(mint))),
      askerLine(askedBy),
    ),
    h(
      'div',
      { class: 'waiting-split' },
      splitBar(shareholders),
      paid(shareholders),
      h(
        'p',
        { class: 'waiting-facts' },
        changedSince.length > 0 && h('span', { class: 'badge badge-warn' }, icon('warn'), 'Changed since'),
        warnings.length > 0 && h('span', { class: badge, title: warnings.join('\n') }, grave && icon('warn'), warningsName(plan, warnings)),
        !askedBy.approvalRequired && h('span', { class: 'badge' }, 'Needs no approval'),
        approvalsRequired > 1 && h('span', { class: 'badge' }, `${approvals.length} of ${approvalsRequired} approvals`),
        approvals.some(({ wallet }) => wallet === viewer) && h('span', { class: 'badge badge-on' }, icon('check'), 'You approved'),
      ),
    ),
    plan.previous !== null && changesPart(plan.previous),
    h(
      'div',
      { class: 'waiting-end' },
      h('p', { class: 'waiting-time' }, icon('clock'), h('time', { datetime: expiresAt, role: 'timer' })),
      h('p', { class: 'muted' }, ...costParts(cost)),
    ),
    // For eyes: the whole row is the link.
    h('span', { class: 'button waiting-go', 'aria-hidden': 'true' }, 'Review'),
    h('span', { class: 'waiting-more', 'aria-hidden': 'true' }, icon('next')),
  )
}

/** The warning by its name where it is the only one, and of a kind that has a short one; how many there are otherwise. */
function warningsName({ directory, warnings: found }: WaitingPlanView, { length }: readonly string[]): string {
  const unlisted = new Set(directory.filter(({ listing }) => listing !== 'listed').map(({ wallet }) => wallet)).size
  return length === 1 && found.length === 0 && unlisted > 0 ? plural(unlisted, 'unlisted wallet') : plural(length, 'warning')
}

const costParts = (cost: WaitingPlanView['cost']): Child[] =>
  cost ? [h('span', { class: 'waiting-word' }, 'costs '), h('strong', null, exactAmount(cost.total))] : ['network fees']

const askerLine = ({ label, fingerprint, launches }: WaitingPlanView['askedBy']): HTMLElement =>
  h(
    'p',
    { class: 'waiting-asker muted' },
    'Asked by ',
    h('span', { class: 'waiting-key' }, foreign(label)),
    fingerprint !== null && h('code', { class: 'waiting-print' }, ` ${fingerprint}`),
    launches === 0 ? ', no launch yet' : `, launched ${countUpTo(launches, OWN_LIMITS.agentCoinsMax)} ${launches === 1 ? 'coin' : 'coins'}`,
  )

/** What differs from the plan that was approved last, folded. */
function changesPart({ createdAt, changes }: EarlierView): HTMLElement {
  const of = `the plan of ${dateTimeText(createdAt)} that was approved`
  if (changes.length === 0) return h('p', { class: 'waiting-changes muted' }, `The same as ${of}.`)
  const what = h('span', null, h('strong', null, changedFields(changes)), h('span', { class: 'muted' }, ` changed since ${of}`))
  return h('details', { class: 'waiting-changes' }, h('summary', null, what), changeList(changes))
}

const lockTitle = ({ name, ticker, mint }: WaitingPlanView) =>
  name === '' ? [`Fee lock of ${shortText(mint ?? '')}`] : [foreign(name), ' ', h('span', { class: 'coin-ticker' }, foreign(`$${ticker}`))]

function picture({ dryRunId, imageUrl }: WaitingPlanView): HTMLElement {
  const frame = h('span', { class: 'coin-picture' }, icon(imageUrl === null ? 'lock' : 'image'))
  frame.style.setProperty('--size', '48px')
  if (imageUrl === null) return frame
  const image = h('img', { alt: '', width: 48, height: 48, loading: 'lazy', decoding: 'async' })
  image.onerror = () => frame.replaceChildren(icon('image'))
  // Always of this service, whatever address the API was reached by.
  image.src = `/api/agent/launch/dry-run/${encodeURIComponent(dryRunId)}/image`
  frame.replaceChildren(image)
  return frame
}

/** `KOL 60% Agent 15% Treasury 25%`, as the bar has them: who they are is said on pointing at it, and on the page of the plan. */
function paid(shareholders: WaitingPlanView['shareholders']): HTMLElement {
  const names = shareholders.map(({ handle, bps }) => `${handle} ${percentText(bps)}`).join(', ')
  const roles = [...Map.groupBy(shareholders, ({ role }) => mainRole(role))]
  const sumOf = (wallets: WaitingPlanView['shareholders']) => percentText(wallets.reduce((sum, { bps }) => sum + bps, 0))
  const parts = roles.flatMap(([role, wallets]) => [h('span', { class: 'waiting-role' }, roleTag(role), ' ', sumOf(wallets)), ' '])
  return h('p', { class: 'waiting-roles', title: names }, ...parts)
}
