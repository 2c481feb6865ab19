import { newId } from '../../src/domain/ids.ts'
import type { IdSource } from '../../src/ports/clock.ts'

/** Identifiers 1, 2, 3, … in each form, padded with zeros: the same in every run of a test. */
export function createCountedIds(): IdSource {
  let given = 0
  const ids: IdSource = {
    id: (prefix) => newId(prefix, (length) => ids.text(length)),
    text: (length) => (++given).toString().padStart(length, '0').slice(-length),
    hex: (length) => (++given).toString(16).padStart(length, '0').slice(-length),
    bytes(length) {
      const bytes = Buffer.alloc(length)
      given += 1
      for (let index = length - 1, left = given; index >= 0 && left > 0; index -= 1, left = Math.floor(left / 256)) {
        bytes[index] = left % 256
      }
      return new Uint8Array(bytes)
    },
  }
  return ids
}
