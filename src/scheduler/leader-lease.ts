import { type UnixMs, unixMs } from '../domain/brands.ts'
import type { Deps } from '../ports/deps.ts'

const LEASE = 'upkeep'
/** A leader that died is replaced after this time and one try more: within a minute. */
const LEASE_MS = 30_000
const RENEW_MS = 5_000

/**
 * One process's claim to be the one that runs the scheduled jobs. It keeps replicas from doing the same work twice at the
 * same time; that nothing is paid twice does not depend on it.
 */
export interface LeaderLease {
  /** Takes or renews the lease; false while another process has it. */
  acquire(): Promise<boolean>
  /** Gives it up for good, so that another need not wait for its end. */
  release(): Promise<void>
}

/** The claim of this process. Where no other process can be (embedded SQLite), a dead predecessor is succeeded at once. */
export function createLeaderLease({ storage, clock, ids }: Pick<Deps, 'storage' | 'clock' | 'ids'>): LeaderLease {
  const holder = storage.exclusive ? 'the only process' : ids.text(20)
  let heldSinceMs: UnixMs | null = null
  let released = false
  return {
    async acquire() {
      const nowMs = clock.nowMs()
      if (released) return false
      if (heldSinceMs !== null && nowMs - heldSinceMs < RENEW_MS) return true
      const taken = await storage.leases.take(LEASE, holder, { nowMs, untilMs: unixMs(nowMs + LEASE_MS) })
      heldSinceMs = taken ? nowMs : null
      return taken && !released
    },
    async release() {
      released = true
      await storage.leases.release(LEASE, holder)
    },
  }
}
