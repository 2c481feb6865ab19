import { AppError } from '../../domain/errors.ts'
import { LIMITS } from '../../domain/limits.ts'
import type { ClientBuckets } from './client-address.ts'

/** Bytes of one request's body, which count until its answer is made. */
export interface HeldBytes {
  /** Counts some more. @throws AppError body_memory_exceeded, and then they are not counted */
  add(bytes: number): void
  /** Gives all of them back. */
  release(): void
}

/** The memory that all bodies together may take. */
export interface BodyMemory {
  /** Begins to count for a request of this client; `trusted` where the operator or a key of its staff made it. */
  hold(client: ClientBuckets, trusted: boolean): HeldBytes
}

/** Small bodies have an eighth for themselves: no picture keeps them out. */
const SMALL_PART = 1 / 8
/** Of a lane: what strangers have together, one site (an IPv6 /48), and one address. */
const STRANGERS_PART = LIMITS.strangersPercent / 100
const SITE_PART = 3 / 8
const ADDRESS_PART = 1 / 4

interface Lane {
  /** @throws AppError body_memory_exceeded, and then nothing is counted */
  take(client: ClientBuckets, trusted: boolean, bytes: number): void
  giveBack(client: ClientBuckets, trusted: boolean, bytes: number): void
}

function createLane(bytesMax: number): Lane {
  let [all, strangers] = [0, 0]
  const byNetwork = new Map<string, number>()
  const networksOf = ({ bucket, site }: ClientBuckets): (readonly [string, number])[] => [
    [bucket, bytesMax * ADDRESS_PART],
    ...(site === null ? [] : [[site, bytesMax * SITE_PART] as const]),
  ]
  return {
    take(client, trusted, bytes) {
      const networks = trusted ? [] : networksOf(client)
      const full =
        all + bytes > bytesMax ||
        (!trusted && strangers + bytes > bytesMax * STRANGERS_PART) ||
        networks.some(([name, most]) => (byNetwork.get(name) ?? 0) + bytes > most)
      if (full) throw new AppError('body_memory_exceeded')
      all += bytes
      if (!trusted) strangers += bytes
      for (const [name] of networks) byNetwork.set(name, (byNetwork.get(name) ?? 0) + bytes)
    },
    giveBack(client, trusted, bytes) {
      all -= bytes
      if (trusted) return
      strangers -= bytes
      for (const [name] of networksOf(client)) {
        const rest = byNetwork.get(name)! - bytes
        if (rest === 0) byNetwork.delete(name)
        else byNetwork.set(name, rest)
      }
    },
  }
}

/**
 * Counts the bodies of all requests that are not answered yet. Those of 64 KiB and less have memory of their own, and in both
 * kinds an address, a site and all strangers together have a part, so that nobody's slow uploads keep everyone else's out and the
 * operator always has room. A body counts as small until it is larger.
 */
export function createBodyMemory({ bytesMax = LIMITS.bodiesBytesMax }: { readonly bytesMax?: number | undefined } = {}): BodyMemory {
  const small = createLane(bytesMax * SMALL_PART)
  const large = createLane(bytesMax * (1 - SMALL_PART))
  return {
    hold(client, trusted) {
      let [held, lane] = [0, small]
      return {
        add(bytes) {
          if (lane === small && held + bytes > LIMITS.bodyBytesPlainMax) {
            large.take(client, trusted, held + bytes)
            small.giveBack(client, trusted, held)
            lane = large
          } else lane.take(client, trusted, bytes)
          held += bytes
        },
        release() {
          if (held === 0) return
          lane.giveBack(client, trusted, held)
          held = 0
        },
      }
    },
  }
}
