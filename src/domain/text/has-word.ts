const LETTER_OR_DIGIT = /[\p{L}\p{N}]/u

/**
 * Whether `text` has `word` in any case, with no letter or digit right before or after it. The word is compared and never run:
 * the time grows with the text alone, whatever the word is. One without a letter or digit is found nowhere.
 */
export function hasWord(text: string, word: string): boolean {
  if (!LETTER_OR_DIGIT.test(word)) return false
  const [where, what] = [text.toLowerCase(), word.toLowerCase()]
  for (let at = where.indexOf(what); at !== -1; at = where.indexOf(what, at + what.length)) {
    if (!LETTER_OR_DIGIT.test(before(where, at)) && !LETTER_OR_DIGIT.test(after(where, at + what.length))) return true
  }
  return false
}

/** The code point that ends at `at`; its high half alone says nothing of what it is. */
const before = (text: string, at: number): string => [...text.slice(Math.max(0, at - 2), at)].at(-1) ?? ''

const after = (text: string, at: number): string => {
  const code = text.codePointAt(at)
  return code === undefined ? '' : String.fromCodePoint(code)
}
