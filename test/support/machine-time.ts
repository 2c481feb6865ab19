import { createSystemClock } from '../../src/adapters/system-clock.ts'
import { createSystemTimers } from '../../src/adapters/system-timers.ts'

/** The machine's clock and timers, for tests with real sockets. */
export const machineTime = { clock: createSystemClock(), timers: createSystemTimers() }
