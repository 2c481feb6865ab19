import type { UnixMs } from '../domain/brands.ts'
import type { IdByPrefix } from '../domain/ids.ts'

/** The service's time. Tests move it by hand; in simulated mode callers may advance it. */
export interface Clock {
  /** The service's time, in milliseconds since 1970. */
  nowMs(): UnixMs
  /** The machine's time, which a simulated clock does not change: for signatures that outsiders check against their own clocks. */
  machineMs(): UnixMs
  /** Milliseconds of a monotonic clock, with fractions: for measuring durations, unaffected when the machine's clock is set. */
  elapsedMs(): number
  /** Resolves once `ms` of this clock have passed. */
  sleep(ms: number): Promise<void>
}

/** Ends a timer; without effect once it has fired, or was ended before. */
export type EndTimer = () => void

/** An `idle` timer lets the process end before it fires. */
export interface TimerOptions {
  readonly idle?: boolean
}

/** The machine's timers, which no simulated clock moves: deadlines and beats of sockets and processes. Tests fire them by hand. */
export interface Timers {
  /** Calls `work` once, `ms` from now. */
  after(ms: number, work: () => void, options?: TimerOptions): EndTimer
  /** Calls `work` each `ms`, for the first time `ms` from now. */
  every(ms: number, work: () => void, options?: TimerOptions): EndTimer
}

/** The machine's clock and timers, which no simulated clock moves: for what waits for others outside, or measures them. */
export interface MachineTime {
  readonly clock: Clock
  readonly timers: Timers
}

/** A source of random bytes; deterministic where a run must be reproducible. */
export type RandomBytes = (length: number) => Uint8Array

/** New identifiers and random bytes; counted in tests. */
export interface IdSource {
  /** A new id with this prefix, such as `op_…` for an operation. */
  id<Prefix extends keyof IdByPrefix>(prefix: Prefix): IdByPrefix[Prefix]
  /** `length` random base62 characters, unique in practice. */
  text(length: number): string
  /** `length` lower-case hex characters. */
  hex(length: number): string
  readonly bytes: RandomBytes
}
