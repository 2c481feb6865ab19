import { AppError } from '../../domain/errors.ts'
import { LIMITS } from '../../domain/limits.ts'

/** Bytes of one request's body, which count until its answer is made. */
export interface HeldBytes {
  /** Counts some more. @throws AppError body_memory_exceeded, and then they are not counted */
  add(bytes: number): void
  /** Gives all of them back. */
  release(): void
}

/** The memory that all bodies together may take. */
export interface BodyMemory {
  /** Begins to count for a request that this client made. */
  hold(clientBucket: string): HeldBytes
}

/**
 * Counts the bodies of all requests that are not answered yet: so many bytes in all, and of one client at most half of them,
 * so that nobody's slow uploads keep everyone else's out.
 */
export function createBodyMemory({ bytesMax = LIMITS.bodiesBytesMax }: { readonly bytesMax?: number | undefined } = {}): BodyMemory {
  let total = 0
  const byClient = new Map<string, number>()
  return {
    hold(client) {
      let held = 0
      return {
        add(bytes) {
          const own = byClient.get(client) ?? 0
          if (total + bytes > bytesMax || own + bytes > bytesMax / 2) throw new AppError('body_memory_exceeded')
          held += bytes
          total += bytes
          byClient.set(client, own + bytes)
        },
        release() {
          if (held === 0) return
          const rest = byClient.get(client)! - held
          if (rest === 0) byClient.delete(client)
          else byClient.set(client, rest)
          total -= held
          held = 0
        },
      }
    },
  }
}
