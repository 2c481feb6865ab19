import { AppError, type ErrorCode } from '../../src/domain/errors.ts'
import { createSeededRandom, type SeededRandom } from './seeded-random.ts'

/** How many inputs a property is tried with: a hundredth of what `bun run check:full` tries. */
export const PROPERTY_INPUTS = Number(process.env.PROPERTY_INPUTS ?? 1_000)

/** The places of something so long: all of them in `bun run check:full`, every eighth and the last ones in `bun run check`. */
export const someOf = (length: number): readonly number[] =>
  Array.from({ length }, (_, index) => index).filter((index) => PROPERTY_INPUTS > 1_000 || index % 8 === 0 || index >= length - 8)

/**
 * Tries a property with so many inputs, always the same ones; `holds` throws, or returns what is wrong.
 * @throws Error that names the input's number, and what was wrong
 */
export function forInputs(holds: (random: SeededRandom, number: number) => string | null | void, inputs = PROPERTY_INPUTS): void {
  const random = createSeededRandom(inputs)
  for (let number = 0; number < inputs; number += 1) {
    let problem: string | null | void
    try {
      problem = holds(random, number)
    } catch (cause) {
      throw new Error(`input ${number} threw ${String(cause)}`, { cause })
    }
    if (problem) throw new Error(`input ${number}: ${problem}`)
  }
}

/** What `work` gives, or null when it refuses with one of these codes. @throws whatever else it throws */
export function orRefusal<T>(work: () => T, ...codes: ErrorCode[]): T | null {
  try {
    return work()
  } catch (error) {
    if (error instanceof AppError && codes.includes(error.code)) return null
    throw error
  }
}

/** A text of at most so many of these characters. */
export function textOf(random: SeededRandom, alphabet: string | readonly string[], lengthMax: number): string {
  let text = ''
  for (let left = random.below(lengthMax + 1); left > 0; left -= 1) text += alphabet[random.below(alphabet.length)]!
  return text
}

/** Bytes of any value, at most so many. */
export const bytesOf = (random: SeededRandom, lengthMax: number): Uint8Array =>
  Uint8Array.from({ length: random.below(lengthMax + 1) }, () => random.below(256))

/** Characters that parsers stumble over, of one code unit, and some of two. */
export const ODD_CHARACTERS: readonly string[] = [
  ...'aZ09 .,:;-_+/\\|"\'`<>()[]{}=&%#?*@!~^$\n\r\t\0',
  '\u00e9',
  '\u202e',
  '\ufeff',
  '\ud800',
  '😀',
  '\u200d',
]

/** The text with one character gone, doubled, or replaced by one of `alphabet`. */
export function damaged(random: SeededRandom, text: string, alphabet: string | readonly string[] = ODD_CHARACTERS): string {
  const index = random.below(text.length + 1)
  const [head, tail] = [text.slice(0, index), text.slice(index)]
  switch (random.below(4)) {
    case 0:
      return head + tail.slice(1)
    case 1:
      return head + alphabet[random.below(alphabet.length)]! + tail
    case 2:
      return head + alphabet[random.below(alphabet.length)]! + tail.slice(1)
    default:
      return head
  }
}

/** Any JSON value, at most so deep. */
export function jsonOf(random: SeededRandom, depth = 3): unknown {
  switch (random.below(depth > 0 ? 9 : 6)) {
    case 0:
      return null
    case 1:
      return random.fraction() < 0.5
    case 2:
      return random.pick([0, -0, 1, -1, 0.5, 1e21, 1e308, 5e-324, 2 ** 53, 2 ** 64, random.below(1_000)])
    case 3:
    case 4:
    case 5:
      return random.pick(['', '0', '0x', '0x0', '-1', '1e3', 'NaN', '__proto__', '18446744073709551616', textOf(random, ODD_CHARACTERS, 8)])
    case 6:
      return Array.from({ length: random.below(4) }, () => jsonOf(random, depth - 1))
    default:
      return Object.fromEntries(Array.from({ length: random.below(4) }, () => [textOf(random, 'abcdef', 4), jsonOf(random, depth - 1)]))
  }
}

/** The JSON value with one value somewhere in it gone, or replaced by any other. */
export function changedJson(random: SeededRandom, value: unknown): unknown {
  if (value === null || typeof value !== 'object' || random.below(6) === 0) return jsonOf(random)
  if (Array.isArray(value)) {
    const index = random.below(value.length + 1)
    return index === value.length ? [...value, jsonOf(random)] : value.with(index, changedJson(random, value[index]))
  }
  const names = Object.keys(value)
  if (names.length === 0) return jsonOf(random)
  const name = random.pick(names)
  const { [name]: member, ...rest } = value as Record<string, unknown>
  return random.below(6) === 0 ? rest : { ...rest, [name]: changedJson(random, member) }
}
