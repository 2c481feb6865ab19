import { expect, test } from 'bun:test'
import { hasWord } from '../../src/domain/text/has-word.ts'
import { cpuMs } from '../support/cpu-ms.ts'

test.each([
  ['buy $frog today', 'FROG', true],
  ['FROG', 'frog', true],
  ['frogs and leapfrog', 'FROG', false],
  ['leapfrog, then frog', 'FROG', true],
  ['we write C++( here', 'C++(', true],
  ['xC++(', 'C++(', false],
  ['anything at all!', '.*.*.*!', false],
  ['anything at all!', '.', false],
  ['anything at all!', '', false],
  ['𝒳frog', 'FROG', false],
  ['🐸frog🐸', 'FROG', true],
  ['éfrog', 'FROG', false],
  ['frogé frog', 'FROG', true],
  ['frog𝟘', 'FROG', false],
  ['\uDFD8frog\uD835', 'FROG', true],
  ['9frog', 'FROG', false],
  ['_frog_', 'FROG', true],
])('rules 1.3: %j and the word %j: %p', (text, word, found) => {
  expect(hasWord(text, word)).toBe(found)
})

test('rules 1.3: a text of one word a million times is searched about as fast as it is walked through', () => {
  const walkMs = (text: string, word: string) =>
    cpuMs(() => {
      for (let at = text.indexOf(word); at !== -1; at = text.indexOf(word, at + word.length));
    })
  const searchMs = (text: string, word: string) => cpuMs(() => expect(hasWord(text, word)).toBe(false))
  for (const word of ['a', 'ab']) {
    const text = word.repeat(2_000_000 / word.length)
    const least = (timed: typeof walkMs) => Math.min(...Array.from({ length: 5 }, () => timed(text, word)))
    expect(least(searchMs) / least(walkMs)).toBeLessThan(10)
  }
})

test('rules 1.3: a word that would be a slow pattern takes no longer on two million characters than one that is none', () => {
  const text = 'a.'.repeat(1_000_000)
  const timed = (word: string) => cpuMs(() => hasWord(text, word))
  timed('frog')
  const plainMs = Math.max(timed('frog'), 5)
  for (const word of ['.*.*.*!', '(a+)+$', 'a.a.a.a', 'a', '.a']) expect(timed(word) / plainMs).toBeLessThan(200)
})
