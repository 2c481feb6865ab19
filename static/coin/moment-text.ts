const DAY_MS = 86_400_000
/** Below this the labels of a chart may be of one minute. */
export const MINUTES_MS_MIN = 600_000
const SECONDS = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit', second: '2-digit' })
const TIME = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit' })
const DAY_AND_TIME = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' })
const DAY = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short' })

/** A moment as exactly as a chart of this length needs it. */
export const momentText = (atMs: number, spanMs: number): string =>
  (spanMs < MINUTES_MS_MIN ? SECONDS : spanMs < DAY_MS ? TIME : spanMs < 5 * DAY_MS ? DAY_AND_TIME : DAY).format(atMs)
