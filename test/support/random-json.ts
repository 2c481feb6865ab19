import type { JsonCounts } from '../../src/lib/json/json-scan.ts'
import type { SeededRandom } from './seeded-random.ts'

/** A JSON text and what it is made of. */
export interface WrittenJson {
  readonly text: string
  readonly counts: JsonCounts
}

const SPACES = ['', '', '', ' ', '\n', '\t', '\r\n ', '  ']
const SCALARS = ['0', '-1', '12.5', '1e9', '-0.0E-3', 'true', 'false', 'null', '12345678901234567890', '1E+308']
const PIECES = [
  'a',
  'Z',
  '0',
  ' ',
  '🐸',
  'é',
  '\u2028',
  '{',
  '}',
  '[',
  ']',
  ',',
  ':',
  '\\"',
  '\\\\',
  '\\/',
  '\\n',
  '\\u0041',
  '\\ud83d',
  '~/',
  "'",
]
const NAMES = ['name', 'crew', '__proto__', 'constructor', 'toJSON', '', 'launcherKey', 'private-key', 'a']

const textOf = (random: SeededRandom): string => Array.from({ length: random.below(6) }, () => random.pick(PIECES)).join('')

/** A value as any writer might write it: with spaces, escapes, names that come twice. */
export function randomJson(random: SeededRandom, depthMax = 5): WrittenJson {
  const counts = { values: 0, depth: 0, nameBytes: 0, numberBytes: 0 }
  const space = () => random.pick(SPACES)
  const list = (item: () => string): string =>
    Array.from({ length: random.below(5) }, () => `${space()}${item()}${space()}`).join(',') || space()
  const name = () => {
    const text = random.below(3) === 0 ? textOf(random) : random.pick(NAMES)
    counts.nameBytes = Math.max(counts.nameBytes, new TextEncoder().encode(text).length)
    return `"${text}"`
  }
  const write = (depth: number): string => {
    counts.values += 1
    const kind = random.below(depth >= depthMax ? 2 : 4)
    if (kind === 0) {
      const scalar = random.pick(SCALARS)
      counts.numberBytes = Math.max(counts.numberBytes, scalar.length)
      return scalar
    }
    if (kind === 1) return `"${textOf(random)}"`
    counts.depth = Math.max(counts.depth, depth + 1)
    if (kind === 2) return `[${list(() => write(depth + 1))}]`
    return `{${list(() => `${name()}${space()}:${space()}${write(depth + 1)}`)}}`
  }
  return { text: `${space()}${write(0)}${space()}`, counts }
}

const INSERTS = ['"', '\\', '{', '}', '[', ']', ',', ':', ' ', '0', 'x', '🐸', '\u0000', '-', 'e', 'null', '"a":1,', '//', '\ufeff']

/** The text with a few of its characters gone, doubled or joined by others. */
export function spoil(random: SeededRandom, text: string): string {
  let spoilt = text
  for (let times = random.below(4); times > 0; times -= 1) {
    const at = random.below(spoilt.length + 1)
    const [head, tail] = [spoilt.slice(0, at), spoilt.slice(at)]
    spoilt = random.pick([() => head + random.pick(INSERTS) + tail, () => head + tail.slice(1), () => head + head.slice(-1) + tail])()
  }
  return spoilt
}

/** The bytes in pieces, as a network might bring them. */
export function cutAtRandom(random: SeededRandom, bytes: Uint8Array): Uint8Array[] {
  const pieces: Uint8Array[] = []
  for (let at = 0; at < bytes.length;) {
    const length = 1 + random.below(random.pick([1, 8, bytes.length]))
    pieces.push(bytes.slice(at, at + length))
    at += length
  }
  return pieces
}
