import { toBase58, toBase64 } from './bytes.ts'
import type { Secret } from './secret.ts'

/** Replaces every secret that it knows, in every form that it may have come to, by "[secret]". */
export type StrikeOut = (text: string) => string

/** Knows no secret. */
export const strikeNothing: StrikeOut = (text) => text

const STRUCK = '[secret]'
/** A shorter piece would strike out what is no secret. */
const FORM_LENGTH_MIN = 6
/** Where a form begins is looked up by its first three characters, folded into so many places. */
const PLACES = 1 << 16

/**
 * What strikes out these secrets, texts and bytes: as they are, escaped as in JSON or an address, in hex and in base64 at any
 * place of a longer text; bytes also as base58 and as a list of numbers. Its time grows with the text and not with the secrets.
 */
export function createStrikeOut(secrets: Secret<readonly (string | Uint8Array)[]>): StrikeOut {
  const forms = [
    ...new Set(secrets.reveal().flatMap((secret) => (typeof secret === 'string' ? formsOfText(secret) : formsOfBytes(secret)))),
  ]
    .filter((form) => form.length >= FORM_LENGTH_MIN)
    .sort((a, b) => b.length - a.length)
  if (forms.length === 0) return strikeNothing
  const begins = new Map<number, string[]>()
  const marked = new Uint8Array(PLACES)
  for (const form of forms) {
    const position = positionOf(form, 0)
    marked[position] = 1
    begins.set(position, [...(begins.get(position) ?? []), form])
  }
  return (text) => {
    let struck = ''
    let kept = 0
    for (let at = 0; at + FORM_LENGTH_MIN <= text.length; at += 1) {
      const position = positionOf(text, at)
      if (marked[position] === 0) continue
      const found = begins.get(position)!.find((form) => text.startsWith(form, at))
      if (found === undefined) continue
      struck += text.slice(kept, at) + STRUCK
      kept = at + found.length
      at = kept - 1
    }
    return kept === 0 ? text : struck + text.slice(kept)
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

/** As JSON has it, and JSON in that, as errors that quote errors do. */
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

/** The characters of base64 that these bytes decide alone, when so many others stand before them in their group of three. */
function base64At(bytes: Uint8Array, offset: number): string {
  const padded = new Uint8Array(offset + bytes.length)
  padded.set(bytes, offset)
  const text = toBase64(padded).replace(/=+$/, '')
  return text.slice([0, 2, 3][offset], padded.length % 3 === 0 ? undefined : -1)
}

const lowerCase = (text: string): string => text.toLowerCase()
