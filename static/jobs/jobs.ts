import type { Kol } from '../../src/domain/kols/kol.ts'
import type { JobView } from '../../src/domain/results/job-json.ts'
import { itemOf } from '../../src/domain/kit/kit-items.ts'
import { MINUTE_MS } from '../../src/domain/limits.ts'
import { comparableAddress, copyWords } from '../lib/address.ts'
import { amountFigure } from '../lib/amount-figure.ts'
import { ask } from '../lib/api.ts'
import { createConnectionBar } from '../lib/connection.ts'
import { byId, type Child, fill, foreign, h } from '../lib/dom.ts'
import { dueText, leftText, plural } from '../lib/format.ts'
import { icon } from '../lib/icons.ts'
import { coinPath, insideLink, walletPath } from '../lib/links.ts'
import { noneMain, nonePart } from '../lib/none-card.ts'
import { createPagedList, type PagedList } from '../lib/paged-list.ts'
import { poll } from '../lib/poll.ts'
import { progressSteps, tickSteps } from '../lib/progress-steps.ts'
import { createServerClock } from '../lib/server-clock.ts'
import { dueName, endOf, jobSteps, nextOf } from './job-steps.ts'

const POLL_MS = 15_000
/** No handle is so long, and no address so short. */
const HANDLE_CHARS_MAX = 30

/** Shows the work that is open, and that of the worker whom the address names. */
function startJobs(): void {
  const clock = createServerClock()
  const wanted = new URLSearchParams(location.search).get('worker')?.trim() ?? ''
  const worker = byId('worker') as HTMLInputElement
  byId('follow').addEventListener('submit', (event) => {
    event.preventDefault()
    const who = worker.value.trim()
    if (who !== '') location.assign(`/jobs?worker=${encodeURIComponent(who)}`)
  })
  const open = jobList('state=open', (job) => openJob(job, clock.nowMs()), noneOpen())
  byId('open').append(open.element)
  let own: PagedList | null = null

  const refreshOwn = async (): Promise<boolean> => {
    if (wanted === '') return true
    if (own === null) {
      const wallet = await walletOf(wanted)
      if (wallet === 'offline') return false
      byId('own').hidden = false
      if (wallet === null) {
        fill(byId('whose'), 'The directory has no ', foreign(wanted), '. Check the handle, or look for the wallet.')
        // To be mended where it was typed.
        worker.value = wanted
        return true
      }
      fill(byId('whose'), comparableAddress(wallet, 'address'), insideLink(walletPath(wallet), {}, 'What it earned'))
      const draw = (job: JobView) => ownJob(job, clock.nowMs())
      own = jobList(`worker=${encodeURIComponent(wallet)}`, draw, noneOwn())
      byId('own').append(own.element)
    }
    const answered = await own.refresh()
    tickSteps(clock.nowMs())
    return answered
  }
  const update = async (): Promise<void> => {
    const answers = [await refreshOwn(), await open.refresh()]
    connection.show(!answers.includes(false))
    tickDue(clock.nowMs())
    byId('page').removeAttribute('aria-busy')
  }
  const polling = poll(POLL_MS, update)
  const connection = createConnectionBar(polling.now)
  polling.now()
}

/** The wallet that is meant: itself, or that of a handle of the directory; null where it has no such handle. */
async function walletOf(wanted: string): Promise<string | null | 'offline'> {
  if (!wanted.startsWith('@') && wanted.length > HANDLE_CHARS_MAX) return wanted
  const answer = await ask<{ readonly kol: Kol }>(`/api/kols/${encodeURIComponent(wanted)}`)
  if (answer.kind === 'ok') return answer.body.kol.wallet
  return answer.kind === 'problem' && answer.status === 404 ? null : 'offline'
}

const jobList = (filter: string, draw: (job: JobView) => HTMLElement, none: string | HTMLElement): PagedList =>
  createPagedList<'jobs', JobView>({
    name: 'jobs',
    path: `/api/jobs?${filter}`,
    pageSize: 20,
    keyOf: ({ id }) => id,
    draw,
    none,
    changing: true,
  })

const noneOpen = (): HTMLElement =>
  noneMain('paper', {
    title: 'No work is open',
    text: ['New work appears here.'],
    way: insideLink('/docs#jobs', { class: 'button' }, 'How work is posted and paid'),
  })

const noneOwn = (): HTMLElement => nonePart('This wallet has claimed no work.', 'What it claims appears here.')

/** What a worker does next, and behind the button how: by a call that names the job, and that the wallet signs. */
function wayTo(call: string, id: string, words: string, kind: '' | ' button-main' = ''): HTMLElement[] {
  const how = h(
    'p',
    { class: 'job-how muted', hidden: true },
    'Your wallet signs one call that names the job: ',
    insideLink(`/docs#${call}`, {}, 'See the call'),
    copyWords(id, 'job id'),
  )
  const button = h('button', { type: 'button', class: `button job-do${kind}`, 'aria-expanded': 'false' }, words)
  button.addEventListener('click', () => {
    how.hidden = !how.hidden
    button.setAttribute('aria-expanded', String(!how.hidden))
  })
  return [button, how]
}

/** What is asked, for which coin, and what it pays: two lines on a phone, each with its sum at the end. */
const head = ({ title, mint, ticker, amount, chainId, sol, solUsd, postsPerWeek, part }: JobView, end: string | null = null): HTMLElement =>
  h(
    'div',
    { class: 'job-head' },
    h('strong', null, title),
    h('span', { class: 'job-coin' }, 'for ', insideLink(coinPath(mint), {}, foreign(`$${ticker}`))),
    end !== null && h('span', { class: 'badge badge-warn' }, icon('warn'), end),
    h('strong', { class: 'job-pay' }, amountFigure(amount, 'payout')),
    h(
      'span',
      { class: 'job-worth muted' },
      // At the price at which it was ordered.
      DOLLARS.format(sol * solUsd),
      postsPerWeek !== null && (part === null ? ' in all' : ' budget'),
      chainId !== 'sim' && ` on ${chainId}`,
    ),
  )

const DOLLARS = new Intl.NumberFormat('en', {
  style: 'currency',
  currency: 'USD',
  maximumFractionDigits: 2,
  trailingZeroDisplay: 'stripIfInteger',
})

/** How long it is until then; `tickDue` keeps it true. */
const dueLeft = (deadline: string, nowMs: number): HTMLElement =>
  h('time', { class: 'job-left', datetime: deadline }, leftText(deadline, nowMs))

function tickDue(nowMs: number): void {
  for (const time of document.querySelectorAll<HTMLTimeElement>('.job-left')) {
    const text = leftText(time.dateTime, nowMs)
    if (time.textContent !== text) time.textContent = text
  }
}

/** What the work is, and in how many parts it is paid. */
function terms({ template, part, parts, postsPerWeek }: JobView): HTMLElement {
  const posts = postsPerWeek === null ? '' : `${plural(postsPerWeek, 'post')} a week`
  // A budget below the price of the whole ends the work by itself.
  if (part !== null) return h('p', { class: 'muted' }, posts === '' ? part : `${posts} until the budget is used.`)
  const more = [posts, parts ? `${posts === '' ? 'Paid' : 'paid'} in ${parts.length} parts` : ''].filter(Boolean).join(', ')
  return h('p', { class: 'muted' }, itemOf(template).what, more !== '' && ` ${more}.`)
}

const openJob = (job: JobView, nowMs: number): HTMLElement => {
  const until = job.deadline === null ? [] : [`Open until ${dueText(job.deadline)}. `, dueLeft(job.deadline, nowMs)]
  return h('li', { class: 'job' }, head(job), terms(job), ...foot(until, wayTo('claimJob', job.id, 'How to claim')))
}

const ownJob = (job: JobView, nowMs: number): HTMLElement => {
  const end = endOf(job)
  const isDue = (job.state === 'claimed' || job.state === 'submitted') && job.deadline !== null
  const reason = job.cancelReason ?? job.note
  const way = job.state === 'claimed' ? wayTo('submitJob', job.id, `Hand in ${dueName(job.parts)}`, ' button-main') : []
  return h(
    'li',
    { class: end === 'Not paid' ? 'job job-unpaid' : 'job' },
    // That it is not paid stands at its last step.
    head(job, end === 'Ended' ? end : null),
    terms(job),
    progressSteps(jobSteps(job), nowMs, MINUTE_MS),
    ...foot(isDue ? [nextOf(job), ' ', dueLeft(job.deadline!, nowMs)] : [nextOf(job)], way, job.state === 'claimed'),
    reason !== null && h('p', { class: 'job-note muted' }, 'Reason: ', foreign(reason)),
  )
}

/** What comes next, and at its end what can be done about it. */
const foot = (next: readonly Child[], [button, how]: readonly HTMLElement[], isDue = false): readonly Child[] => [
  h('div', { class: 'job-foot' }, h('p', { class: isDue ? 'job-next is-due' : 'job-next' }, ...next), button),
  how,
]

startJobs()
