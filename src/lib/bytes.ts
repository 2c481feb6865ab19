import { timingSafeEqual } from 'node:crypto'
import { keccak_256 } from '@noble/hashes/sha3'
import bs58 from 'bs58'

/** Bytes of one MiB. */
export const MIB_BYTES = 1_048_576

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** Lower-case hex SHA-256 of the bytes, or of the text's UTF-8 bytes. */
export const sha256Hex = (data: Uint8Array | string): string => new Bun.CryptoHasher('sha256').update(data).digest('hex')

/** The Keccak-256 of the text's UTF-8 bytes, as 0x and 64 hex digits. */
export const keccakHex = (text: string): string => `0x${Buffer.from(keccak_256(Buffer.from(text))).toString('hex')}`

/** HMAC-SHA-256 as 32 bytes. */
export const hmacSha256 = (key: Uint8Array | string, data: Uint8Array | string): Uint8Array =>
  new Bun.CryptoHasher('sha256', key).update(data).digest()

/** True when both texts are equal, in a time that does not depend on where they differ. */
export const equalInConstantTime = (a: string, b: string): boolean =>
  timingSafeEqual(Bun.CryptoHasher.hash('sha256', a), Bun.CryptoHasher.hash('sha256', b))

/** The bytes as a base62 number with no padding; equal bytes give equal text. */
export function base62(bytes: Uint8Array): string {
  let value = BigInt('0x0' + Buffer.from(bytes).toString('hex'))
  let text = ''
  do {
    text = BASE62[Number(value % 62n)] + text
    value /= 62n
  } while (value > 0n)
  return text
}

/** `length` characters of base62, each equally likely where each of `randomBytes` is. */
export function randomBase62(randomBytes: (length: number) => Uint8Array, length: number): string {
  const codes: number[] = []
  while (codes.length < length) {
    const bytes = randomBytes(length * 2)
    // 248 = 4 * 62: larger bytes would make the first characters likelier.
    for (let at = 0; at < bytes.length && codes.length < length; at += 1)
      if (bytes[at]! < 248) codes.push(BASE62.charCodeAt(bytes[at]! % 62))
  }
  return String.fromCharCode(...codes)
}

/** Largest input accepted by default: a key, a secret or a signature. Instruction data passes its own limit. */
const BASE58_BYTES_MAX = 64

/**
 * The bytes that a base58 text stands for; null when it is not base58 or decodes to more than `bytesMax` bytes. Decoding takes time
 * quadratic in the length, so a text that is too long is refused before decoding.
 */
export function fromBase58(text: string, bytesMax = BASE58_BYTES_MAX): Uint8Array | null {
  // One byte takes at most 1.366 base58 digits; a leading zero byte takes one.
  if (text.length > Math.ceil(bytesMax * 1.366)) return null
  return (bs58.decodeUnsafe(text) as Uint8Array | undefined) ?? null
}

/** Base58 text (Bitcoin alphabet, as Solana uses it). */
export const toBase58 = (bytes: Uint8Array): string => bs58.encode(bytes)

/**
 * The bytes that a base64 text (with or without padding, standard or URL alphabet, with line breaks and spaces) stands for; null when it
 * is not base64. One pass over the text, so that an input of nothing but spaces costs no more than a picture of its length.
 */
export function fromBase64(text: string): Uint8Array | null {
  if (!isBase64(text)) return null
  const bytes = Buffer.from(text, 'base64')
  return new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}

const [DIGIT, PADDING, SPACE] = [1, 2, 3]
const BASE64_CLASS = new Uint8Array(128)
for (const character of `${BASE62}+/-_`) BASE64_CLASS[character.charCodeAt(0)] = DIGIT!
for (const character of ' \t\n\r\f') BASE64_CLASS[character.charCodeAt(0)] = SPACE!
BASE64_CLASS['='.charCodeAt(0)] = PADDING!

/** At least two digits for the last byte (one digit is less than a byte), at most two padding signs, and nothing after them. */
function isBase64(text: string): boolean {
  let [digits, padding] = [0, 0]
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    const kind = code < 128 ? BASE64_CLASS[code] : 0
    if (kind === DIGIT && padding === 0) digits += 1
    else if (kind === PADDING) padding += 1
    else if (kind !== SPACE) return false
  }
  return digits > 0 && digits % 4 !== 1 && padding <= 2
}

/** Standard base64 text with padding. */
export const toBase64 = (bytes: Uint8Array): string => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64')
