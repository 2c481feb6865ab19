import { followChanges } from './live.ts'

/** Runs something again and again while someone looks. */
export interface Poller {
  /** Runs it now, and counts the pause from here. */
  now(): void
}

/** How seldom it runs while the service itself says when there is something new. */
const FOLLOWED_MS = 60_000

/**
 * Runs `work` every `everyMs` while the page is visible, at once when it is seen or online again, and never twice at a time; with `live`
 * as soon as the service says that something changed, and then seldom beside that.
 */
export function poll(everyMs: number, work: () => Promise<void>, { live = false } = {}): Poller {
  let timer: ReturnType<typeof setTimeout> | undefined
  let running = false
  let missed = false
  const run = async () => {
    if (running) return void (missed = true)
    running = true
    clearTimeout(timer)
    try {
      await work()
    } finally {
      running = false
      const pauseMs = missed ? 0 : followed?.follows() ? FOLLOWED_MS : everyMs
      missed = false
      timer = setTimeout(() => document.visibilityState === 'visible' && void run(), pauseMs)
    }
  }
  const followed = live ? followChanges(() => void run()) : null
  document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && void run())
  addEventListener('online', () => void run())
  addEventListener('offline', () => void run())
  return { now: () => void run() }
}
