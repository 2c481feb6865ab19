import { readExif } from './picture/exif-facts.ts'
import type { ImageType } from './plan/image.ts'

/** What a picture's headers say of it, without decoding it. */
export interface PictureShape {
  readonly widthPx: number
  readonly heightPx: number
  readonly animated: boolean
  /** Its structure is complete up to the end marker, and contains pixel data. */
  readonly complete: boolean
}

/**
 * The dimensions in the picture's headers, as it is seen when it is turned by its orientation; null where the header is broken or has none.
 * Never throws.
 */
export function readPictureShape(type: ImageType, bytes: Uint8Array): PictureShape | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const found = READERS[type](view)
  if (!found || found.widthPx === 0 || found.heightPx === 0) return null
  const { exif, ...shape } = found
  const onItsSide = exif !== null && readExif(exif).orientation >= 5
  return onItsSide ? { ...shape, widthPx: shape.heightPx, heightPx: shape.widthPx } : shape
}

/** A shape before it is turned, and the first Exif. */
type Found = PictureShape & { readonly exif: Uint8Array | null }

const partOf = (view: DataView, from: number, length: number): Uint8Array =>
  new Uint8Array(view.buffer, view.byteOffset + from, Math.max(0, Math.min(length, view.byteLength - from)))

/** Four letters as the number in the file: building a string for each of 400,000 chunks would take longer than reading them. */
const code = (letters: string): number => [...letters].reduce((sum, letter) => sum * 256 + letter.charCodeAt(0), 0)
const [IHDR, ACTL, IDAT, IEND, PNG_EXIF] = ['IHDR', 'acTL', 'IDAT', 'IEND', 'eXIf'].map(code)
const JPEG_EXIF = code('Exif')
const [VP8X, VP8, VP8L, ANIM, ANMF, WEBP_EXIF] = ['VP8X', 'VP8 ', 'VP8L', 'ANIM', 'ANMF', 'EXIF'].map(code)

/** @see W3C PNG 5.2, 5.3, 11.2.1; acTL of an animation stands before the pixels */
function readPng(view: DataView): Found | null {
  if (view.byteLength < 33 || view.getUint32(8) !== 13 || view.getUint32(12) !== IHDR) return null
  const size = { widthPx: view.getUint32(16), heightPx: view.getUint32(20) }
  let [animated, pixels] = [false, false]
  let exif: Uint8Array | null = null
  for (let at = 8; at + 12 <= view.byteLength; at += 12 + view.getUint32(at)) {
    const chunk = view.getUint32(at + 4)
    if (chunk === ACTL) animated = true
    if (chunk === PNG_EXIF) exif ??= partOf(view, at + 8, view.getUint32(at))
    if (chunk === IDAT) pixels = at + 12 + view.getUint32(at) <= view.byteLength
    if (chunk === IEND) return { ...size, animated, complete: pixels, exif }
  }
  return { ...size, animated, complete: false, exif }
}

/** @see ITU T.81 B.1.1.3, B.2.2: markers, and the size in the start of a frame */
function readJpeg(view: DataView): Found | null {
  let size: Pick<PictureShape, 'widthPx' | 'heightPx'> | null = null
  let exif: Uint8Array | null = null
  for (let at = 2; at + 4 <= view.byteLength;) {
    if (view.getUint8(at) !== 0xff) return size && { ...size, animated: false, complete: false, exif }
    const marker = view.getUint8(at + 1)
    if (marker === 0xff) at += 1
    else if (marker === 0xd9) return size && { ...size, animated: false, complete: false, exif }
    else if (marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8)) at += 2
    else {
      const isFrame = marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc
      if (isFrame && at + 9 <= view.byteLength) size = { heightPx: view.getUint16(at + 5), widthPx: view.getUint16(at + 7) }
      // The pixels follow; the end marker is searched backwards, since other data may follow it.
      if (marker === 0xda) return size && { ...size, animated: false, complete: endsAfter(view, at), exif }
      if (marker === 0xe1 && at + 8 <= view.byteLength && view.getUint32(at + 4) === JPEG_EXIF)
        exif ??= partOf(view, at + 4, view.getUint16(at + 2) - 2)
      at += 2 + Math.max(2, view.getUint16(at + 2))
    }
  }
  return size && { ...size, animated: false, complete: false, exif }
}

function endsAfter(view: DataView, from: number): boolean {
  for (let at = view.byteLength - 2; at > from; at -= 1) if (view.getUint8(at) === 0xff && view.getUint8(at + 1) === 0xd9) return true
  return false
}

/** @see GIF89a 18 to 27: blocks, and the size in the screen descriptor */
function readGif(view: DataView): Found | null {
  if (view.byteLength < 13) return null
  const size = { widthPx: view.getUint16(6, true), heightPx: view.getUint16(8, true) }
  let frames = 0
  for (let at = 13 + paletteBytes(view.getUint8(10)); at < view.byteLength;) {
    const block = view.getUint8(at)
    if (block === 0x3b) return { ...size, animated: frames > 1, complete: frames > 0, exif: null }
    if (block === 0x2c && at + 11 <= view.byteLength) {
      at = afterSubBlocks(view, at + 11 + paletteBytes(view.getUint8(at + 9)))
      if (at <= view.byteLength) frames += 1
    } else if (block === 0x21) at = afterSubBlocks(view, at + 2)
    else break
  }
  return { ...size, animated: frames > 1, complete: false, exif: null }
}

const paletteBytes = (flags: number): number => (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0)

function afterSubBlocks(view: DataView, from: number): number {
  let at = from
  while (at < view.byteLength && view.getUint8(at) !== 0) at += 1 + view.getUint8(at)
  return at + 1
}

/** @see RFC 9649 2 to 3: RIFF chunks, and the size in VP8X or in the one picture */
function readWebp(view: DataView): Found | null {
  const whole = view.byteLength >= 12 && 8 + view.getUint32(4, true) <= view.byteLength
  const end = whole ? 8 + view.getUint32(4, true) : view.byteLength
  let size: Pick<PictureShape, 'widthPx' | 'heightPx'> | null = null
  let [animated, pixels, extended] = [false, false, false]
  let exif: Uint8Array | null = null
  for (let at = 12; at + 8 <= end;) {
    const [chunk, length] = [view.getUint32(at), view.getUint32(at + 4, true)]
    if (at === 12) extended = chunk === VP8X
    size ??= webpSize(view, chunk, at + 8)
    if (chunk === ANMF || chunk === ANIM) animated = true
    if (chunk === WEBP_EXIF && extended) exif ??= partOf(view, at + 8, length)
    if (chunk === ANMF || chunk === VP8 || chunk === VP8L) pixels = at + 8 + length <= end
    at += 8 + length + (length % 2)
  }
  return size && { ...size, animated, complete: whole && pixels, exif }
}

function webpSize(view: DataView, chunk: number, at: number): Pick<PictureShape, 'widthPx' | 'heightPx'> | null {
  if (at + 10 > view.byteLength) return null
  const threeBytes = (from: number) => view.getUint16(from, true) + 65_536 * view.getUint8(from + 2)
  if (chunk === VP8X) return { widthPx: threeBytes(at + 4) + 1, heightPx: threeBytes(at + 7) + 1 }
  if (chunk === VP8 && threeBytes(at + 3) === 0x2a019d)
    return { widthPx: view.getUint16(at + 6, true) & 0x3fff, heightPx: view.getUint16(at + 8, true) & 0x3fff }
  if (chunk !== VP8L || view.getUint8(at) !== 0x2f) return null
  const bits = view.getUint32(at + 1, true)
  return { widthPx: (bits & 0x3fff) + 1, heightPx: ((bits >>> 14) & 0x3fff) + 1 }
}

const READERS: Readonly<Record<ImageType, (view: DataView) => Found | null>> = {
  'image/png': readPng,
  'image/jpeg': readJpeg,
  'image/gif': readGif,
  'image/webp': readWebp,
}
