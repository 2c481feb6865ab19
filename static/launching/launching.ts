import { OPERATION_STATES, type OperationState } from '../../src/domain/operation.ts'
import { coinAddressName, foldedAddress } from '../lib/address.ts'
import { chainSteps } from '../lib/chain-steps.ts'
import { pictureFrame } from '../lib/coin-parts.ts'
import { byId, fill, h } from '../lib/dom.ts'
import { icon } from '../lib/icons.ts'
import { explorerUrl, insideLink, outsideLink } from '../lib/links.ts'
import { transactionLink } from '../lib/payouts.ts'
import { poll } from '../lib/poll.ts'
import { lateInMs, lateNote, progressSteps, tickSteps } from '../lib/progress-steps.ts'
import { createServerClock } from '../lib/server-clock.ts'
import { splitParts } from './split-parts.ts'

const POLL_MS = 2_000
const PICTURE_PX = 72
/** What the service answers while the launch is under way. */
const STILL = 202
/** What it answers once it has ended without a coin at this address. */
const NOTHING = 404

/** Shows how far the launch is, and becomes the coin's page when it has ended. */
function startLaunching(): void {
  const clock = createServerClock()
  let drawn = ''
  let ended = false
  const tick = () => {
    tickSteps(clock.nowMs())
    const late = lateInMs(document.documentElement.dataset['since'] ?? '', clock.nowMs()) <= 0
    byId('state').classList.toggle('badge-warn', late)
  }
  const show = (facts: DOMStringMap): void => {
    const { state = '', since = '', serverTime = '', createdBy = '', split = '' } = facts
    clock.learn(serverTime)
    if (isState(state) && state !== drawn) {
      const steps = chainSteps({ state, createdAt: since, finishedAt: null }, { isLock: false, together: false })
      const proven = steps.map((step) => (step.name === 'Landed' && createdBy ? { ...step, proof: proofOf(createdBy) } : step))
      fill(byId('steps'), progressSteps(proven, clock.nowMs()), lateNote(since))
      fill(byId('split'), ...splitParts(split))
      fill(byId('chain'), ...chainFacts(facts))
    }
    drawn = state
    tick()
  }
  const look = async (): Promise<void> => {
    if (ended) return
    const answer = await fetch(location.pathname, { headers: { accept: 'text/html' }, cache: 'no-store' }).catch(() => null)
    if (answer === null || answer.status >= 500) return
    if (answer.status === NOTHING) {
      ended = true
      return showFailed()
    }
    if (answer.status !== STILL) return location.reload()
    show(new DOMParser().parseFromString(await answer.text(), 'text/html').documentElement.dataset)
  }
  const { picture = '', ticker = '' } = document.documentElement.dataset
  byId('picture').replaceWith(pictureFrame({ path: picture || null, ticker: ticker.slice(1) }, PICTURE_PX))
  show(document.documentElement.dataset)
  poll(POLL_MS, look).now()
  setInterval(() => !ended && tick(), 1_000)
}

const proofOf = (signature: string): HTMLElement => h('span', { class: 'step-at' }, transactionLink(signature, 'the launch'))

/** Where the coin is, and from where it can be looked up; the transaction that made it stands beside its step. */
function chainFacts({ mint = '', createdBy = '' }: DOMStringMap): HTMLElement[] {
  const word = coinAddressName(mint)
  const url = createdBy === '' ? null : explorerUrl('address', mint)
  const link = url && outsideLink(url, 'Look it up')
  return [h('div', { class: 'fact' }, h('dt', null, word), h('dd', null, foldedAddress(mint, word.toLowerCase()), link))]
}

/** Says that no coin came of it: whoever saw it under way learns more than that there is no such page. */
function showFailed(): void {
  const title = `The launch of ${document.documentElement.dataset['coin']} has ended`
  document.title = title
  const page = byId('page')
  page.className = ''
  fill(
    page,
    h(
      'section',
      { class: 'card end' },
      icon('cross'),
      h('h1', { id: 'title' }, title),
      h('p', { role: 'status' }, 'There is no coin at this address. The agent that launched it has been told why.'),
      insideLink('/board', { class: 'button' }, 'See the coins'),
    ),
  )
}

const isState = (text: string): text is OperationState => OPERATION_STATES.some((state) => state === text)

startLaunching()
