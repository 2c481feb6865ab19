import { describe, expect, test } from 'bun:test'
import { createJsonScan, type JsonCounts, type JsonLimits } from '../../src/lib/json/json-scan.ts'
import { cutAtRandom, randomJson, spoil } from '../support/random-json.ts'
import { createSeededRandom } from '../support/seeded-random.ts'

const INPUTS = 100_000
const UNLIMITED: JsonLimits = { values: Infinity, depth: Infinity, nameBytes: Infinity, numberBytes: Infinity }

const parse = (text: string): { value: unknown } | null => {
  try {
    return { value: JSON.parse(text) }
  } catch {
    return null
  }
}

/** Values and depth of what a parser made of a text. */
function measure(value: unknown, depth = 0): { values: number; depth: number } {
  if (value === null || typeof value !== 'object') return { values: 1, depth }
  const inside = Object.values(value).map((member) => measure(member, depth + 1))
  return {
    values: 1 + inside.reduce((sum, { values }) => sum + values, 0),
    depth: Math.max(depth + 1, ...inside.map((part) => part.depth)),
  }
}

function scan(text: string, cuts: (bytes: Uint8Array) => Uint8Array[], limits = UNLIMITED) {
  const scanner = createJsonScan(limits)
  let passed: string | null = null
  for (const piece of cuts(new TextEncoder().encode(text))) passed ??= scanner.push(piece)
  return { passed, counts: scanner.counts() }
}

describe(`the scan of a JSON text, over ${INPUTS.toLocaleString('en')} texts`, () => {
  test('counts what a parser makes of it, wherever the text is cut', () => {
    const random = createSeededRandom(15)
    for (let n = 0; n < INPUTS; n += 1) {
      const written = randomJson(random)
      const { counts } = scan(written.text, (bytes) => cutAtRandom(random, bytes))
      expect({ text: written.text, ...counts }).toEqual({ text: written.text, ...written.counts })
      // Equal names are one member of the value, and were two in the text.
      const made = measure(JSON.parse(written.text))
      expect(made.values).toBeLessThanOrEqual(counts.values)
      expect(made.depth).toBeLessThanOrEqual(counts.depth)
    }
  })

  test('of a spoilt text that is JSON still, it counts no less than a parser makes', () => {
    const random = createSeededRandom(16)
    let still = 0
    for (let n = 0; n < INPUTS; n += 1) {
      const text = spoil(random, randomJson(random).text)
      const parsed = parse(text)
      const { counts } = scan(text, (bytes) => cutAtRandom(random, bytes))
      if (!parsed) continue
      still += 1
      const made = measure(parsed.value)
      expect([text, made.values <= counts.values, made.depth <= counts.depth]).toEqual([text, true, true])
    }
    expect(still).toBeGreaterThan(INPUTS / 20)
  })

  test.each(['values', 'depth', 'nameBytes', 'numberBytes'] as const)(
    'refuses a text by its %s, and only by it, at one too many',
    (limit) => {
      const random = createSeededRandom(17)
      for (let n = 0; n < INPUTS / 10; n += 1) {
        const { text, counts } = randomJson(random)
        const at = (most: number) => scan(text, (bytes) => cutAtRandom(random, bytes), { ...UNLIMITED, [limit]: most }).passed
        expect(at(counts[limit as keyof JsonCounts])).toBeNull()
        if (counts[limit] > 0) expect(at(counts[limit] - 1)).toBe(limit)
      }
    },
  )
})

test('a text is refused where it passes a limit: what comes after is not looked at', () => {
  const scanner = createJsonScan({ ...UNLIMITED, values: 3 })
  expect(scanner.push(new TextEncoder().encode('[1,2,3,4,5,6,7]'))).toBe('values')
  expect(scanner.counts().values).toBe(4)
})
