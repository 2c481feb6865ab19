import { randomBytes } from 'node:crypto'
import { newId } from '../domain/ids.ts'
import { randomBase62 } from '../lib/bytes.ts'
import type { IdSource } from '../ports/clock.ts'

/** Bytes that are drawn at once for ids: the source takes longer to ask than to give, and every request has an id. */
const POOL_BYTES = 4_096

/** Identifiers from the system's random source; what may be a secret is drawn when it is asked for. */
export function createRandomIds(): IdSource {
  let pool = randomBytes(POOL_BYTES)
  const draw = (bytes: number): Uint8Array => {
    if (bytes > pool.length) pool = randomBytes(Math.max(bytes, POOL_BYTES))
    const drawn = pool.subarray(0, bytes)
    pool = pool.subarray(bytes)
    return drawn
  }
  const idText = (length: number): string => randomBase62(draw, length)
  return {
    id: (prefix) => newId(prefix, idText),
    text: (length) => randomBase62(randomBytes, length),
    hex: (length) =>
      randomBytes(Math.ceil(length / 2))
        .toString('hex')
        .slice(0, length),
    bytes: (length) => new Uint8Array(randomBytes(length)),
  }
}
