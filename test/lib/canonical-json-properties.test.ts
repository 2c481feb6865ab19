import { describe, test } from 'bun:test'
import { canonicalJson } from '../../src/lib/canonical-json.ts'
import { forInputs, jsonOf } from '../support/property.ts'
import type { SeededRandom } from '../support/seeded-random.ts'

/** The same value with its members in another order. */
function shuffled(random: SeededRandom, value: unknown): unknown {
  if (Array.isArray(value)) return value.map((item) => shuffled(random, item))
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(random.shuffle(Object.entries(value)).map(([name, member]) => [name, shuffled(random, member)]))
}

describe('canonicalJson', () => {
  test('is JSON of the same value, and of one text whatever the order of members', () => {
    forInputs((random) => {
      const value = jsonOf(random)
      const text = canonicalJson(value)
      if (!Bun.deepEquals(JSON.parse(text), JSON.parse(JSON.stringify(value)))) return `${JSON.stringify(value)} is ${text}`
      return canonicalJson(shuffled(random, value)) === text ? null : text
    })
  })

  test('two values have one text only when they are equal', () => {
    let before: unknown = null
    forInputs((random) => {
      const value = random.below(3) === 0 ? shuffled(random, before) : jsonOf(random)
      const equal = Bun.deepEquals(JSON.parse(JSON.stringify(value)), JSON.parse(JSON.stringify(before)))
      const same = canonicalJson(value) === canonicalJson(before)
      const difference = same === equal ? null : `${JSON.stringify(value)} and ${JSON.stringify(before)}`
      before = value
      return difference
    })
  })
})
