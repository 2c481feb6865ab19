import { describe, expect, test } from 'bun:test'
import { latinLetters } from '../../src/lib/latin-letters.ts'
import { asciiTwin, looksOf, readingsOf, signInWord } from '../../src/lib/look-alike.ts'
import { splitWords } from '../../src/domain/matching/split-words.ts'
import { PROPERTY_INPUTS } from '../support/property.ts'

const alike = (one: string, other: string) => looksOf(one).some((look) => looksOf(other).includes(look))
const inLetters = (text: string, from: number) => text.replace(/[a-z]/g, (letter) => String.fromCodePoint(from + letter.charCodeAt(0) - 97))

describe('what a text looks like', () => {
  test.each([
    ['black circles', 0x1f150],
    ['black squares', 0x1f170],
    ['white squares', 0x1f130],
    ['circles', 0x24d0],
    ['brackets', 0x249c],
    ['flags', 0x1f1e6],
    ['bold letters', 0x1d41a],
  ])('letters in %s are letters', (_, from) => {
    expect(alike(inLetters('tacoparlor', from), 'tacoparlor')).toBe(true)
    expect(alike([...inLetters('tacoparlor', from)].join(' '), 'tacoparlor')).toBe(true)
  })

  test('a letter that is named after a Latin one looks like it', () => {
    for (const [letter, latin] of latinLetters) expect([letter, alike(`${letter}aco`, `${latin}aco`)]).toEqual([letter, true])
    expect(alike('taɓoɗŋk', 'tabodnk')).toBe(true)
  })

  test.each([
    ['o', [...'口ㅇ○◯⭕🅾●〇०๐໐០°º0', '🅾️', '❤️']],
    ['l', [...'丨ㅣ│❘ꟾ∣|!1I/]']],
    ['a', [...'4@∆']],
    ['e', [...'3€∃']],
    ['s', [...'5$§']],
    ['t', [...'7+†']],
    ['c', [...'(¢©']],
    ['b', [...'8']],
    ['g', [...'9']],
  ])('%p may be drawn by each of %p', (letter, signs) => {
    for (const sign of signs) expect([sign, alike(`tx${sign}xt`, `tx${letter}xt`)]).toEqual([sign, true])
  })

  test.each(['ー', 'ـ', 'ˑ', 'ː', '_', '-', '·', '🐸'])('%p inside a name is not seen', (sign) => {
    expect(alike(`taco${sign}parlor`, 'tacoparlor')).toBe(true)
  })

  test('names of other scripts stay different', () => {
    for (const [one, other] of [
      ['ラーメン', 'ラメン'],
      ['東京', '京都'],
      ['개구리', '고구마'],
      ['лягушка', 'лягушки'],
      ['frog', 'frogs'],
      ['ضفدع', 'ضفادع'],
      ['Frog 🇺🇸', 'frogs'],
    ] as const)
      expect([one, alike(one, other)]).toEqual([one, false])
    expect(alike('Frog 🇺🇸', 'frog')).toBe(true)
  })

  test('words that are read one by one are read as they are together', () => {
    const words = ['Taco', 'ⓟarlor', '4ever', 'ｆｒｏｇ', 'ƃ🅾', 'ﷺ']
    const joined = words.map(readingsOf).reduce((all, next) => all.map((text, at) => text + next[at]!) as never)
    expect(readingsOf(words.join(' '))).toEqual(joined)
  })
})

describe('a text is bounded by what it becomes', () => {
  test('no character of Unicode is looked at as more than four letters', () => {
    // All of them in check:full. Above U+20000 there are hardly any but of Chinese, and one in sixteen is looked at.
    const every = PROPERTY_INPUTS > 1_000 ? 1 : 16
    for (let code = 0; code < 0x110000; code += code < 0x20000 ? 1 : every) {
      if (code >= 0xd800 && code < 0xe000) continue
      // m and w count as two letters each.
      const longest = Math.max(...readingsOf(String.fromCodePoint(code)).map((reading) => [...reading].length))
      if (longest > 8) throw new Error(`U+${code.toString(16)} becomes ${longest} letters`)
    }
  })

  test('of a text that folding makes eighteen times as long, matching reads a thousand characters', () => {
    const words = splitWords('\ufdfa'.repeat(1_000))
    expect(words.reduce((length, { whole }) => length + whole.length, 0)).toBeLessThanOrEqual(1_000)
  })
})

test.each(['Hawaiʻi', 'мʼята', 'Ñandú', 'Łukasz', 'Đặng'])('%p is written in letters of its own', (text) => {
  expect(asciiTwin(text)).toBeNull()
})

describe('a sign inside a word', () => {
  test.each(['fr│g', 'fr❘g', 'fr∣g', 'tacoˑparlor', 'tacoーparlor', 'frـog', 'fr○g', 'a∂b'])('of %p is told', (text) => {
    expect(signInWord(text)).not.toBeNull()
  })

  test.each([
    'frog_king',
    'frog.eth',
    'O’Brien',
    'OʼBrien',
    'Hawaiʻi',
    'Frog 🐸 King',
    'Frog🐸King',
    'Ca$h',
    'AT&T',
    'C++',
    'l·l',
    'Frog™',
    'Frog×Dog',
    'ラーメン',
    'スーパー2049',
    'محـمد',
    '東京・大阪',
    'л’ягушка',
    'मेंढक',
    '개구리',
    'n°5',
    'Frog ★ King',
  ])('%p has none', (text) => {
    expect(signInWord(text)).toBeNull()
  })
})
