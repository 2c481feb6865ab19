import { agoText, clockTimeText } from './format.ts'
import type { ServerClock } from './server-clock.ts'

/** The times that stand on a page. */
export interface PageTimes {
  /** Says all of them anew. */
  refresh(): void
}

/** Says the times of the page as people do, by this clock: each at once when it comes or changes, all when they are refreshed. */
export function createPageTimes({ clock }: { readonly clock: ServerClock }): PageTimes {
  const say = (time: HTMLTimeElement) => {
    const since = agoText(time.dateTime, clock.nowMs())
    // Of a day no time counts on where the page hears of nothing.
    const isStale = /^just now$|(min|h) ago$/.test(since) && document.body.classList.contains('offline')
    const text = isStale ? clockTimeText(Date.parse(time.dateTime), clock.nowMs()) : since
    if (time.textContent !== text) time.textContent = text
  }
  const sayIn = (node: Node) => {
    if (node instanceof HTMLTimeElement) say(node)
    else if (node instanceof Element) node.querySelectorAll('time').forEach(say)
  }
  const watcher = new MutationObserver((changes) => {
    for (const { target, addedNodes, attributeName } of changes) (attributeName === null ? [...addedNodes] : [target]).forEach(sayIn)
  })
  watcher.observe(document.body, { childList: true, subtree: true, attributeFilter: ['datetime'] })
  return { refresh: () => document.querySelectorAll('time').forEach(say) }
}
