import { AppError } from '../../domain/errors.ts'
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

/**
 * The picture of a request: fetched once, its type recognised by its own bytes.
 *
 * @throws AppError image_required | image_invalid | image_unreachable | upstream_unavailable
 * @see rules 2.1 rules 1 and 2
 */
export async function loadImage({ web }: Pick<Deps, 'web'>, source: ImageSource): Promise<Image> {
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
const DATA_URI_HEAD_CHARACTERS_MAX = 128

/** The picture in this base64 text. @throws AppError image_invalid */
export function imageOfText(text: string, declaredType: string | null): Image {
  if (text.length > BASE64_CHARACTERS_MAX) {
    const reason = `it is larger than ${LIMITS.imageBytesMax} bytes`
    throw new AppError('image_invalid', { reason }, { fields: [{ path: '/imageBase64', message: reason }] })
  }
  const dataUri = /^data:([^;,]*);base64,/.exec(text.slice(0, DATA_URI_HEAD_CHARACTERS_MAX))
  const bytes = fromBase64(dataUri ? text.slice(dataUri[0].length) : text)
  if (!bytes)
    throw new AppError('image_invalid', { reason: 'it is not base64' }, { fields: [{ path: '/imageBase64', message: 'is not base64' }] })
  return toImage(bytes, declaredType ?? dataUri?.[1] ?? null)
}

const toImage = (bytes: Uint8Array, declaredType: string | null): Image => ({
  contentType: acceptImage(bytes, declaredType),
  sha256: sha256Hex(bytes),
  bytes,
})
