import { OPERATION_STATES, type OperationState } from '../../src/domain/operation.ts'
import { chainSteps } from '../lib/chain-steps.ts'
import { byId, fill } from '../lib/dom.ts'
import { poll } from '../lib/poll.ts'
import { lateNote, progressSteps, tickSteps } from '../lib/progress-steps.ts'
import { createServerClock } from '../lib/server-clock.ts'

const POLL_MS = 2_000
/** What the service answers while the launch is under way. */
const STILL = 202
/** What it answers once it has ended without a coin at this address. */
const NOTHING = 404

/** Shows how far the launch is, and becomes the coin's page when it has ended. */
function startLaunching(): void {
  const clock = createServerClock()
  let drawn = ''
  let ended = false
  const show = ({ state = '', since = '', serverTime = '' }: DOMStringMap): void => {
    clock.learn(serverTime)
    if (isState(state) && state !== drawn)
      fill(
        byId('steps'),
        progressSteps(chainSteps({ state, createdAt: since, finishedAt: null }, { isLock: false, together: false }), clock.nowMs()),
        lateNote(since),
      )
    drawn = state
    tickSteps(clock.nowMs())
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
  show(document.documentElement.dataset)
  poll(POLL_MS, look).now()
  setInterval(() => tickSteps(clock.nowMs()), 1_000)
}

/** Says that no coin came of it: whoever saw it under way learns more than that there is no such page. */
function showFailed(): void {
  const title = `The launch of ${document.documentElement.dataset['coin']} has ended`
  document.title = title
  byId('title').textContent = title
  byId('lead').textContent = 'There is no coin at this address. The agent that launched it has been told why.'
  fill(byId('steps'))
}

const isState = (text: string): text is OperationState => OPERATION_STATES.some((state) => state === text)

startLaunching()
