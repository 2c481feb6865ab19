import { DAY_MS, HOUR_MS, MINUTE_MS } from '../limits.ts'

/** `45 minutes`, `1 hour`, `7 days`: whole minutes, in the largest unit that leaves no rest. */
export function durationText(ms: number): string {
  const [unitMs, unit] = ms % DAY_MS === 0 ? [DAY_MS, 'day'] : ms % HOUR_MS === 0 ? [HOUR_MS, 'hour'] : [MINUTE_MS, 'minute']
  const count = ms / unitMs
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}
