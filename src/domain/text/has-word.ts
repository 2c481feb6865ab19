const LETTER_OR_DIGIT = /[\p{L}\p{N}]/u

/**
 * Whether `text` has `word` in any case, with no letter or digit right before or after it. The word is compared and never run:
 * the time grows with the text alone, whatever the word is. One without a letter or digit is found nowhere.
 */
export function hasWord(text: string, word: string): boolean {
  if (!LETTER_OR_DIGIT.test(word)) return false
  const [where, what] = [text.toLowerCase(), word.toLowerCase()]
  for (let at = where.indexOf(what); at !== -1; at = where.indexOf(what, at + what.length)) {
    if (!isLetterOrDigitBefore(where, at) && !isLetterOrDigitAt(where, at + what.length)) return true
  }
  return false
}

/** Of the code point that ends at `at`; its high half alone says nothing of what it is. */
function isLetterOrDigitBefore(text: string, at: number): boolean {
  const isPair = at > 1 && isLowHalf(text.charCodeAt(at - 1)) && isHighHalf(text.charCodeAt(at - 2))
  return at > 0 && isLetterOrDigitAt(text, isPair ? at - 2 : at - 1)
}

/** Nothing is made and no pattern is run for ASCII: a text of one word again and again has a million places to look at. */
function isLetterOrDigitAt(text: string, at: number): boolean {
  if (at >= text.length) return false
  const code = text.codePointAt(at)!
  return code < ASCII.length ? ASCII[code] === 1 : LETTER_OR_DIGIT.test(String.fromCodePoint(code))
}

const ASCII = Uint8Array.from({ length: 128 }, (_, code) => (LETTER_OR_DIGIT.test(String.fromCharCode(code)) ? 1 : 0))

const isHighHalf = (unit: number): boolean => unit >= 0xd800 && unit < 0xdc00
const isLowHalf = (unit: number): boolean => unit >= 0xdc00 && unit < 0xe000
