import { AppError } from '../../../domain/errors.ts'
import { LIMITS } from '../../../domain/limits.ts'
import { OWN_LIMITS } from '../../../domain/limits/own-limits.ts'
import type { ClientBuckets } from '../../../domain/limits/client-buckets.ts'

/** Memory reserved for one request's body until its answer is made. */
export interface ReservedBytes {
  /** Reserves more. @throws AppError body_memory_exceeded, and then nothing is reserved */
  add(bytes: number): void
  /** Releases all of it. */
  release(): void
}

/** The memory for the bodies of all requests. */
export interface BodyMemory {
  /** Starts a reservation for a request of this client; `trusted` when the operator or a key minted by the operator made it. */
  reserve(client: ClientBuckets, trusted: boolean): ReservedBytes
}

/** Small bodies have an eighth of the memory for themselves, so that pictures cannot crowd them out. */
const SMALL_PART = 1 / 8
/** Shares of each half: of all untrusted callers together, of one site (an IPv6 /48), and of one address. */
const UNTRUSTED_PART = OWN_LIMITS.untrustedPercent / 100
const SITE_PART = 3 / 8
const ADDRESS_PART = 1 / 4

interface MemoryPool {
  /** @throws AppError body_memory_exceeded, and then nothing is reserved */
  take(client: ClientBuckets, trusted: boolean, bytes: number): void
  release(client: ClientBuckets, trusted: boolean, bytes: number): void
}

function createMemoryPool(bytesMax: number): MemoryPool {
  let [all, untrusted] = [0, 0]
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
        (!trusted && untrusted + bytes > bytesMax * UNTRUSTED_PART) ||
        networks.some(([name, most]) => (byNetwork.get(name) ?? 0) + bytes > most)
      if (full) throw new AppError('body_memory_exceeded')
      all += bytes
      if (!trusted) untrusted += bytes
      for (const [name] of networks) byNetwork.set(name, (byNetwork.get(name) ?? 0) + bytes)
    },
    release(client, trusted, bytes) {
      all -= bytes
      if (trusted) return
      untrusted -= bytes
      for (const [name] of networksOf(client)) {
        const rest = byNetwork.get(name)! - bytes
        if (rest === 0) byNetwork.delete(name)
        else byNetwork.set(name, rest)
      }
    },
  }
}

/**
 * Bounds the memory of bodies of all unanswered requests. Bodies of at most 64 KiB have memory of their own, and in both parts an
 * address, a site and all untrusted callers together have a share, so that slow uploads of one client cannot crowd out the others and the
 * operator always has space. A body counts as small until it is larger.
 */
export function createBodyMemory({ bytesMax = OWN_LIMITS.bodiesBytesMax }: { readonly bytesMax?: number | undefined } = {}): BodyMemory {
  const small = createMemoryPool(bytesMax * SMALL_PART)
  const large = createMemoryPool(bytesMax * (1 - SMALL_PART))
  return {
    reserve(client, trusted) {
      let [reserved, pool] = [0, small]
      return {
        add(bytes) {
          if (pool === small && reserved + bytes > LIMITS.bodyBytesPlainMax) {
            large.take(client, trusted, reserved + bytes)
            small.release(client, trusted, reserved)
            pool = large
          } else pool.take(client, trusted, bytes)
          reserved += bytes
        },
        release() {
          if (reserved === 0) return
          pool.release(client, trusted, reserved)
          reserved = 0
        },
      }
    },
  }
}
