import { AppError } from '../../domain/errors.ts'
import { cleanPicture } from '../../domain/picture/clean-picture.ts'
import { readPictureShape } from '../../domain/picture-shape.ts'
import { METADATA_KINDS, type MetadataKind } from '../../domain/picture/exif-facts.ts'
import { acceptImage, type Image } from '../../domain/plan/image.ts'
import { LIMITS } from '../../domain/limits.ts'
import { fromBase64, sha256Hex } from '../../lib/bytes.ts'
import type { Deps } from '../../ports/deps.ts'
import { FetchRefused } from '../../ports/outbound/web.ts'

const FETCH_TIMEOUT_MS = 10_000

/** The source of a request's picture. */
export interface ImageSource {
  readonly imageUrl?: string
  readonly imageBase64?: string
  readonly imageContentType?: string
}

/** A picture as it is kept, and what it said when it came. */
export interface LoadedImage extends Image {
  readonly removed: readonly MetadataKind[]
}

/**
 * The picture of a request: fetched once, its type recognised by its own bytes, and without what it says besides its pixels.
 *
 * @see rules 2.1 rules 1 and 2
 */
export async function loadImage({ web }: Pick<Deps, 'web'>, source: ImageSource): Promise<LoadedImage> {
  if (source.imageBase64 !== undefined) return imageOfText(source.imageBase64, source.imageContentType ?? null)
  if (source.imageUrl === undefined)
    throw new AppError('image_required', {}, { fields: [{ path: '/imageUrl', message: 'or imageBase64 is required' }] })
  try {
    const fetched = await web.get(source.imageUrl, { bytesMax: LIMITS.imageBytesMax, timeoutMs: FETCH_TIMEOUT_MS })
    if (fetched.status !== 200) throw new FetchRefused(`it answered with status ${fetched.status}`)
    return toImage(fetched.bytes, source.imageContentType ?? fetched.contentType)
  } catch (cause) {
    if (!(cause instanceof FetchRefused)) throw cause
    if (cause.ours) throw new AppError('upstream_unavailable', { upstream: 'the network' }, { cause })
    throw new AppError('image_unreachable', { reason: cause.reason }, { cause, fields: [{ path: '/imageUrl', message: cause.reason }] })
  }
}

/** The length of the largest picture in base64 with a line break after every 60 characters, plus a data URI's prefix. */
const BASE64_CHARACTERS_MAX = Math.ceil((LIMITS.imageBytesMax / 3) * 4 * 1.04) + 256
const DATA_URI_HEAD_CHARACTERS_MAX = 256

/** The picture in this base64 text. */
export function imageOfText(text: string, declaredType: string | null): LoadedImage {
  if (text.length > BASE64_CHARACTERS_MAX) {
    throw refused('/imageBase64', `it is larger than ${LIMITS.imageBytesMax} bytes`)
  }
  const dataUri = DATA_URI_HEAD.exec(text.slice(0, DATA_URI_HEAD_CHARACTERS_MAX))
  const base64 = dataUri ? text.slice(dataUri[0].length) : text
  if (hasInnerSpace(base64))
    throw refused('/imageBase64', 'it has a space where base64 has none: a "+" became one on the way, as forms and addresses write it')
  const bytes = fromBase64(base64)
  if (!bytes)
    throw new AppError('image_invalid', { reason: 'it is not base64' }, { fields: [{ path: '/imageBase64', message: 'is not base64' }] })
  return toImage(bytes, declaredType ?? dataUri?.[1] ?? null)
}

/** @see RFC 2397: a type, parameters, and names in either case */
const DATA_URI_HEAD = /^\s*data:([^;,]*)(?:;[^;,]*)*;base64,/i

const [TAB, LINE_FEED, RETURN, SPACE] = [9, 10, 13, 32]

/** A space or tab that is neither at an end nor beside a line break. One pass, also over nothing but spaces. */
function hasInnerSpace(text: string): boolean {
  if (!text.includes(' ') && !text.includes('\t')) return false
  const isBlank = (at: number) => text.charCodeAt(at) === SPACE || text.charCodeAt(at) === TAB
  const isEdge = (at: number) => at < 0 || at >= text.length || text.charCodeAt(at) === LINE_FEED || text.charCodeAt(at) === RETURN
  for (let at = 0; at < text.length; at += 1) {
    if (!isBlank(at)) continue
    const before = at - 1
    while (isBlank(at)) at += 1
    if (!isEdge(before) && !isEdge(at)) return true
  }
  return false
}

function toImage(sent: Uint8Array, declaredType: string | null): LoadedImage {
  const contentType = acceptImage(sent, declaredType)
  const { bytes, metadata } = cleanPicture(contentType, sent)
  const removed = METADATA_KINDS.filter((one) => metadata.has(one))
  // What is no picture behind its first bytes says nothing: it is kept, and the approver is warned of it.
  if (
    bytes.length < LIMITS.imageBytesMin &&
    readPictureShape(contentType, sent) === null &&
    removed.every((one) => one === 'data after its end')
  )
    return { contentType, sha256: sha256Hex(sent), bytes: sent, removed: [] }
  if (bytes.length < LIMITS.imageBytesMin) throw refused('/image', `without what is no picture in it, it has ${bytes.length} bytes`)
  return { contentType, sha256: sha256Hex(bytes), bytes, removed }
}

const refused = (path: string, reason: string) => new AppError('image_invalid', { reason }, { fields: [{ path, message: reason }] })
