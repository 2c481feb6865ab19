import { databaseClockFinding } from '../domain/operator/clock-finding.ts'
import type { Logger } from '../lib/logger.ts'
import type { EndTimer, Timers } from '../ports/clock.ts'
import type { Storage } from '../ports/storage/storage.ts'
import type { FollowedClock } from './followed-clock.ts'

const LOOK_MS = 10_000

/**
 * Sets the clock by the database that replicas share, now and every ten seconds: leases, windows and expiries then mean the same to each.
 * While the database does not answer, the clock goes on. Tells once when the machine's clock goes wrong, and once when it is right again.
 * @throws StorageFault where the first answer fails
 */
export async function followDatabase(
  { clock, timers, storage }: { readonly clock: FollowedClock; readonly timers: Timers; readonly storage: Storage },
  log: () => Logger,
): Promise<EndTimer> {
  if (storage.exclusive) return () => {}
  let wasOff = databaseClockFinding((await clock.follow(storage.timeMs)) ?? 0) !== null
  const look = async () => {
    const aheadMs = await clock.follow(storage.timeMs)
    if (aheadMs === null) return
    const finding = databaseClockFinding(aheadMs)
    if (finding && !wasOff) log().warn(finding.text, { fix: finding.fix })
    if (!finding && wasOff) log().info('the clock of this machine agrees with the database’s again')
    wasOff = finding !== null
  }
  // Whoever asks the database next says that it does not answer.
  return timers.every(LOOK_MS, () => void look().catch(() => {}), { idle: true })
}
