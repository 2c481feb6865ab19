import { readingsOf } from '../../lib/look-alike.ts'

/** More gaps than this are no name with a letter hidden. */
const GAPS_MAX = 4
/**
 * A digit before a letter; or a sign, a pictograph or the dot of old Hangul between two. A quick reader takes it for the letter that makes
 * a known name.
 */
const GAP =
  /[0-9](?=\p{L})|(?<=\p{L}\p{M}{0,4})(?:[\u119e\u318d]|\p{Extended_Pictographic}\ufe0f?|\p{RI}|(?![\x00-\x7f])[\p{S}\p{P}\p{No}])(?=\p{L})/u
const LETTERS = ['', ...'abcdefghijklmnopqrstuvwxyz'].map((letter) => readingsOf(letter)[0])

/** What comes before or after a name to pass for it; three letters of the name have to stay. */
const BEFORE = /^@?(?:the|real|official|verified|true|only|iam|its|im)[\s_.-]*(?=[^\s_.-]{3})/iu
const AFTER = /(?<=[^\s_.-]{3})[\s_.-]*(?:real|official|verified|hq|tv|xyz|[0-9]{1,4})$/iu

/**
 * Look-alike keys (see looksOf) of the names that a text suggests and is not: each sign between letters, and each digit before one, read
 * as any one letter; the @ at its beginning read as a; and what imitators put before and after a name left out. Signs of one text are all
 * read as the same letter. Empty for a text without such signs.
 */
export function suggestedLooks(text: string): string[] {
  const trimmed = text.trim()
  const looks = new Set<string>()
  const bare = trimmed.replace(/^@/, '')
  const parts = bare.split(GAP)
  if (parts.length > 1 && parts.length <= GAPS_MAX + 1) {
    const readings = parts.map(readingsOf)
    for (const letter of LETTERS) for (let way = 0; way < 4; way += 1) looks.add(readings.map((part) => part[way]!).join(letter))
  }
  const others = [trimmed.replace(BEFORE, ''), bare.replace(AFTER, ''), bare.replace(BEFORE, '').replace(AFTER, '')]
  if (trimmed !== bare) others.push(`a${bare}`)
  for (const other of others) if (other !== trimmed && other !== bare) for (const reading of readingsOf(other)) looks.add(reading)
  looks.delete('')
  return [...looks]
}
