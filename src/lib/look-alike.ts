import confusables from 'unhomoglyph/data.json' with { type: 'json' }

const table = confusables as Readonly<Record<string, string>>
const ASCII = /^[\x00-\x7f]*$/
const FOREIGN_LETTER = /(?![a-z0-9])[\p{L}\p{N}]/giu
/** Which Unicode's table leaves as they are: a to w, y, z, then kra and the small letter of the sixth tone. */
const SMALL_CAPITALS = 'ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘꞯʀꜱᴛᴜᴠᴡʏᴢĸƅ'

/**
 * What a text looks like to someone who reads quickly: one or two keys, of which two texts share one when they can be taken for each
 * other. Case, accents, signs and blanks do not count, letters of other scripts count as the Latin ones they look like, and 0, 1,
 * l, i, rn and vv as what they are taken for. Empty for a text without a letter or digit. @see UTS 39, 4 (the table is Unicode's)
 */
export function looksOf(text: string): string[] {
  if (ASCII.test(text)) return keys(text)
  const plain = unaccented(text.normalize('NFKC'))
  // Small and capital letters of one script may look like different ones of another: both readings count.
  return [...new Set([...keys(latin(plain.toLowerCase())), ...keys(latin(plain))])]
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

const latin = (text: string): string => unaccented([...text].map(latinOf).join(''))

const unaccented = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '')

function keys(text: string): string[] {
  const key = text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}|]/gu, '')
    .replace(/[1i|]/g, 'l')
    .replaceAll('0', 'o')
    .replaceAll('m', 'rn')
    .replaceAll('w', 'vv')
  return key === '' ? [] : [key]
}

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
  const letters = text.match(/\p{L}/gu) ?? []
  if (letters.every((letter) => ASCII.test(letter))) return null
  const nameOf = (letter: string) =>
    SCRIPTS.find((script) => script.letter.test(letter))?.name ??
    (/\p{Script=Common}|\p{Script=Inherited}/u.test(letter) ? null : 'another')
  const scripts = [...new Set(letters.map(nameOf))].filter((name) => name !== null)
  return scripts.length < 2 || TOGETHER.some((set) => scripts.every((name) => set.includes(name))) ? null : scripts
}
