import { createServerClock } from './server-clock.ts'

/** The time by which this page says how long ago something was: the service's, as soon as an answer has told it. */
export const pageClock = createServerClock()
