import { randomBytes } from 'node:crypto'
import { newId } from '../domain/ids.ts'
import { randomBase62 } from '../lib/bytes.ts'
import type { IdSource } from '../ports/clock.ts'

/** Bytes that are drawn at once for ids: the source takes longer to ask than to give, and every request has an id. */
const POOL_BYTES = 4_096

/** Identifiers from the system's random source; what may be a secret is drawn when it is asked for. */
export function createRandomIds(): IdSource {
  let pool = new Uint8Array(0)
  let drawn = 0
  const draw = (bytes: number): Uint8Array => {
    if (drawn + bytes > pool.length) [pool, drawn] = [new Uint8Array(randomBytes(Math.max(bytes, POOL_BYTES))), 0]
    drawn += bytes
    return pool.subarray(drawn - bytes, drawn)
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
