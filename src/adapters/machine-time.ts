import type { MachineTime } from '../ports/clock.ts'
import { createSystemClock } from './system-clock.ts'
import { createSystemTimers } from './system-timers.ts'

/** The clock and the timers of this machine. */
export const createMachineTime = (): MachineTime => ({ clock: createSystemClock(), timers: createSystemTimers() })
