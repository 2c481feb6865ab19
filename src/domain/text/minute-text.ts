import type { UnixMs } from '../brands.ts'

/**
 * `21 Nov 2026, 08:05 UTC`, as the pages write a time. The first such format of a process takes several milliseconds, so none is made at
 * start.
 */
export const minuteText = (ms: UnixMs): string =>
  `${new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' }).format(ms)} UTC`
