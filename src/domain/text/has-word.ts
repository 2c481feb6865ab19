const LETTER_OR_DIGIT = /[\p{L}\p{N}]/u

/**
 * Whether `text` contains `word` in any case, with no letter or digit right before or after it. The word is compared literally, in time
 * linear in the text whatever the word is. A word without a letter or digit is never found.
 */
export function hasWord(text: string, word: string): boolean {
  if (!LETTER_OR_DIGIT.test(word)) return false
  const [where, what] = [text.toLowerCase(), word.toLowerCase()]
  for (let at = where.indexOf(what); at !== -1; at = where.indexOf(what, at + what.length)) {
    if (!isLetterOrDigitBefore(where, at) && !isLetterOrDigitAt(where, at + what.length)) return true
  }
  return false
}

/** For the code point that ends at `at`: a lone low surrogate says nothing. */
function isLetterOrDigitBefore(text: string, at: number): boolean {
  const isPair = at > 1 && isLowHalf(text.charCodeAt(at - 1)) && isHighHalf(text.charCodeAt(at - 2))
  return at > 0 && isLetterOrDigitAt(text, isPair ? at - 2 : at - 1)
}

/** ASCII is checked without a pattern or an allocation: a text that repeats one word has a million positions to check. */
function isLetterOrDigitAt(text: string, at: number): boolean {
  if (at >= text.length) return false
  const code = text.codePointAt(at)!
  return code < ASCII.length ? ASCII[code] === 1 : LETTER_OR_DIGIT.test(String.fromCodePoint(code))
}

const ASCII = Uint8Array.from({ length: 128 }, (_, code) => (LETTER_OR_DIGIT.test(String.fromCharCode(code)) ? 1 : 0))

const isHighHalf = (unit: number): boolean => unit >= 0xd800 && unit < 0xdc00
const isLowHalf = (unit: number): boolean => unit >= 0xdc00 && unit < 0xe000
