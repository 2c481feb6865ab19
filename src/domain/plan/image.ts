import { AppError } from '../errors.ts'
import { LIMITS } from '../limits.ts'
import { isDeclaredAs } from './is-declared-as.ts'
import { foreignPicture } from './foreign-picture.ts'

/** The accepted picture formats by content type. */
export const IMAGE_TYPES = ['image/png', 'image/jpeg', 'image/webp', 'image/gif'] as const

/** One of IMAGE_TYPES. */
export type ImageType = (typeof IMAGE_TYPES)[number]

/** A picture as it is stored and served: bytes whose signature matches its type, and their SHA-256. */
export interface Image {
  readonly sha256: string
  readonly contentType: ImageType
  readonly bytes: Uint8Array
}

const ascii = (bytes: Uint8Array, from: number, to: number): string => String.fromCharCode(...bytes.subarray(from, to))

/** The type by the leading bytes, or null; the declared type is ignored. */
export function sniffImageType(bytes: Uint8Array): ImageType | null {
  if (bytes[0] === 0x89 && ascii(bytes, 1, 8) === 'PNG\r\n\x1a\n') return 'image/png'
  if (bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff) return 'image/jpeg'
  if (ascii(bytes, 0, 4) === 'RIFF' && ascii(bytes, 8, 12) === 'WEBP') return 'image/webp'
  if (ascii(bytes, 0, 6) === 'GIF87a' || ascii(bytes, 0, 6) === 'GIF89a') return 'image/gif'
  return null
}

/**
 * The type of a picture that may be launched.
 *
 * @throws AppError image_invalid when it is too small, too large, of no accepted type, or not of the type it was declared as
 * @see rules 2.1 rule 2
 */
export function acceptImage(bytes: Uint8Array, declaredType: string | null): ImageType {
  const path = '/image'
  const refuse = (reason: string) => new AppError('image_invalid', { reason }, { fields: [{ path, message: reason }] })
  if (bytes.length < LIMITS.imageBytesMin) throw refuse(`${bytes.length} bytes is less than ${LIMITS.imageBytesMin}`)
  if (bytes.length > LIMITS.imageBytesMax) throw refuse(`it is larger than ${LIMITS.imageBytesMax} bytes`)
  const type = sniffImageType(bytes)
  if (!type) {
    const foreign = foreignPicture(bytes)
    throw refuse(foreign ? `it is ${foreign}` : 'its first bytes are none of PNG, JPEG, WebP and GIF')
  }
  if (!isDeclaredAs(type, declaredType ?? ''))
    throw refuse(`it is declared as ${declaredType?.split(';')[0]!.trim().toLowerCase()} but begins as ${type}`)
  return type
}
