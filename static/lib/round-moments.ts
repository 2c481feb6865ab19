const SECOND_MS = 1_000
const MINUTE_MS = 60_000
const HOUR_MS = 3_600_000
const DAY_MS = 86_400_000

/** Steps between the labels of an axis of time, in milliseconds. */
const STEPS_MS = [
  ...[5, 15, 30].map((seconds) => seconds * SECOND_MS),
  ...[1, 2, 5, 10, 15, 30].map((minutes) => minutes * MINUTE_MS),
  ...[1, 2, 3, 6, 12].map((hours) => hours * HOUR_MS),
  ...[1, 2, 7, 14, 28, 91, 182, 364].map((days) => days * DAY_MS),
]

/** Moments that a reader's clock calls round (12:00, not 11:37), at most `most` of them, and the first moment where none is. */
export function roundMoments({ startMs, endMs }: { readonly startMs: number; readonly endMs: number }, most: number): number[] {
  const zoneMs = new Date(startMs).getTimezoneOffset() * MINUTE_MS
  for (const stepMs of STEPS_MS) {
    const firstMs = Math.ceil((startMs - zoneMs) / stepMs) * stepMs + zoneMs
    const count = firstMs > endMs ? 0 : Math.floor((endMs - firstMs) / stepMs) + 1
    if (count === 0) break
    if (count <= most) return Array.from({ length: count }, (_, index) => firstMs + index * stepMs)
  }
  return [startMs]
}
