/** An emoji as Unicode recommends it for interchange, of one or of several characters. */
const EMOJI = /\p{RGI_Emoji}/gv
const ONE_EMOJI = /^\p{RGI_Emoji}$/v
/** Joined pictographs; some keyboards leave out U+FE0F. */
const JOINED_EMOJI = /\p{Extended_Pictographic}[\ufe0f\p{EMod}]?(?:\u200d\p{Extended_Pictographic}[\ufe0f\p{EMod}]?)+/gu
const PLAIN_PICTOGRAPH = /(?!\p{Emoji_Presentation})(\p{Extended_Pictographic})(?![\ufe0f\p{EMod}])/gu
const TAG = /[\u{e0000}-\u{e007f}]/u

/**
 * A non-joiner between two Arabic letters that would join, as Persian writes it; a joiner or non-joiner after the virama of an
 * Indian script, and the joiner of Bengali's ra. @see RFC 5892 A.1 and A.2, Unicode ArabicShaping (joining type D, then D or R)
 */
const WRITTEN_JOINERS = [
  /(?<=[\u0620\u0626\u0628\u062a-\u062e\u0633-\u0647\u0649\u064a\u066e\u066f\u0678-\u0687\u069a-\u06bf\u06c1\u06c2\u06cc\u06ce\u06d0\u06d1\u06fa-\u06fc\u06ff]\p{M}{0,4})\u200c(?=[\u0620\u0622-\u064a\u066e-\u0673\u0675-\u06d3\u06d5\u06ee\u06ef\u06fa-\u06ff])/gu,
  /(?<=[\u094d\u09cd\u0a4d\u0acd\u0b4d\u0bcd\u0c4d\u0ccd\u0d4d\u0dca])[\u200c\u200d](?=[\u0904-\u0dff])/gu,
  /(?<=\u09b0)\u200d(?=\u09cd)/gu,
]

/**
 * Characters that are invisible or reorder others: controls, formats, separators, characters that Unicode lets a font leave out
 * (variation selectors, tags, Hangul fillers), characters drawn empty by every font, and unassigned ones.
 */
const HIDDEN = /[\p{Cc}\p{Cf}\p{Co}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\p{Cn}\u2800\ufffc\u{13441}\u{13442}\u{16fe4}\u{1d159}]/u
const ALL_HIDDEN = new RegExp(HIDDEN, 'gu')
const LINE_BREAKS = /[\n\t]/g
const VISIBLE = /[^\s\p{C}\p{M}\p{Z}]/u

/** A combining mark without a base would combine with what the page shows before the text. */
const LOOSE_MARK = /(?:^|\s)\p{M}/u
/** More combining marks than any language uses on one letter: they cover the lines above and below. */
const MARK_FLOOD = /\p{M}{5}|[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]{3}/u

/**
 * Why the displayed text would differ from its content, as the end of a sentence; null when it does not. Joiners and U+FE0F are allowed
 * inside an emoji and where a script uses them, and nowhere else.
 */
export function hiddenProblem(text: string, { multiline = false } = {}): string | null {
  const rest = withoutJoiners(multiline ? text.replace(LINE_BREAKS, ' ') : text)
  const hidden = HIDDEN.exec(rest)?.[0]
  if (hidden !== undefined) {
    return /\p{Cc}/u.test(hidden)
      ? `must not contain control characters (${codePoint(hidden)})`
      : `must not contain characters that cannot be seen or that move others (${codePoint(hidden)})`
  }
  if (LOOSE_MARK.test(rest.trim())) return 'must not begin a word with a combining mark'
  if (MARK_FLOOD.test(rest)) return 'must not pile up combining marks on one letter'
  if (rest.trim() !== '' && !VISIBLE.test(rest)) return 'must have a visible character'
  return null
}

/**
 * Text of outside origin (the maker of a coin elsewhere) for display: on one line, cut to `maxLength` code points, without everything
 * that `hiddenProblem` refuses; empty when nothing visible is left.
 */
export function cleanText(text: string, maxLength: number): string {
  // Most of it may be hidden characters; reading is bounded.
  const seen = text
    .slice(0, 64 * maxLength)
    .toWellFormed()
    .replace(/[\s\p{Z}]+/gu, ' ')
    .replace(ALL_HIDDEN, '')
    .trim()
  const cut = [...seen].slice(0, maxLength).join('').trim()
  return hiddenProblem(cut) === null ? cut : ''
}

/** The text with each emoji replaced by a letter, and without the joiners that its script needs. */
function withoutJoiners(text: string): string {
  if (!/[\u200c\u200d\ufe0f]/.test(text)) return text
  const plain = text
    .replace(JOINED_EMOJI, (joined) => (ONE_EMOJI.test(joined.replace(PLAIN_PICTOGRAPH, '$1\ufe0f')) ? '☺' : joined))
    .replace(EMOJI, (emoji) => (TAG.test(emoji) ? emoji : '☺'))
  return WRITTEN_JOINERS.reduce((rest, joiner) => rest.replace(joiner, ''), plain)
}

const codePoint = (character: string): string => `U+${character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}`
