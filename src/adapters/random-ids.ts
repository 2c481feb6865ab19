import { randomBytes } from 'node:crypto'
import { newId } from '../domain/ids.ts'
import { randomBase62 } from '../lib/bytes.ts'
import type { IdSource } from '../ports/clock.ts'

/** Identifiers from the system's random source. */
export const createRandomIds = (): IdSource => ({
  id: (prefix) => newId(prefix, randomBase62),
  text: randomBase62,
  hex: (length) =>
    randomBytes(Math.ceil(length / 2))
      .toString('hex')
      .slice(0, length),
  bytes: (length) => new Uint8Array(randomBytes(length)),
})
