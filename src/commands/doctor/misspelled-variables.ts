import { ALL_VARIABLES } from '../../config/variables.ts'
import type { Environment } from '../../config/environment.ts'

/** Prefixes that only this program's variables have. */
const OWN_PREFIXES =
  /^(X402|BUYBACK|CRANK|EVM_CRANK|EVM_SPLIT|JITO|LOOKUP_TABLE|OPERATOR_API|BROWSER_API|OPS_KEY|APPROVER|PICTURE_QUOTA|PLATFORM_REFERRER|TRUSTED_PROX(Y|IES))(_|S?$)/
/** Names of other programs' variables that resemble ours. */
const FOREIGN: ReadonlySet<string> = new Set(['SSL_CERT_FILE', 'LOGNAME', 'HOSTNAME'])
/**
 * Names that a cluster gives to the address of each service beside this one, whatever that is called; `NAME_PORT` is one where its value
 * is an address.
 * @see https://kubernetes.io/docs/concepts/services-networking/service/#environment-variables
 */
const SERVICE_LINK = /_SERVICE_(HOST|PORT(_\w+)?)$|_PORT_\d+_(TCP|UDP|SCTP)(_(PROTO|PORT|ADDR))?$/
const LINKED_ADDRESS = /^(tcp|udp|sctp):\/\//
/** Shorter names resemble too many others. */
const LOOKED_AT_CHARACTERS_MIN = 7
/** Most characters that may be added, left out or exchanged. */
const CHANGES_MAX = 2

/** A set variable that nothing reads, with the variable that was probably meant. */
export interface MisspelledVariable {
  readonly name: string
  /** Null where only its prefix is ours. */
  readonly meant: string | null
}

/**
 * Set variables that resemble ours without being one: with other capitals or underscores, a letter or two different, or with a prefix of
 * ours. Variables of other programs (PATH, SSL_CERT_FILE …), and those in which a cluster names its services, are never among them.
 */
export function misspelledVariables(env: Environment): MisspelledVariable[] {
  const known = new Set(ALL_VARIABLES.map(({ name }) => name))
  const owns = [...known].map(comparable)
  return Object.keys(env).flatMap((name) => {
    if (known.has(name) || FOREIGN.has(name) || !/^[A-Za-z][\w-]{2,60}$/.test(name) || !env[name]?.trim()) return []
    if (SERVICE_LINK.test(name) || (name.endsWith('_PORT') && LINKED_ADDRESS.test(env[name].trim()))) return []
    const meant = nearest(name, owns)
    return meant !== null || OWN_PREFIXES.test(name.toUpperCase()) ? [{ name, meant }] : []
  })
}

function nearest(name: string, owns: readonly ReturnType<typeof comparable>[]): string | null {
  const bare = bareName(name)
  const letters = lettersOf(bare)
  for (const { own, ownBare, ownLetters } of owns) {
    // Every change of a character brings one letter at most.
    if (countBits(letters & ~ownLetters) > CHANGES_MAX) continue
    // Equal but for case: `http_port` is another program's, `port` and `operatorApiKey` are meant for ours.
    if (bare === ownBare && (own.includes('_') || name.toUpperCase() === own)) return own
    const most = ownBare.length >= 10 ? CHANGES_MAX : ownBare.length >= LOOKED_AT_CHARACTERS_MIN ? 1 : 0
    if (most > 0 && distance(bare, ownBare, most) <= most) return own
  }
  return null
}

/** A variable of ours, and what a name is compared with. */
const comparable = (own: string) => ({ own, ownBare: bareName(own), ownLetters: lettersOf(bareName(own)) })

const bareName = (name: string): string => name.toUpperCase().replaceAll(/[_-]/g, '')

/** The letters of a text as bits; two signs may share one. */
function lettersOf(text: string): number {
  let bits = 0
  for (let at = 0; at < text.length; at += 1) bits |= 1 << (text.charCodeAt(at) & 31)
  return bits
}

function countBits(bits: number): number {
  let count = 0
  for (let left = bits; left !== 0; left &= left - 1) count += 1
  return count
}

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
