import { toBase58, toBase64 } from './bytes.ts'
import type { Secret } from './secret.ts'

/** Replaces every secret that it knows, in every form that it may have come to, by "[secret]". */
export type Redactor = (text: string) => string

/** Redacts nothing. */
export const redactNothing: Redactor = (text) => text

const REPLACEMENT = '[secret]'
/** A shorter form would also match text that is no secret. */
const FORM_CHARACTERS_MIN = 6
/** The characters that the text is looked at by. */
const GRAM_CHARACTERS = 3
/** Size of the table of how far to move on, by a hash of these characters. */
const PLACES = 1 << 16
/** What an entry of that table holds at most. */
const SHIFT_MAX = 255

/**
 * A redactor for these secrets (texts and bytes) in every form they may take: as they are, escaped as in JSON or a URL, in hex, and in
 * base64 at any offset of a longer text; bytes also as base58 and as a list of numbers. Its time grows with the text, the less the longer
 * the shortest form is, and not with the number of secrets.
 * @see Wu and Manber, A fast algorithm for multi-pattern searching, 1994
 */
export function createRedactor(secrets: Secret<readonly (string | Uint8Array)[]>): Redactor {
  const forms = [
    ...new Set(secrets.reveal().flatMap((secret) => (typeof secret === 'string' ? formsOfText(secret) : formsOfBytes(secret)))),
  ]
    .filter((form) => form.length >= FORM_CHARACTERS_MIN)
    .sort((a, b) => b.length - a.length)
  if (forms.length === 0) return redactNothing
  const windowCharacters = Math.min(...forms.map(({ length }) => length), SHIFT_MAX)
  /** By the last three characters of a window: how far the next window is in which a form may begin, 0 for this one. */
  const shifts = new Uint8Array(PLACES).fill(windowCharacters - GRAM_CHARACTERS + 1)
  const begins = new Map<number, string[]>()
  for (const form of forms) {
    for (let end = GRAM_CHARACTERS; end <= windowCharacters; end += 1) {
      const position = positionOf(form, end - GRAM_CHARACTERS)
      shifts[position] = Math.min(shifts[position]!, windowCharacters - end)
    }
    const last = positionOf(form, windowCharacters - GRAM_CHARACTERS)
    begins.set(last, [...(begins.get(last) ?? []), form])
  }
  return (text) => {
    let redacted = ''
    let kept = 0
    for (let at = 0; at + windowCharacters <= text.length;) {
      const position = positionOf(text, at + windowCharacters - GRAM_CHARACTERS)
      const shift = shifts[position]!
      if (shift > 0) {
        at += shift
        continue
      }
      const start = at
      const found = begins.get(position)!.find((form) => text.startsWith(form, start))
      if (found === undefined) {
        at += 1
        continue
      }
      redacted += text.slice(kept, at) + REPLACEMENT
      kept = at + found.length
      at = kept
    }
    return kept === 0 ? text : redacted + text.slice(kept)
  }
}

const positionOf = (text: string, at: number): number =>
  ((text.charCodeAt(at) << 10) ^ (text.charCodeAt(at + 1) << 5) ^ text.charCodeAt(at + 2)) & (PLACES - 1)

function formsOfText(text: string): string[] {
  const component = encodeURIComponent(text)
  const address = encodeURI(text)
  return [
    text,
    ...jsonForms(text),
    ...[component, address, component.replaceAll('%20', '+')].flatMap((form) => [form, form.replace(/%[0-9A-F]{2}/g, lowerCase)]),
    ...formsOfPlainBytes(new TextEncoder().encode(text)),
  ]
}

/** As JSON quotes it, up to three times over: errors quote errors. */
function jsonForms(text: string): string[] {
  const once = JSON.stringify(text).slice(1, -1)
  const twice = JSON.stringify(once).slice(1, -1)
  return [once, twice, JSON.stringify(twice).slice(1, -1)]
}

function formsOfBytes(bytes: Uint8Array): string[] {
  const number = BigInt(`0x${Buffer.from(bytes).toString('hex') || '0'}`)
  return [toBase58(bytes), bytes.join(','), bytes.join(', '), number.toString(), number.toString(16), ...formsOfPlainBytes(bytes)]
}

function formsOfPlainBytes(bytes: Uint8Array): string[] {
  const hex = Buffer.from(bytes).toString('hex')
  const base64 = [0, 1, 2].map((offset) => base64At(bytes, offset))
  return [hex, hex.toUpperCase(), ...base64, ...base64.map((form) => form.replaceAll('+', '-').replaceAll('/', '_'))]
}

/** The base64 characters that depend on these bytes alone when `offset` other bytes come before them in their group of three. */
function base64At(bytes: Uint8Array, offset: number): string {
  const padded = new Uint8Array(offset + bytes.length)
  padded.set(bytes, offset)
  const text = toBase64(padded).replace(/=+$/, '')
  return text.slice([0, 2, 3][offset], padded.length % 3 === 0 ? undefined : -1)
}

const lowerCase = (text: string): string => text.toLowerCase()
