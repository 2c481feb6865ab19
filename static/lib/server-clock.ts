/** The service's time on this page: a wrong clock of the device changes neither countdowns nor what is signed. */
export interface ServerClock {
  nowMs(): number
  /** Milliseconds of the device's monotonic clock, for durations: what is learned does not change it. */
  elapsedMs(): number
  /** Learns the time from an answer that arrived just now. */
  learn(serverTime: string): void
}

/** A clock that runs by what the page says of the service’s time, else by the device, until it is told better. */
export function createServerClock(): ServerClock {
  let offsetMs = 0
  const clock: ServerClock = {
    nowMs: () => Date.now() + offsetMs,
    elapsedMs: () => performance.now(),
    learn: (serverTime) => {
      const timeMs = Date.parse(serverTime)
      if (Number.isFinite(timeMs)) offsetMs = timeMs - Date.now()
    },
  }
  clock.learn(document.documentElement.dataset['serverTime'] ?? '')
  return clock
}
