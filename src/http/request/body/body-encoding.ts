import { AppError } from '../../../domain/errors.ts'

/** Names of encodings of UTF-8, and of text that is its own UTF-8. @see https://encoding.spec.whatwg.org/#names-and-labels */
const UTF8 = /^(utf-?8|us-ascii|ascii)$/

/** Checks what the headers say of the encoding of a body, before a byte of it is read. @throws AppError body_encoding_unsupported */
export function checkDeclaredEncoding({ headers }: Request): void {
  const codings = (headers.get('content-encoding') ?? '').toLowerCase().split(',')
  for (const coding of codings.map((part) => part.trim())) {
    if (coding !== '' && coding !== 'identity') throw unsupported(coding)
  }
  const charset = charsetOf(headers)
  if (/^(utf|ucs|iso-10646|unicode)/.test(charset) && !UTF8.test(charset)) throw unsupported(charset)
}

/** How the first bytes of other encodings look: which of four are 0, as JSON begins with characters of ASCII; and marks. */
const FIRST_BYTES: readonly (readonly [string, RegExp])[] = [
  ['gzip', /^1f 8b/],
  ['utf-32', /^(?:ff fe 00 00|00 00 fe ff|(?!00)\S+ 00 00 00|00 00 00 (?!00)\S+)/],
  ['utf-16', /^(?:ff fe|fe ff|(?!00)\S+ 00 (?!00)\S+ 00|00 (?!00)\S+ 00 (?!00)\S+)/],
]

/**
 * Checks what the first bytes of a body say of its encoding, where nothing else does.
 * @throws AppError body_encoding_unsupported
 * @see RFC 4627 3
 */
export function checkFirstBytes(bytes: Uint8Array): void {
  // A body of ours begins with a character, or the mark, of UTF-8; two bytes are enough to know most of them.
  if (bytes[0]! >= 0x20 && bytes[0]! < 0xf0 && bytes[1] !== 0) return
  const first = Array.from(bytes.subarray(0, 4), (byte) => byte.toString(16).padStart(2, '0')).join(' ')
  const found = FIRST_BYTES.find(([, pattern]) => pattern.test(first))
  if (found) throw unsupported(found[0])
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
