import { stem } from './stem.ts'
import { isJoiningWord, isUncuttable } from './stop-words.ts'
import type { Vocabulary } from './vocabulary.ts'

const CHARACTERS_MIN = 5
const CHARACTERS_MAX = 24
const PIECES_MAX = 3
const PIECE_CHARACTERS_MIN = 3
// The one shorter word that is allowed, since it is joined so often: DOGAI, AICAT.
const SHORT_PIECE = 'ai'

/**
 * The known words a joined word is made of ("moondog" is moon, dog), or null when it is not made of known words alone.
 * Every letter must be used, every piece has three letters or more (but "ai" may open or close), and one piece at least
 * must speak of a narrative: so nothing is cut out of "raid", "maine" or "catalog". Fewest pieces win, then the longest first one.
 */
export function cutJoinedWord(word: string, { words }: Pick<Vocabulary, 'words'>): string[] | null {
  if (word.length < CHARACTERS_MIN || word.length > CHARACTERS_MAX || !/^[a-z]+$/.test(word) || isUncuttable(word)) return null
  const speaks = (piece: string) => words.has(stem(piece))

  const cut = (start: number, piecesLeft: number): string[] | null => {
    if (start === word.length) return []
    if (piecesLeft === 0) return null
    let best: string[] | null = null
    for (let end = word.length; end > start; end -= 1) {
      const piece = word.slice(start, end)
      const atEdge = start === 0 || end === word.length
      const fits = piece.length >= PIECE_CHARACTERS_MIN ? speaks(piece) || isJoiningWord(piece) : piece === SHORT_PIECE && atEdge
      const rest = fits ? cut(end, piecesLeft - 1) : null
      if (rest && (!best || rest.length + 1 < best.length)) best = [piece, ...rest]
    }
    return best
  }

  const pieces = cut(0, PIECES_MAX)
  return pieces && pieces.length > 1 && pieces.some(speaks) ? pieces : null
}
