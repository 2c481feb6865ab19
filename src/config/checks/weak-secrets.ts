import { solanaWalletOfSetting } from '../../adapters/signers/signer-location.ts'
import { Secret } from '../../lib/secret.ts'

/** A secret and the variable that it was read from. */
export interface NamedSecret {
  readonly name: string
  readonly text: Secret<string>
}

const DISTINCT_CHARACTERS_MIN = 8
/** Placeholder values of examples. */
const PLACEHOLDER = /change.?me|replace.?(me|this)|your.{0,12}(key|secret)|p[a4]ssw[o0]rd|placeholder|qwerty|x{6}/i

/** The set ones of these secrets. */
export const namedSecrets = (secrets: Readonly<Record<string, Secret<string> | null>>): NamedSecret[] =>
  Object.entries(secrets).flatMap(([name, secret]) => (secret === null ? [] : [{ name, text: secret }]))

/** The names of equal secrets, one group per text. */
export function repeatedSecrets(secrets: readonly NamedSecret[]): string[] {
  const groups = Map.groupBy(secrets, ({ text }) => text.reveal())
  return [...groups.values()].filter((group) => group.length > 1).map((group) => group.map(({ name }) => name).join(' and '))
}

/** Few distinct characters, a repeated piece, characters in sequence, or a placeholder. */
export function isWeak(secret: Secret<string>): boolean {
  const text = secret.reveal()
  const steps = [...text].slice(1).map((letter, index) => letter.charCodeAt(0) - text.charCodeAt(index))
  const inARow = steps.filter((step) => Math.abs(step) <= 1).length > 0.7 * steps.length
  return hasFewLetters(secret) || isRepetition(text) || inARow || PLACEHOLDER.test(text)
}

/** Fewer distinct characters than a random secret would have. */
export const hasFewLetters = (text: Secret<string>): boolean => new Set(text.reveal()).size < DISTINCT_CHARACTERS_MIN

function isRepetition(text: string): boolean {
  for (let length = 1; length <= text.length / 2; length += 1) {
    const repeated = text.slice(0, length).repeat(Math.ceil(text.length / length))
    if (repeated.slice(0, text.length) === text) return true
  }
  return false
}

/** The address of a Solana wallet by its key or the location of that; the text itself where it is neither, which another check reports. */
export function solanaWalletOf(text: Secret<string>): Secret<string> {
  try {
    return new Secret<string>(solanaWalletOfSetting(text))
  } catch {
    return text
  }
}
