import { type UnixMs, unixMs } from '../domain/brands.ts'
import type { Deps } from '../ports/deps.ts'
import { REPLICA_LEASE } from '../ports/storage/scheduling/replica-lease.ts'

const LEASE = 'upkeep'
/** A leader that died is replaced after this time plus one retry: within a minute. */
const LEASE_MS = 30_000
const RENEW_MS = 5_000

/**
 * The leader lease of one process: its holder runs the scheduled jobs. It saves replicas duplicate work; that nothing is paid twice does
 * not depend on it.
 */
export interface LeaderLease {
  /** Takes or renews the lease; false while another process has it. */
  acquire(): Promise<boolean>
  /** Releases it for good, so that another process need not wait for it to expire. */
  release(): Promise<void>
}

/** The lease of this process. With an embedded database, which one process owns, a dead predecessor's lease is taken over at once. */
export function createLeaderLease({ storage, clock, ids }: Pick<Deps, 'storage' | 'clock' | 'ids'>): LeaderLease {
  const holder = storage.exclusive ? 'the only process' : ids.text(20)
  const replica = `${REPLICA_LEASE}${holder}`
  let heldSinceMs: UnixMs | null = null
  let released = false
  return {
    async acquire() {
      const nowMs = clock.nowMs()
      if (released) return false
      if (heldSinceMs !== null && nowMs - heldSinceMs < RENEW_MS) return true
      const time = { nowMs, untilMs: unixMs(nowMs + LEASE_MS) }
      // Whoever brings the database up to date sees that this process runs, too.
      if (!storage.exclusive) await storage.leases.take(replica, holder, time)
      const taken = await storage.leases.take(LEASE, holder, time)
      heldSinceMs = taken ? nowMs : null
      return taken && !released
    },
    async release() {
      released = true
      await storage.leases.release(LEASE, holder)
      await storage.leases.release(replica, holder)
    },
  }
}
