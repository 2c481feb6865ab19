import { ALL_VARIABLES } from '../../config/variables.ts'
import type { Environment } from '../../config/environment.ts'

/** Prefixes that only this program's variables have. */
const OWN_PREFIXES =
  /^(X402|BUYBACK|CRANK|EVM_CRANK|EVM_SPLIT|JITO|LOOKUP_TABLE|OPERATOR_API|BROWSER_API|OPS_KEY|APPROVER|PICTURE_QUOTA|PLATFORM_REFERRER|TRUSTED_PROX(Y|IES))(_|S?$)/
/** Names of other programs' variables that resemble ours. */
const FOREIGN: ReadonlySet<string> = new Set(['SSL_CERT_FILE', 'LOGNAME', 'HOSTNAME'])
/** Shorter names resemble too many others. */
const LOOKED_AT_CHARACTERS_MIN = 7

/** A set variable that nothing reads, with the variable that was probably meant. */
export interface MisspelledVariable {
  readonly name: string
  /** Null where only its prefix is ours. */
  readonly meant: string | null
}

/**
 * Set variables that resemble ours without being one: with other capitals or underscores, a letter or two different, or with a prefix of
 * ours. Variables of other programs (PATH, SSL_CERT_FILE …) are never among them.
 */
export function misspelledVariables(env: Environment): MisspelledVariable[] {
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
    // Equal but for case: `http_port` is another program's, `port` and `operatorApiKey` are meant for ours.
    if (bare === ownBare && (own.includes('_') || name.toUpperCase() === own)) return own
    const most = ownBare.length >= 10 ? 2 : ownBare.length >= LOOKED_AT_CHARACTERS_MIN ? 1 : 0
    if (most > 0 && distance(bare, ownBare, most) <= most) return own
  }
  return null
}

const bareName = (name: string): string => name.toUpperCase().replaceAll(/[_-]/g, '')

/** The Levenshtein distance, or a number above `most` when it exceeds that. @see Levenshtein 1966 */
function distance(one: string, other: string, most: number): number {
  if (Math.abs(one.length - other.length) > most) return most + 1
  let row = Array.from({ length: other.length + 1 }, (_, index) => index)
  for (let i = 1; i <= one.length; i += 1) {
    const next = [i]
    for (let j = 1; j <= other.length; j += 1)
      next.push(Math.min(row[j]! + 1, next[j - 1]! + 1, row[j - 1]! + (one[i - 1] === other[j - 1] ? 0 : 1)))
    if (next.every((length) => length > most)) return most + 1
    row = next
  }
  return row[other.length]!
}
