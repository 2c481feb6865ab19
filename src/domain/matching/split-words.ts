/** A word of a text as written, in one spelling, with the parts its capitals, digits and scripts cut it into. */
export type RawWord = { readonly whole: string; readonly parts: readonly string[] }

// Bounds the work for one field, whatever is pasted into it.
const TEXT_CHARACTERS_MAX = 1_000
const WORD_CHARACTERS_MAX = 48

const PLAIN = /^[\x20-\x7e]*$/
const COMBINING = /[\u0300-\u036f]/g
const INVISIBLE = /[\p{Cf}\ufe00-\ufe0f]/gu
const POSSESSIVE = /['’ʼ`´]s(?![\p{L}\p{N}])/giu
const APOSTROPHE = /['’ʼ`´]/g
const WORD = /[\p{L}\p{N}][\p{L}\p{N}\p{M}]*|\p{Extended_Pictographic}/gu
// Capitals before a capitalised word (AI|Agent), a capitalised or small word, capitals, digits, or letters without case.
const PART = /\p{Lu}+(?!\p{Ll})|\p{Lu}?\p{Ll}+|\p{N}+|(?:(?!\p{Lu}|\p{Ll}|\p{N})[\p{L}\p{M}])+/gu

/**
 * The words of a text in order: letters and digits of any script, and each pictograph as a word of its own.
 * Accents, full-width and styled letters are folded to plain ones, so "ＤＯＧＥ" and "𝗗𝗼𝗴𝗲" read as doge.
 * Reads the first 1,000 code units of the text, as it is and as it is folded, and the first 48 of a word.
 */
export function splitWords(text: string): RawWord[] {
  const cut = text.slice(0, TEXT_CHARACTERS_MAX)
  const folded = (PLAIN.test(cut) ? cut : fold(cut)).replace(POSSESSIVE, '').replace(APOSTROPHE, '')
  return (folded.match(WORD) ?? []).map((word) => {
    const written = word.slice(0, WORD_CHARACTERS_MAX)
    return { whole: written.toLowerCase(), parts: (written.match(PART) ?? []).map((part) => part.toLowerCase()) }
  })
}

const fold = (text: string) =>
  text.normalize('NFKD').replace(COMBINING, '').normalize('NFC').replace(INVISIBLE, '').slice(0, TEXT_CHARACTERS_MAX)
