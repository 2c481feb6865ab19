import { createMachineTime } from '../../src/adapters/machine-time.ts'

/** The machine's clock and timers, for tests with real sockets. */
export const machineTime = createMachineTime()
