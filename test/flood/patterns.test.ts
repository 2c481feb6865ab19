import { expect, test } from 'bun:test'
import { cpuMs } from '../support/cpu-ms.ts'
import { sourcePatterns } from '../support/source-patterns.ts'

/** What else may be slow in a pattern that is tried at every place of its input. */
const PIECES = [
  'a', 'A', '0', '9', ' ', '\t', '\n', '.', '-', '_', '/', '\\', ':', ',', ';', '=', '"', "'", '[', ']', '(', '{', '@', '$', '%', '+', '|', '0x', 'svc_ak_', '.0',
  'ss', 'ies', '1,', '[1, ', 'https://', '\u0301', '\u200d', '\ufe0f', '🐸', '👨\u200d', 'é', '狗', '\u094d\u200d', "'s", 'Aa', 'q=0', 'a.', '%4', '<a ',
] // oxfmt-ignore

/** Patterns that see nothing but a short text of ours or of the operator's, and are slow on a long one. */
const BOUNDED: Readonly<Record<string, string>> = {
  '/\\/+$/': 'addresses in settings',
  '/=+$/': 'base64 of secrets in settings',
  '/0+$/': 'fractions of amounts, 18 digits at most',
  '/\\.?0+$/': 'a number with 20 decimals',
  '/\\B(?=(\\d{3})+$)/g': 'digits of a number',
  '/\\B(?=(\\d{3})+(?!\\d))/g': 'digits of an amount',
}

const { patterns } = await sourcePatterns()

const textsOf = (length: number): string[] =>
  PIECES.flatMap((piece) =>
    ['', '['].flatMap((opening) => ['', '!'].map((end) => opening + piece.repeat(Math.ceil(length / piece.length)).slice(0, length) + end)),
  )

/** The least of three tries, in milliseconds: what else the machine does is not counted. */
function timeMs(pattern: RegExp, text: string): number {
  const search = () => (pattern.global ? text.replaceAll(pattern, '') : pattern.test(text))
  return Math.min(...[0, 1, 2].map(() => cpuMs(search)))
}

/** True when it takes longer every time: a busy machine holds up some of them. */
const takesLonger = (pattern: RegExp, text: string, ms: number): boolean =>
  Array.from({ length: 8 }).every(() => timeMs(pattern, text) > ms)

test('decision "A body": every pattern that may see a long text takes time in proportion to it: 100,000 characters of every kind', () => {
  expect(patterns.size).toBeGreaterThan(150)
  const [short, long] = [textsOf(4_000), textsOf(100_000)]
  const baselineMs = Math.max(...long.map((text) => timeMs(/[^\p{L}\p{N}]/gu, text)))
  const slow = [...patterns].flatMap(([name, { pattern, where }]) => {
    if (name in BOUNDED) return []
    // One that grows with the square takes 625 times as long on the long text: it is told by the short one, and never run on the other.
    const early = short.find((text) => takesLonger(pattern, text, baselineMs))
    const text = early ?? long.find((text) => takesLonger(pattern, text, 10 * baselineMs))
    return text === undefined ? [] : [`${where} ${name} on ${JSON.stringify(text.slice(0, 12))}…`]
  })
  expect(slow).toEqual([])
}, 300_000)

test('decision "A body": the six that are slow on a long text are still there, and still slow: the list has none too many', () => {
  const [text] = ['0'.repeat(4_000) + 'x', '/'.repeat(4_000) + 'x', '='.repeat(4_000) + 'x']
  expect(Object.keys(BOUNDED).filter((name) => !patterns.has(name))).toEqual([])
  expect(timeMs(/0+$/, text!)).toBeGreaterThan(timeMs(/[^\p{L}\p{N}]/gu, text!))
})
