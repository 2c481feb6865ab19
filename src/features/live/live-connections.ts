import { WAIT_SEC } from '../../domain/limits/retry-after-sec.ts'
import type { UnixMs } from '../../domain/brands.ts'
import { AppError } from '../../domain/errors.ts'
import { EVENT_TYPES, EVENTS } from '../../domain/events.ts'
import { iso } from '../../domain/json.ts'
import { LIMITS } from '../../domain/limits.ts'
import { OWN_LIMITS } from '../../domain/limits/own-limits.ts'
import type { Deps } from '../../ports/deps.ts'
import type { ClientBuckets } from '../../domain/limits/client-buckets.ts'

/** Connections on which clients are told that the public record has changed. */
export interface LiveConnections {
  /** Server-sent events for this client, until it leaves or the connection's time is over. */
  open(follower: ClientBuckets): ReadableStream<Uint8Array>
}

interface Connection extends ClientBuckets {
  readonly openedAtMs: UnixMs
  readonly controller: ReadableStreamDefaultController<Uint8Array>
}

/** How often the record is looked at while anybody follows it. */
const LOOK_MS = 1_000
/** Below what proxies and this server allow a silent connection, by the machine's time: sockets know no other. */
const SILENCE_MS = 15_000
/** Messages that may wait for a client to read them: one that reads nothing is let go. */
const UNREAD_MAX = 8

const PUBLIC_EVENTS = EVENT_TYPES.filter((type) => EVENTS[type].kept === 'ever')

/**
 * Tells every follower of a change within a second or two, also of changes that other processes make; without followers nothing is read.
 * A message has no content but the time, so that a client which misses one misses nothing: it asks for what it shows.
 */
export function createLiveConnections({
  storage,
  clock,
  timers,
  stopNotice,
  log,
}: Pick<Deps, 'storage' | 'clock' | 'timers' | 'stopNotice' | 'log'>): LiveConnections {
  const open = new Set<Connection>()
  let watching = false

  const close = (connection: Connection) => {
    if (!open.delete(connection)) return
    try {
      connection.controller.close()
    } catch {
      // The client has left already.
    }
  }
  const send = (connection: Connection, message: string) => {
    if ((connection.controller.desiredSize ?? 0) <= 0) return close(connection)
    connection.controller.enqueue(new TextEncoder().encode(message))
  }
  /** The newest event, and how many launches are under way. */
  const readRecord = async (): Promise<string> => {
    const [{ rows }, launching] = await Promise.all([
      storage.events.listNewest({ limit: 1, cursor: null }, PUBLIC_EVENTS),
      storage.operations.countUnfinished('launch'),
    ])
    return `${rows[0]?.id ?? ''} ${launching.count}`
  }

  /** Looks until nobody follows any more. */
  const watch = async (): Promise<void> => {
    let seen = await readRecord()
    while (open.size > 0) {
      await clock.sleep(LOOK_MS)
      if (stopNotice.answerByMs !== null) return open.forEach(close)
      const newest = await readRecord()
      const nowMs = clock.nowMs()
      for (const connection of open) {
        if (nowMs - connection.openedAtMs >= LIMITS.liveConnectionMs) close(connection)
        else if (newest !== seen) send(connection, `event: changed\ndata: ${iso(nowMs)}\n\n`)
      }
      seen = newest
    }
  }
  const begin = () => {
    if (watching) return
    watching = true
    const endBeat = timers.every(SILENCE_MS, () => open.forEach((connection) => send(connection, ': still here\n\n')))
    watch()
      // Who follows comes back, and asks until then.
      .catch((error: unknown) => {
        log.warn('live connections were closed', { error })
        open.forEach(close)
      })
      .finally(() => {
        watching = false
        endBeat()
        if (open.size > 0) begin()
      })
  }

  const check = ({ bucket, site }: ClientBuckets) => {
    const others = [...open]
    const ofAddress = others.filter((other) => other.bucket === bucket).length
    const ofSite = site === null ? 0 : others.filter((other) => other.site === site).length
    const limit = LIMITS.liveConnectionsPerAddress
    if (open.size >= OWN_LIMITS.liveConnectionsMax || ofAddress >= limit || ofSite >= limit * LIMITS.callsPerSite)
      throw new AppError('live_connections_exceeded', { retryAfterSec: WAIT_SEC.liveConnections })
  }

  return {
    open(follower) {
      check(follower)
      let connection: Connection | undefined
      return new ReadableStream<Uint8Array>(
        {
          start(controller) {
            const nowMs = clock.nowMs()
            connection = { bucket: follower.bucket, site: follower.site, openedAtMs: nowMs, controller }
            open.add(connection)
            // Whoever followed before asks again after this long.
            send(connection, `retry: 10000\nevent: hello\ndata: ${iso(nowMs)}\n\n`)
            begin()
          },
          cancel: () => void (connection && open.delete(connection)),
        },
        { highWaterMark: UNREAD_MAX },
      )
    },
  }
}
