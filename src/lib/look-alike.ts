import confusables from 'unhomoglyph/data.json' with { type: 'json' }
import { latinLetters } from './latin-letters.ts'

const table = confusables as Readonly<Record<string, string>>
const ASCII = /^[\x00-\x7f]*$/
/** A non-ASCII letter or digit, but not the apostrophes of Hawaiian and Ukrainian, which Unicode counts as letters. */
const FOREIGN_LETTER = /(?![a-z0-9\u02b9-\u02bf])[\p{L}\p{N}]/giu
/** Small capitals in the order a to w, y, z, then kra and the tone-six letter: Unicode's table of confusables lacks them. */
const SMALL_CAPITALS = 'ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘꞯʀꜱᴛᴜᴠᴡʏᴢĸƅ'

/**
 * Signs that decompose to whole words, one of them to eighteen letters. No name contains them, so they do not count as letters here; this
 * keeps a normalised text within four times its length.
 */
const WRITTEN_OUT = /[\u321d\u321e\u3300-\u3357\u337b-\u337f\u33ae\u33af\ufdf0-\ufdfc]/g

/**
 * One to four keys for what a text looks like to a quick reader; two texts that share a key can be mistaken for each other. Case,
 * accents, signs and blanks do not count; letters of other scripts count as the Latin letters they look like or are named after; 0, 1, l,
 * i, rn, vv, cl and q count as what they are mistaken for. Signs and digits drawn like letters (🅾, ○, $, 4) also count as letters, in a
 * key of their own. Empty for a text without a letter or digit. @see UTS 39, 4 (the table is Unicode's)
 */
export function looksOf(text: string): string[] {
  return [...new Set(readingsOf(text))].filter((key) => key !== '')
}

/** The ways to read a text. */
export type Readings = readonly [string, string, string, string]

/**
 * The four ways to read a text, some of them equal or empty. The readings of two texts, joined pairwise, are the readings of the joined
 * text, so each word is read once however many neighbours it is combined with.
 */
export function readingsOf(text: string): Readings {
  if (ASCII.test(text)) {
    const plain = key(text)
    const drawn = LIKE_LETTERS.test(text) ? key(drawnLetters(text)) : plain
    return [plain, plain, drawn, drawn]
  }
  const plain = unaccented(text.replace(WRITTEN_OUT, ' ').normalize('NFKC')).replace(LENGTHENING, '')
  const small = plain.toLowerCase()
  // Small and capital letters of one script may resemble different Latin letters: both readings count.
  const [one, other] = [key(latin(small)), key(latin(plain))]
  if (!LIKE_LETTERS.test(plain)) return [one, other, one, other]
  return [one, other, key(latin(drawnLetters(small))), key(latin(drawnLetters(plain)))]
}

/** Lengthening marks, which are no letters themselves; the strokes of Arabic and Katakana occur in names of those scripts only. */
const LENGTHENING = /(?=\p{Lm})\p{Script=Common}(?<![\p{Script=Katakana}\p{Script=Hiragana}]\u30fc)/gu

/** Digits and signs that are drawn or used as letters, listed by letter. */
const DRAWN: ReadonlyMap<string, string> = new Map(
  Object.entries({
    a: '4@∆∧⋀▲△',
    b: '8',
    c: '(<¢©⊂⊆∈',
    d: '∂',
    e: '3∃∑€⋿',
    f: 'ƒ',
    g: '69',
    h: '#',
    l: '!/\\][¦¡ǃ‖∣│┃❘❙❚⏐⎹丨ㅣᅵ乚⼁⼂£',
    n: '∩⋂',
    o: '°º○◯●◉◎◌⭕⬤⚪⚫⭘⊙⊕⊖⊗⊘⊚〇口囗ㅇᄋロ□▢☐🔴🔵🟠🟡🟢🟣🟤♡♥❤',
    p: '℗',
    r: '®',
    s: '5$§∫',
    t: '7+†⊤┼┬╋┻ㅜ丅',
    u: '∪⋃',
    v: '∨⋁√',
    x: '×✕✖✗❌╳',
    y: '¥',
    z: '2',
  }).flatMap(([letter, signs]) => [...signs].map((sign) => [sign, letter] as const)),
)
/** Letters in black circles, in black squares and of flags, each from A. */
const ENCLOSED = [0x1f150, 0x1f170, 0x1f1e6]
const LIKE_LETTERS = new RegExp(
  `[${[...DRAWN.keys()].map((sign) => `\\u{${sign.codePointAt(0)!.toString(16)}}`).join('')}\\u{1f150}-\\u{1f169}\\u{1f170}-\\u{1f189}\\u{1f1e6}-\\u{1f1ff}]`,
  'u',
)

/** The text with each digit and sign that is drawn like a letter replaced by it; the @ before a handle is not replaced. */
const drawnLetters = (text: string): string => [...text.replace(/^\s*@/, '')].map(drawnLetter).join('')

function drawnLetter(sign: string): string {
  const letter = DRAWN.get(sign)
  if (letter !== undefined) return letter
  const code = sign.codePointAt(0)!
  const from = ENCLOSED.find((first) => code >= first && code < first + 26)
  return from === undefined ? sign : String.fromCharCode(97 + code - from)
}

/** The ASCII text that this one resembles letter by letter; null when it is ASCII already or resembles none. */
export function asciiTwin(text: string): string | null {
  const foreign = text.match(FOREIGN_LETTER) ?? []
  const twins = foreign.map((letter) => latinOf(letter.normalize('NFKC')))
  if (foreign.length === 0 || !twins.every((twin) => ASCII.test(twin))) return null
  return text.replace(FOREIGN_LETTER, () => twins.shift()!)
}

/** The Latin letter that a letter of another script resembles; ASCII stays as it is. */
const latinOf = (letter: string): string => {
  if (ASCII.test(letter)) return letter
  const small = SMALL_CAPITALS.indexOf(letter)
  return small === -1 ? (Object.hasOwn(table, letter) ? table[letter]! : letter) : 'abcdefghijklmnopqrstuvwyzkb'[small]!
}

const latin = (text: string): string =>
  unaccented([...text].map((letter) => latinLetters.get(letter) ?? asciiDigit(latinOf(letter))).join(''))

const DIGIT = /^\p{Nd}$/u

/** A digit of another script as the ASCII digit of the same value; anything else stays. Unicode lists digits in consecutive tens. */
function asciiDigit(letter: string): string {
  if (ASCII.test(letter) || !DIGIT.test(letter)) return letter
  let value = 0
  while (value < 9 && DIGIT.test(String.fromCodePoint(letter.codePointAt(0)! - value - 1))) value += 1
  return String(value)
}

const unaccented = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '')

const key = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}|]/gu, '')
    .replace(/[1i|]/g, 'l')
    .replaceAll('0', 'o')
    .replaceAll('m', 'rn')
    .replaceAll('w', 'vv')
    .replaceAll('d', 'cl')
    .replaceAll('q', 'g')

/** Scripts that one language writes together. @see UTS 39, 5.2 Highly Restrictive */
const TOGETHER = [
  ['Latin', 'Han', 'Hiragana', 'Katakana'],
  ['Latin', 'Han', 'Bopomofo'],
  ['Latin', 'Han', 'Hangul'],
]
/** Each script by its letters: literals of a function, whose tables are built when it first runs and not with every start. */
const scripts = (): readonly (readonly [name: string, letter: RegExp])[] => [
  ['Latin', /\p{Script=Latin}/u],
  ['Cyrillic', /\p{Script=Cyrillic}/u],
  ['Greek', /\p{Script=Greek}/u],
  ['Armenian', /\p{Script=Armenian}/u],
  ['Hebrew', /\p{Script=Hebrew}/u],
  ['Arabic', /\p{Script=Arabic}/u],
  ['Han', /\p{Script=Han}/u],
  ['Hiragana', /\p{Script=Hiragana}/u],
  ['Katakana', /\p{Script=Katakana}/u],
  ['Hangul', /\p{Script=Hangul}/u],
  ['Bopomofo', /\p{Script=Bopomofo}/u],
  ['Thai', /\p{Script=Thai}/u],
  ['Devanagari', /\p{Script=Devanagari}/u],
  ['Bengali', /\p{Script=Bengali}/u],
  ['Tamil', /\p{Script=Tamil}/u],
  ['Telugu', /\p{Script=Telugu}/u],
  ['Georgian', /\p{Script=Georgian}/u],
  ['Cherokee', /\p{Script=Cherokee}/u],
  ['Ethiopic', /\p{Script=Ethiopic}/u],
  ['Khmer', /\p{Script=Khmer}/u],
  ['Lao', /\p{Script=Lao}/u],
  ['Myanmar', /\p{Script=Myanmar}/u],
  ['Sinhala', /\p{Script=Sinhala}/u],
  ['Tibetan', /\p{Script=Tibetan}/u],
  ['Coptic', /\p{Script=Coptic}/u],
  ['Lisu', /\p{Script=Lisu}/u],
]

/** The scripts of a text's letters, where no language writes them together; null for a text of one language. */
export function mixedScripts(text: string): string[] | null {
  const letters = [...new Set(text.match(/\p{L}/gu))]
  if (letters.every((letter) => ASCII.test(letter))) return null
  const known = scripts()
  const nameOf = (letter: string) =>
    known.find(([, own]) => own.test(letter))?.[0] ?? (/\p{Script=Common}|\p{Script=Inherited}/u.test(letter) ? null : 'another')
  const written = [...new Set(letters.map(nameOf))].filter((name) => name !== null)
  return written.length < 2 || TOGETHER.some((set) => written.every((name) => set.includes(name))) ? null : written
}

/**
 * A sign with a letter or digit right before and after it. Signs that occur inside words of some language are allowed: ASCII,
 * pictographs, stars, apostrophes of every kind, n°, ×, and the lengthening marks of Katakana and Arabic.
 */
const SIGN_IN_WORD =
  /(?<=[\p{L}\p{N}]\p{M}{0,4})(?![\x00-\x7f\u00b0\u00b4\u00d7\u02b9-\u02bf\u2600-\u26ff]|\p{Extended_Pictographic}|\p{RI})(?:\p{S}|(?=\p{Lm})\p{Script=Common}(?<![\p{Script=Katakana}\p{Script=Hiragana}]\u30fc|\p{Script=Arabic}\u0640))(?=[\p{L}\p{N}])/u

/** The first sign inside a word that no language writes there; null where there is none. */
export const signInWord = (text: string): string | null => SIGN_IN_WORD.exec(text)?.[0] ?? null
