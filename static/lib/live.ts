/** Where the service says that something changed. */
const PATH = '/api/live'
/** How long to do without after the service refused, or the connection broke for good. */
const AGAIN_MS = 60_000

/** Follows the service while the page is seen. `heard` runs when something changed; `follows` says whether that is to be relied on. */
export interface Live {
  readonly follows: () => boolean
}

/** Begins to follow. A page that is not looked at keeps no connection: browsers have few of them for all pages of a site. */
export function followChanges(heard: () => void): Live {
  let source: EventSource | null = null
  let again: ReturnType<typeof setTimeout> | undefined
  const stop = () => {
    clearTimeout(again)
    source?.close()
    source = null
  }
  const start = () => {
    if (source !== null || document.visibilityState !== 'visible') return
    const opened = (source = new EventSource(PATH))
    // What changed before the connection stood, nobody has said.
    for (const event of ['hello', 'changed']) opened.addEventListener(event, heard)
    opened.addEventListener('error', () => {
      heard()
      // Otherwise the browser comes back by itself.
      if (opened.readyState !== EventSource.CLOSED || source !== opened) return
      stop()
      again = setTimeout(start, AGAIN_MS)
    })
  }
  document.addEventListener('visibilitychange', () => (document.visibilityState === 'visible' ? start() : stop()))
  start()
  return { follows: () => source?.readyState === EventSource.OPEN }
}
