import { ALL_VARIABLES } from '../../config/variables.ts'

/** Beginnings that no other program's variables have. */
const OWN_PREFIXES =
  /^(X402|BUYBACK|CRANK|EVM_CRANK|EVM_SPLIT|JITO|LOOKUP_TABLE|OPERATOR_API|BROWSER_API|OPS_KEY|APPROVER|PICTURE_QUOTA|PLATFORM_REFERRER|TRUSTED_PROX(Y|IES))(_|S?$)/
/** Names of others that look like ours. */
const FOREIGN = new Set(['SSL_CERT_FILE', 'LOGNAME', 'HOSTNAME'])
/** Short names look like too many others. */
const LOOKED_AT_MIN = 7

/** A variable that is set, that nothing reads, and that one of ours was most likely meant by. */
export interface MisspelledVariable {
  readonly name: string
  /** Null where only its beginning is ours. */
  readonly meant: string | null
}

/**
 * The variables of an environment that look like ours and are none: written with other capitals or underscores, a letter or two
 * away, or with a beginning that is ours alone. Those of other programs (PATH, SSL_CERT_FILE …) never are among them.
 */
export function misspelledVariables(env: Readonly<Record<string, string | undefined>>): MisspelledVariable[] {
  const known = new Set(ALL_VARIABLES.map(({ name }) => name))
  return Object.keys(env).flatMap((name) => {
    if (known.has(name) || FOREIGN.has(name) || !/^[A-Za-z][\w-]{2,60}$/.test(name) || !env[name]?.trim()) return []
    const meant = nearest(name)
    return meant !== null || OWN_PREFIXES.test(name.toUpperCase()) ? [{ name, meant }] : []
  })
}

function nearest(name: string): string | null {
  const bare = bareName(name)
  for (const { name: own } of ALL_VARIABLES) {
    const ownBare = bareName(own)
    // The same letters: `http_port` is another's, `port` and `operatorApiKey` are ours.
    if (bare === ownBare && (own.includes('_') || name.toUpperCase() === own)) return own
    const most = ownBare.length >= 10 ? 2 : ownBare.length >= LOOKED_AT_MIN ? 1 : 0
    if (most > 0 && distance(bare, ownBare, most) <= most) return own
  }
  return null
}

const bareName = (name: string): string => name.toUpperCase().replaceAll(/[_-]/g, '')

/** How many letters have to be put in, left out or changed; a number above `most` for more than that. @see Levenshtein 1966 */
function distance(one: string, other: string, most: number): number {
  if (Math.abs(one.length - other.length) > most) return most + 1
  let row = Array.from({ length: other.length + 1 }, (_, at) => at)
  for (let i = 1; i <= one.length; i += 1) {
    const next = [i]
    for (let j = 1; j <= other.length; j += 1)
      next.push(Math.min(row[j]! + 1, next[j - 1]! + 1, row[j - 1]! + (one[i - 1] === other[j - 1] ? 0 : 1)))
    row = next
  }
  return row[other.length]!
}
