import { randomBytes } from 'node:crypto'
import { newId } from '../domain/ids.ts'
import { randomBase62 } from '../lib/bytes.ts'
import type { IdSource } from '../ports/clock.ts'

const text = (length: number): string => randomBase62(randomBytes, length)

/** Identifiers from the system's random source. */
export const createRandomIds = (): IdSource => ({
  id: (prefix) => newId(prefix, text),
  text,
  hex: (length) =>
    randomBytes(Math.ceil(length / 2))
      .toString('hex')
      .slice(0, length),
  bytes: (length) => new Uint8Array(randomBytes(length)),
})
