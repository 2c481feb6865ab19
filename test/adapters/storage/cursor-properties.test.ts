import { afterAll, describe, expect, test } from 'bun:test'
import { readCursor } from '../../../src/adapters/storage/rows/keyset.ts'
import { memoryStorage } from '../../support/memory-storage.ts'
import { AppError } from '../../../src/domain/errors.ts'
import { damaged, forInputs, ODD_CHARACTERS, orRefusal, PROPERTY_INPUTS, textOf } from '../../support/property.ts'
import { createSeededRandom, type SeededRandom } from '../../support/seeded-random.ts'

const storage = await memoryStorage()
afterAll(() => storage.close())

const BASE64URL = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
const cursorOf = (text: string) => Buffer.from(text).toString('base64url')

/** A cursor that is whole, damaged, or none at all. */
function anyCursor(random: SeededRandom): string {
  const whole = cursorOf(`${random.below(2 ** 31)}.${textOf(random, 'abcXYZ019:_-', 20)}`)
  return random.pick([
    () => whole,
    () => damaged(random, whole),
    () => damaged(random, whole, BASE64URL),
    () => textOf(random, BASE64URL, 40),
    () => cursorOf(textOf(random, ODD_CHARACTERS, 20)),
    () => cursorOf(`${'9'.repeat(random.below(20))}.${"x'; DROP TABLE coin"}`),
  ])()
}

describe('rules 10.26: cursors of lists', () => {
  test('a place is found again by what was written of it', () => {
    forInputs((random) => {
      const index = { atMs: random.below(2 ** 31) * random.below(400_000), id: `x${textOf(random, 'abcXYZ019:_-', 100)}` }
      return Bun.deepEquals(readCursor(cursorOf(`${index.atMs}.${index.id}`)), index) ? null : Bun.inspect(index)
    })
  })

  test('any text is a place that can be compared with, or refused by its code', () => {
    let [indexes, refused] = [0, 0]
    forInputs((random) => {
      const cursor = anyCursor(random)
      const index = orRefusal(() => readCursor(cursor), 'cursor_invalid')
      refused += Number(index === null)
      indexes += Number(index !== null)
      return index === null || (Number.isSafeInteger(index.atMs) && /^[\w:-]{1,128}$/.test(index.id)) ? null : cursor
    })
    expect(Math.min(indexes, refused)).toBeGreaterThan(PROPERTY_INPUTS / 10)
  })

  test('what a cursor says never becomes part of a query', async () => {
    const random = createSeededRandom(11)
    for (let number = 0; number < 2_000; number += 1) {
      const cursor = anyCursor(random)
      const page = await storage.coins.list({ limit: 2, cursor }).catch((error: unknown) => error)
      const fine = page instanceof AppError ? page.code === 'cursor_invalid' : Bun.deepEquals(page, { rows: [], nextCursor: null })
      if (!fine) throw new Error(`input ${number} ${cursor}: ${Bun.inspect(page)}`)
    }
  })

  test('a text of any length ends at once', async () => {
    for (const cursor of ['A'.repeat(1_000_000), cursorOf('9'.repeat(1_000_000)), cursorOf(`1.${'x'.repeat(1_000_000)}`)]) {
      await expect(storage.coins.list({ limit: 2, cursor })).rejects.toMatchObject({ code: 'cursor_invalid' })
    }
  })
})
