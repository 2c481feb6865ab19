/** Runs something again and again while someone looks. */
export interface Poller {
  /** Runs it now, and counts the pause from here. */
  now(): void
}

/** Runs `work` every `everyMs` while the page is visible, at once when it is seen or online again, and never twice at a time. */
export function poll(everyMs: number, work: () => Promise<void>): Poller {
  let timer: ReturnType<typeof setTimeout> | undefined
  let running = false
  const run = async () => {
    if (running) return
    running = true
    clearTimeout(timer)
    try {
      await work()
    } finally {
      running = false
      timer = setTimeout(() => document.visibilityState === 'visible' && void run(), everyMs)
    }
  }
  document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && void run())
  addEventListener('online', () => void run())
  addEventListener('offline', () => void run())
  return { now: () => void run() }
}
