import type { Chance } from './chance.ts'

/** Texts that break what did not expect them. */
export const HOSTILE_TEXTS: readonly string[] = [
  '',
  ' ',
  '\0',
  'a\0b',
  '\u202egnp.exe',
  '\u2066x\u2069',
  '\u3164\u3164',
  '\u00ad\u034f\u061c',
  'e\u0301\u0301\u0301\u0301',
  '\ud83d\ude00',
  '\ud800',
  '\udfff\ud800',
  '\ufeffx',
  '\u2028\u2029',
  '\ufdfd',
  '__proto__',
  'constructor',
  'toString',
  'null',
  'undefined',
  'NaN',
  'Infinity',
  '-0',
  '0x10',
  '1e309',
  '9007199254740993',
  '-1',
  '00000000000000000000000000000000',
  '11111111111111111111111111111111',
  'So11111111111111111111111111111111111111112',
  '0x0000000000000000000000000000000000000000',
  "'; DROP TABLE coin; --",
  '%',
  '_%',
  '\\',
  '"',
  '${7*7}{{7*7}}',
  '<script>alert(1)</script>',
  '../../../etc/passwd',
  '..%2f..%2f',
  '%00',
  '%ff%fe',
  '%c0%ae',
  'javascript:alert(1)',
  'http://127.0.0.1:1/',
  'https://169.254.169.254/latest/meta-data/',
  'file:///etc/passwd',
  '(a+)+$',
  '[',
  '*',
  '\n',
  '\t\r\n',
  'ß',
  'İi',
  '١٢٣',
  '²',
]

const LENGTHS = [1, 2, 13, 14, 31, 32, 33, 44, 45, 63, 64, 65, 128, 129, 204, 205, 240, 256, 257, 280, 281, 1_024, 2_049, 5_000]

/** A text that is wrong, or right only just. */
export function hostileText(chance: Chance): string {
  if (chance.happens(0.6)) return chance.pick(HOSTILE_TEXTS)
  const unit = chance.pick(['a', 'Z9', ' ', 'é', '😀', '\0', '\u200d', 'a\u0300', '界', '\\', '"', '%'])
  return unit.repeat(chance.pick(LENGTHS)).slice(0, 8_000)
}

const NUMBERS = [
  0,
  -0,
  -1,
  1,
  0.1,
  1e-9,
  1e-10,
  1.000000001,
  0.30000000000000004,
  100,
  101,
  255,
  256,
  65_536,
  2 ** 31,
  2 ** 32,
  2 ** 53,
  2 ** 53 + 2,
  2 ** 63,
  1e21,
  1e308,
  5e-324,
  -1e308,
]

/** Any JSON value where another was expected. */
export function hostileValue(chance: Chance, depth = 0): unknown {
  switch (chance.below(depth > 2 ? 5 : 9)) {
    case 0:
      return chance.pick([null, true, false])
    case 1:
      return chance.pick(NUMBERS)
    case 2:
    case 3:
    case 4:
      return hostileText(chance)
    case 5:
      return Array.from({ length: chance.pick([0, 1, 3, 17, 200]) }, () => hostileValue(chance, depth + 3))
    case 6:
      return Object.fromEntries(Array.from({ length: chance.below(5) }, () => [hostileText(chance), hostileValue(chance, depth + 2)]))
    case 7:
      return nested(chance.pick([3, 20, 33, 100]), chance.happens(0.5))
    default:
      return JSON.parse('{"__proto__": {"polluted": true}, "constructor": {"prototype": {"polluted": 1}}}') as unknown
  }
}

const nested = (depth: number, array: boolean): unknown => {
  let value: unknown = 1
  for (let level = 0; level < depth; level += 1) value = array ? [value] : { a: value }
  return value
}
