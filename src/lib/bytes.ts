import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import bs58 from 'bs58'

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** Lower-case hex SHA-256 of the bytes, or of the text's UTF-8 bytes. */
export const sha256Hex = (data: Uint8Array | string): string => createHash('sha256').update(data).digest('hex')

/** HMAC-SHA-256 as 32 bytes. */
export const hmacSha256 = (key: Uint8Array | string, data: Uint8Array | string): Uint8Array =>
  createHmac('sha256', key).update(data).digest()

/** True when both texts are equal, in a time that does not depend on where they differ. */
export const equalInConstantTime = (a: string, b: string): boolean =>
  timingSafeEqual(createHash('sha256').update(a).digest(), createHash('sha256').update(b).digest())

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

/** `length` characters of base62 from the system's random source, each equally likely. */
export function randomBase62(length: number): string {
  let text = ''
  while (text.length < length) {
    // 248 = 4 * 62: larger bytes would make the first characters likelier.
    for (const byte of randomBytes(length * 2)) if (byte < 248 && text.length < length) text += BASE62[byte % 62]
  }
  return text
}

/** The bytes that a base58 text stands for, or null when it is not base58. */
export function fromBase58(text: string): Uint8Array | null {
  return (bs58.decodeUnsafe(text) as Uint8Array | undefined) ?? null
}

/** Base58 text (Bitcoin alphabet, as Solana uses it). */
export const toBase58 = (bytes: Uint8Array): string => bs58.encode(bytes)

/** The bytes that a base64 text (with or without padding, standard or URL alphabet) stands for, or null when it is not base64. */
export function fromBase64(text: string): Uint8Array | null {
  const compact = text.replaceAll(/\s/g, '')
  if (compact === '' || !/^[A-Za-z0-9+/_-]+={0,2}$/.test(compact)) return null
  const bytes = Buffer.from(compact, 'base64')
  return new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}

/** Standard base64 text with padding. */
export const toBase64 = (bytes: Uint8Array): string => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64')
