import { expect, test } from 'bun:test'
import { hasWord } from '../../src/domain/text/has-word.ts'

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
])('%j and the word %j: %p', (text, word, found) => {
  expect(hasWord(text, word)).toBe(found)
})

test('a word that would be a slow pattern takes no longer on two million characters than one that is none', () => {
  const text = 'a.'.repeat(1_000_000)
  const timed = (word: string) => {
    const startMs = performance.now()
    hasWord(text, word)
    return performance.now() - startMs
  }
  timed('frog')
  const plainMs = Math.max(timed('frog'), 5)
  for (const word of ['.*.*.*!', '(a+)+$', 'a.a.a.a', 'a', '.a']) expect(timed(word) / plainMs).toBeLessThan(200)
})
