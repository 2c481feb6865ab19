import { describe, expect, test } from 'bun:test'
import { cleanText, hiddenProblem } from '../../src/domain/text/hidden-characters.ts'
import { textProblem } from '../../src/domain/text/text.ts'

const everyCodePoint = function* () {
  for (let code = 0; code <= 0x10ffff; code += 1) if (code < 0xd800 || code > 0xdfff) yield String.fromCodePoint(code)
}
const UNSEEN = /[\p{Cc}\p{Cf}\p{Co}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}]/u

describe('rules 10.3: hiddenProblem refuses what a reader would not see', () => {
  test('every character of Unicode that cannot be seen or moves others is refused inside a word', () => {
    const accepted = [...everyCodePoint()].filter((character) => UNSEEN.test(character) && hiddenProblem(`ab${character}cd`) === null)
    expect(accepted.map((character) => character.codePointAt(0)!.toString(16))).toEqual([])
  })

  test.each([0x61c, 0x2028, 0x2029, 0xad, 0x34f, 0x115f, 0x1160, 0x3164, 0xffa0, 0x2800, 0xfffc, 0x2061, 0x206a, 0xfff9, 0xe0041, 0xfe00])(
    'U+%d is refused between letters and alone',
    (code) => {
      const character = String.fromCodePoint(code)
      for (const text of [`frog${character}`, `${character}frog`, character, character.repeat(2)]) expect(hiddenProblem(text)).toBeString()
    },
  )

  test.each([
    ['a family', '👨‍👩‍👧 coin'],
    ['a heart on fire', '❤️‍🔥'],
    ['a runner without U+FE0F', '🏃‍♂'],
    ['a keycap', '1️⃣'],
    ['a sign shown as an emoji', 'Frog™️'],
    ['Persian with its non-joiner', 'می‌خواهم'],
    ['Hindi with a joiner after the virama', 'क्‍ष'],
    ['Sinhala', 'ශ්‍රී ලංකා'],
    ['Vietnamese, decomposed', 'Việt Nam'.normalize('NFD')],
    ['Thai with tone and vowel', 'น้ำที่นี่'],
    ['Hebrew', 'צפרדע'],
    ['no text at all', ''],
  ])('%s is a text that is seen as it is', (_name, text) => {
    expect(hiddenProblem(text)).toBeNull()
  })

  test.each([
    ['a joiner between two emoji that are no emoji together', '🐶‍🐱'],
    ['a joiner between letters', 'fr‍og'],
    ['a non-joiner between letters', 'fr‌og'],
    ['a non-joiner after an Arabic letter that does not join', 'ا‌ب'],
    ['two non-joiners', 'می‌‌خواهم'],
    ['U+FE0F after a letter', 'frog️'],
    ['a flag made of tags', '🏴󠁧󠁢󠁥󠁮󠁧󠁿'],
    ['nothing to see', '   ́'],
    ['marks that stand on what is before', '́frog'],
    ['marks piled up', `f${'̂'.repeat(9)}rog`],
    ['five marks of any script', `ก${'็'.repeat(5)}`],
    ['a line break in one line', 'two\nlines'],
  ])('%s is refused', (_name, text) => {
    expect(hiddenProblem(text)).toBeString()
  })

  test.each(['@', '@ \u00a0', '@@', '@.', '@\u1680', '@\u{1107f}', '@\u0489', '_-_', '\u3000'])('%j is nobody’s name', (text) => {
    expect(textProblem({ maxLength: 64, named: true }, text)).toBeString()
    expect(textProblem({ maxLength: 64, named: true }, `${text.trim()} a`)).toBe(hiddenProblem(`${text.trim()} a`))
  })

  test.each(['@frog', '青蛙', '７', '🐸', 'Ж'])('%j is a name', (text) => {
    expect(textProblem({ maxLength: 64, named: true }, text)).toBeNull()
  })

  test('a character that Unicode has not assigned is refused', () => {
    for (const text of ['frog\u0378', '\u{5ffff}frog']) expect(hiddenProblem(text)).toBeString()
  })

  test('line breaks pass where several lines are allowed, and other separators of lines do not', () => {
    expect(hiddenProblem('two\nlines', { multiline: true })).toBeNull()
    expect(hiddenProblem('two\u2028lines', { multiline: true })).toBeString()
  })
})

describe('decision "Every text of a request": cleanText leaves of others’ texts what is seen', () => {
  test('keeps what is seen of a text by someone else, on one line and within its length', () => {
    expect(cleanText('  F\u200bR\u202eO\n\u2028G  ', 13)).toBe('FRO G')
    expect(cleanText('🐸'.repeat(40), 13)).toBe('🐸'.repeat(13))
    expect(cleanText('\u3164\u3164', 13)).toBe('')
    expect(cleanText('\ud800x', 13)).toBe('\ufffdx')
  })

  test('what it gives is never refused, whatever it was given', () => {
    for (const character of everyCodePoint()) {
      if (character.codePointAt(0)! % 7 === 0) expect(hiddenProblem(cleanText(`a${character}b`, 8))).toBeNull()
    }
  })
})

test('rules 10.3: a text far over its length is refused before it is taken apart', () => {
  expect(textProblem({ maxLength: 32 }, 'x'.repeat(8_000_000))).toBe('must have at most 32 characters')
})
