import confusables from 'unhomoglyph/data.json' with { type: 'json' }
import { latinLetters } from './latin-letters.ts'

const table = confusables as Readonly<Record<string, string>>
const ASCII = /^[\x00-\x7f]*$/
/** Apostrophes of Hawaiian and Ukrainian are letters to Unicode, and foreign to nobody. */
const FOREIGN_LETTER = /(?![a-z0-9\u02b9-\u02bf])[\p{L}\p{N}]/giu
/** Which Unicode's table leaves as they are: a to w, y, z, then kra and the small letter of the sixth tone. */
const SMALL_CAPITALS = 'ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘꞯʀꜱᴛᴜᴠᴡʏᴢĸƅ'

/**
 * Signs that Unicode writes out as whole words, of eighteen letters one of them. They are in no name, and count as no letter here: so
 * no text becomes more than four times as long for being looked at.
 */
const WRITTEN_OUT = /[\u321d\u321e\u3300-\u3357\u337b-\u337f\u33ae\u33af\ufdfa\ufdfb]/g

/**
 * What a text looks like to someone who reads quickly: one to four keys, of which two texts share one when they can be taken for each
 * other. Case, accents, signs and blanks do not count, letters of other scripts count as the Latin ones they look like or are named
 * after, and 0, 1, l, i, rn and vv as what they are taken for. Signs and digits that are drawn like letters (🅾, ○, $, 4) count as
 * those too, in a key of its own. Empty for a text without a letter or digit. @see UTS 39, 4 (the table is Unicode's)
 */
export function looksOf(text: string): string[] {
  return [...new Set(readingsOf(text))].filter((key) => key !== '')
}

/**
 * The ways to read a text, always four, some of them equal or empty. Those of two texts, joined one by one, are those of the joined
 * text: so a word is read once, however many of its neighbours it is read with.
 */
export function readingsOf(text: string): readonly [string, string, string, string] {
  if (ASCII.test(text)) {
    const plain = key(text)
    const drawn = LIKE_LETTERS.test(text) ? key(drawnLetters(text)) : plain
    return [plain, plain, drawn, drawn]
  }
  const plain = unaccented(text.replace(WRITTEN_OUT, ' ').normalize('NFKC')).replace(LENGTHENING, '')
  const small = plain.toLowerCase()
  // Small and capital letters of one script may look like different ones of another: both readings count.
  const [one, other] = [key(latin(small)), key(latin(plain))]
  if (!LIKE_LETTERS.test(plain)) return [one, other, one, other]
  return [one, other, key(latin(drawnLetters(small))), key(latin(drawnLetters(plain)))]
}

/** What lengthens a letter or a line and is none itself: a stroke of Arabic or Katakana stands in no name of another script. */
const LENGTHENING = /(?=\p{Lm})\p{Script=Common}(?<![\p{Script=Katakana}\p{Script=Hiragana}]\u30fc)/gu

/** Digits and signs that are drawn or written for letters. Those of one letter stand beside it. */
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

/** The text with a letter for each digit and sign that is drawn like one; the @ before a handle is none. */
const drawnLetters = (text: string): string => [...text.replace(/^\s*@/, '')].map(drawnLetter).join('')

function drawnLetter(sign: string): string {
  const letter = DRAWN.get(sign)
  if (letter !== undefined) return letter
  const code = sign.codePointAt(0)!
  const from = ENCLOSED.find((first) => code >= first && code < first + 26)
  return from === undefined ? sign : String.fromCharCode(97 + code - from)
}

/** The ASCII text that this one can be taken for, letter by letter; null when it is ASCII itself or looks like none. */
export function asciiTwin(text: string): string | null {
  const foreign = text.match(FOREIGN_LETTER) ?? []
  const twins = foreign.map((letter) => latinOf(letter.normalize('NFKC')))
  if (foreign.length === 0 || !twins.every((twin) => ASCII.test(twin))) return null
  return text.replace(FOREIGN_LETTER, () => twins.shift()!)
}

/** The letter that is meant by one of another script; what is ASCII stays as it is written. */
const latinOf = (letter: string): string => {
  if (ASCII.test(letter)) return letter
  const small = SMALL_CAPITALS.indexOf(letter)
  return small === -1 ? (Object.hasOwn(table, letter) ? table[letter]! : letter) : 'abcdefghijklmnopqrstuvwyzkb'[small]!
}

const latin = (text: string): string =>
  unaccented([...text].map((letter) => latinLetters.get(letter) ?? asciiDigit(latinOf(letter))).join(''))

const DIGIT = /^\p{Nd}$/u

/** A digit of another script as the ASCII one of the same value; anything else stays. Digits stand in tens, from each zero on. */
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

/** Scripts that one language writes together. @see UTS 39, 5.2 Highly Restrictive */
const TOGETHER = [
  ['Latin', 'Han', 'Hiragana', 'Katakana'],
  ['Latin', 'Han', 'Bopomofo'],
  ['Latin', 'Han', 'Hangul'],
]
const SCRIPTS = (
  'Latin Cyrillic Greek Armenian Hebrew Arabic Han Hiragana Katakana Hangul Bopomofo Thai Devanagari Bengali Tamil Telugu ' +
  'Georgian Cherokee Ethiopic Khmer Lao Myanmar Sinhala Tibetan Coptic Lisu'
)
  .split(' ')
  .map((name) => ({ name, letter: new RegExp(`\\p{Script=${name}}`, 'u') }))

/** The scripts of a text's letters, where no language writes them together; null for a text of one language. */
export function mixedScripts(text: string): string[] | null {
  const letters = [...new Set(text.match(/\p{L}/gu))]
  if (letters.every((letter) => ASCII.test(letter))) return null
  const nameOf = (letter: string) =>
    SCRIPTS.find((script) => script.letter.test(letter))?.name ??
    (/\p{Script=Common}|\p{Script=Inherited}/u.test(letter) ? null : 'another')
  const scripts = [...new Set(letters.map(nameOf))].filter((name) => name !== null)
  return scripts.length < 2 || TOGETHER.some((set) => scripts.every((name) => set.includes(name))) ? null : scripts
}

/**
 * A sign with a letter or digit right before and after it. Those pass with which words are written somewhere: ASCII, pictures, stars,
 * apostrophes of every kind, n°, ×, and what lengthens a letter of Katakana or Arabic.
 */
const SIGN_IN_WORD =
  /(?<=[\p{L}\p{N}]\p{M}{0,4})(?![\x00-\x7f\u00b0\u00b4\u00d7\u02b9-\u02bf\u2600-\u26ff]|\p{Extended_Pictographic}|\p{RI})(?:\p{S}|(?=\p{Lm})\p{Script=Common}(?<![\p{Script=Katakana}\p{Script=Hiragana}]\u30fc|\p{Script=Arabic}\u0640))(?=[\p{L}\p{N}])/u

/** The first sign inside a word of this text with which no language writes words; null where there is none. */
export const signInWord = (text: string): string | null => SIGN_IN_WORD.exec(text)?.[0] ?? null
