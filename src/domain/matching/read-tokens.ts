import { cutJoinedWord } from './cut-joined-word.ts'
import { type RawWord, splitWords } from './split-words.ts'
import { stem } from './stem.ts'
import { isJoiningWord, isStopWord } from './stop-words.ts'
import type { Meaning, Vocabulary } from './vocabulary.ts'

/** A word or phrase of a text, its stems joined by blanks, with its meanings in the vocabulary (none for an unknown word). */
export type Token = { readonly text: string; readonly key: string; readonly meanings: readonly Meaning[] }

// Scripts written without blanks between words.
const UNSPACED = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]+$/u
const WORDS_MAX = 128
// "not a dog coin", "no ai": words right after such an opening are negated.
const NEGATION: ReadonlySet<string> = new Set(['no', 'not', 'never', 'without', 'isnt', 'aint'])
const ARTICLE: ReadonlySet<string> = new Set(['a', 'an', 'the', 'another', 'any', 'your'])

/**
 * The words and phrases of a text that are no stop words, in order. The longest known phrase wins over its words. With `negations` a word
 * right after "no", "not a", "without" and the like is left out.
 */
export function readTokens(text: string, vocabulary: Vocabulary, { negations = false } = {}): Token[] {
  const words = splitWords(text)
    .slice(0, WORDS_MAX)
    .flatMap((word) => wordsOf(word, vocabulary))
    .slice(0, WORDS_MAX)
  const stems = words.map(stem)
  const tokens: Token[] = []
  for (let at = 0; at < words.length;) {
    const length = phraseLength(stems, at, vocabulary)
    const key = stems.slice(at, at + length).join(' ')
    const meanings = vocabulary.meanings.get(key) ?? []
    const spoken = meanings.length > 0 || !isStopWord(words[at]!)
    if (spoken && !(negations && isNegated(words, at))) tokens.push({ text: words.slice(at, at + length).join(' '), key, meanings })
    at += length
  }
  return tokens
}

function phraseLength(stems: readonly string[], at: number, { meanings, phraseWordsMax }: Vocabulary): number {
  for (let length = Math.min(phraseWordsMax, stems.length - at); length > 1; length -= 1) {
    if (meanings.has(stems.slice(at, at + length).join(' '))) return length
  }
  return 1
}

function isNegated(words: readonly string[], at: number): boolean {
  const before = ARTICLE.has(words[at - 1] ?? '') ? at - 2 : at - 1
  return NEGATION.has(words[before] ?? '')
}

/** The word itself where it is known, else the known parts it is visibly made of. */
function wordsOf({ whole, parts }: RawWord, vocabulary: Vocabulary): readonly string[] {
  const known = (word: string) => vocabulary.words.has(stem(word)) || isStopWord(word) || isJoiningWord(word)
  if (known(whole)) return [whole]
  if (parts.length > 1 && parts.every((part) => known(part) || /\p{N}/u.test(part) || [...part].length >= 3 || UNSPACED.test(part))) {
    return parts.flatMap((part) => wordsOf({ whole: part, parts: [] }, vocabulary))
  }
  if (UNSPACED.test(whole)) return cutUnspaced(whole, vocabulary)
  return cutJoinedWord(whole, vocabulary) ?? [whole]
}

/** Longest known word first; letters between known words stay together. */
function cutUnspaced(run: string, { words }: Vocabulary): string[] {
  const characters = [...run]
  const pieces: string[] = []
  let unknown = ''
  for (let at = 0; at < characters.length;) {
    let length = Math.min(8, characters.length - at)
    while (length > 0 && !words.has(characters.slice(at, at + length).join(''))) length -= 1
    if (length === 0) unknown += characters[at]
    else {
      if (unknown) pieces.push(unknown)
      unknown = ''
      pieces.push(characters.slice(at, at + length).join(''))
    }
    at += Math.max(length, 1)
  }
  return unknown ? [...pieces, unknown] : pieces
}
