/** One JSON-RPC call as the server saw it. Times are ticks of a counter, not of a clock. */
export interface LoggedRequest {
  path: string
  method: string
  params: readonly unknown[]
  startedAt: number
  /** Infinity while it is being answered. */
  endedAt: number
}

/**
 * How many of the requests had to wait for one another: the longest chain in which each began after the one before
 * it was answered. Requests sent together count once, if the server's `latencyMs` is above zero.
 */
export function countSequentialRoundTrips(requests: readonly LoggedRequest[]): number {
  let roundTrips = 0
  let lastEnd = -1
  for (const { startedAt, endedAt } of requests.toSorted((a, b) => a.endedAt - b.endedAt)) {
    if (startedAt < lastEnd) continue
    roundTrips += 1
    lastEnd = endedAt
  }
  return roundTrips
}
