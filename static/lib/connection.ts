import { byId, fill, h } from './dom.ts'
import { clockTimeText } from './format.ts'
import { createServerClock } from './server-clock.ts'

/** The bar across a page while the service does not answer. */
export interface ConnectionBar {
  /** Whether all that was asked for last was answered. */
  show(answered: boolean): void
}

/** Builds it: since when nothing new has come, and a way to ask at once. */
export function createConnectionBar(retry: () => void): ConnectionBar {
  const bar = byId('connection')
  const clock = createServerClock()
  const age = h('span')
  let answeredAtMs: number | null = null
  fill(
    bar,
    h('span', null, 'No connection to the service.'),
    age,
    h('button', { type: 'button', class: 'link-button', onclick: retry }, 'Try again'),
  )
  return {
    show(answered) {
      if (answered) answeredAtMs = clock.nowMs()
      else age.textContent = answeredAtMs === null ? '' : `Last data ${clockTimeText(answeredAtMs, clock.nowMs())}.`
      bar.hidden = answered
      document.body.classList.toggle('offline', !answered)
    },
  }
}
