import type { UnixMs } from '../domain/brands.ts'
import type { IdByPrefix } from '../domain/ids.ts'

/** The service's time. Tests move it by hand; simulated mode can be sent forward. */
export interface Clock {
  /** The service's time, in milliseconds since 1970. */
  nowMs(): UnixMs
  /** The machine's time, which nothing sends forward: for signatures that outsiders check against their own clocks. */
  machineMs(): UnixMs
  /** Milliseconds since some moment, with fractions, which setting the clock neither stretches nor shortens: for how long work took. */
  elapsedMs(): number
  /** Resolves once `ms` of this clock have passed. */
  sleep(ms: number): Promise<void>
}

/** Bytes that nobody can foresee, so many; the same ones again where a run is to be repeated. */
export type RandomBytes = (length: number) => Uint8Array

/** New identifiers and random bytes; counted in tests. */
export interface IdSource {
  /** A new id of the kind that the prefix names: `op_…` of an operation. */
  id<Prefix extends keyof IdByPrefix>(prefix: Prefix): IdByPrefix[Prefix]
  /** `length` base62 characters that were never given before. */
  text(length: number): string
  /** `length` lower-case hex characters. */
  hex(length: number): string
  readonly bytes: RandomBytes
}
