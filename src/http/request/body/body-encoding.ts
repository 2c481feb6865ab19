import { AppError } from '../../../domain/errors.ts'

/** Names of encodings of UTF-8, and of text that is its own UTF-8. @see https://encoding.spec.whatwg.org/#names-and-labels */
const UTF8 = /^(utf-?8|us-ascii|ascii)$/

/** Checks what the headers say of the encoding of a body, before a byte of it is read. */
export function checkDeclaredEncoding({ headers }: Request): void {
  const codings = (headers.get('content-encoding') ?? '').toLowerCase().split(',')
  for (const coding of codings.map((part) => part.trim())) {
    if (coding !== '' && coding !== 'identity') throw unsupported(coding)
  }
  const charset = charsetOf(headers)
  if (/^(utf|ucs|iso-10646|unicode)/.test(charset) && !UTF8.test(charset)) throw unsupported(charset)
}

const OPENING_BRACE = 0x7b

/** How the first bytes of other encodings look: which of four are 0, as JSON begins with characters of ASCII; and marks. */
const FIRST_BYTES: readonly (readonly [string, RegExp])[] = [
  ['gzip', /^1f 8b/],
  ['zstd', /^28 b5 2f fd/],
  ['deflate', /^78 (?:01|5e|9c|da)/],
  ['utf-32', /^(?:ff fe 00 00|00 00 fe ff|(?!00)\S+ 00 00 00|00 00 00 (?!00)\S+)/],
  ['utf-16', /^(?:ff fe|fe ff|(?!00)\S+ 00 (?!00)\S+ 00|00 (?!00)\S+ 00 (?!00)\S+)/],
]

/**
 * Checks what the first bytes of a body say of its encoding, where nothing else does.
 * @see RFC 4627 3
 */
export function checkFirstBytes(bytes: Uint8Array): void {
  // Two bytes are enough to know most bodies.
  if (bytes[0] === OPENING_BRACE && bytes[1] !== 0) return
  const first = Array.from(bytes.subarray(0, 4), (byte) => byte.toString(16).padStart(2, '0')).join(' ')
  const found = FIRST_BYTES.find(([, pattern]) => pattern.test(first))
  if (found) throw unsupported(found[0])
}

/** Checks that a body which its headers call a form is none: many programs say so of JSON. */
export function checkIsNoForm({ headers }: Request, bytes: Uint8Array): void {
  if (!/^(?:multipart\/form-data|application\/x-www-form-urlencoded)/i.test(headers.get('content-type') ?? '')) return
  const first = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 64)).toString('latin1')
  if (!/^\s*[^\s{["\xef]/.test(first)) return
  const message = 'is a form: send the same names and values as one JSON object'
  throw new AppError('body_not_json', {}, { fields: [{ path: '', message }] })
}

/**
 * The text of a body. One that names another character set may have bytes of ASCII alone, which are the same in both.
 * @throws AppError body_encoding_unsupported; TypeError for bytes that are not UTF-8
 */
export function bodyText({ headers }: Request, bytes: Uint8Array): string {
  const charset = charsetOf(headers)
  if (charset !== '' && !UTF8.test(charset) && bytes.some((byte) => byte > 0x7f)) throw unsupported(charset)
  return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
}

const charsetOf = (headers: Headers): string =>
  /;\s*charset\s*=\s*"?([^\s";]+)/i.exec(headers.get('content-type') ?? '')?.[1]?.toLowerCase() ?? ''

const unsupported = (encoding: string) =>
  new AppError('body_encoding_unsupported', { encoding: /^[\w.:+-]{1,32}$/.test(encoding) ? encoding : 'another encoding' })
